"""What the admin's forms and lists are made of: LabModelAdmin, its inlines, columns and actions."""
