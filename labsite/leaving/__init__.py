"""A lab leaves with everything: as an archive that another site, or a static generator, reads; as another database."""
