"""The owner's curriculum vitae: ``_data/cv.yml`` in the template's form or RenderCV's, or a résumé in JSON."""

from labsite.contrib.moving.curriculum import take_curriculum
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading
from labsite.contrib.moving.site import SitePerson
from labsite.contrib.reading.cv_header import curriculum_in

FILES = ("_data/cv.yml", "_data/cv.yaml", "assets/json/resume.json", "_data/resume.json", "assets/json/resume.yml")


def add_curriculum(site: SiteReading, owner: SitePerson | None) -> None:
    """Add the first curriculum vitae that isn't a sample to the owner; further ones repeat it."""
    taken = ""
    for path in filter(site.source.exists, FILES):
        with site.reading(path):
            held = site.source.values(path)
            if "Albert Einstein" in str(held) or "edward@example" in str(held).lower():
                site.left_out(path, DEMO_CONTENT)
            elif not owner:
                site.left_out(path, "a curriculum vitae, and the site doesn’t say whose")
            elif taken:
                site.left_out(path, f"another curriculum vitae: that in {taken} is taken")
            else:
                taken = path
                take_curriculum(site, owner, curriculum_in(held), path)
