"""E-mails to those who ought to know: what they are told of, in which words, and how they are sent and stopped."""
