"""The pages of imports: three ways in, the plan that somebody corrects, progress, and what became of it."""
