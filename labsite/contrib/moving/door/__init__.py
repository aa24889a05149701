"""The page *Move in*: takes whatever a lab has, says in a plan what it understood, and imports what is ticked."""
