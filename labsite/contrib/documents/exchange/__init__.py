"""A member's curriculum vitae as other systems write it, out and in: JSON Resume and RenderCV's YAML."""
