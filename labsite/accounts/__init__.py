"""Getting in and out: signing in, second factors, invitations, and what happens when somebody leaves."""
