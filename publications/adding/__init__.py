"""Adding a paper: a text is read, what is known of it is found, somebody looks and corrects, then it is saved."""
