"""A member's curriculum vitae, made of what their page shows."""
