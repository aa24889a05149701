"""Apps that a lab may leave out, each with its pages, models and commands; the rest of the site names none of them."""
