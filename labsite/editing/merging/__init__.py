"""Three versions of one form merged: as it was opened, as others have saved it since, and as it was sent."""
