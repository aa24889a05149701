"""A lab as one archive, a folder or a zip file, with a manifest by which nothing goes missing or astray unseen."""

import json
import shutil
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import chain, groupby, islice
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.exceptions import FieldDoesNotExist, ObjectDoesNotExist, SuspiciousFileOperation, ValidationError
from django.core.files.storage import default_storage
from django.core.management.base import CommandError
from django.core.serializers import deserialize
from django.core.serializers.base import DeserializationError, deserialize_fk_value
from django.db import DEFAULT_DB_ALIAS, DatabaseError, transaction
from django.db.models import Model, prefetch_related_objects
from django.utils import timezone

from labsite import history
from labsite.modelling import content_version
from labsite.modelling.row_files import file_fields
from labsite.models import Lab
from publications.citing import records_of
from publications.formats import WRITTEN
from publications.models import Publication

from .restoring import UNREADABLE, stored
from .rows import Rows, all_rows, as_json, content_models, public_rows, some_content
from .static_site import static_site

README = Path(__file__).with_name("exported.md")
MANIFEST = "manifest.json"
MANY = 200  # rows: what is more is written part by part
BATCH = 100  # rows of a model, saved between two moments at which a part may end
KEYLESS = "rows.json"  # what no natural key identifies, so that Django's own commands can't load it
UNUSABLE = (DeserializationError, FieldDoesNotExist, ValidationError, SuspiciousFileOperation, DatabaseError)


def export_lab(target: Path, *, is_private: bool = False, overwrite: bool = False) -> Counter[str]:
    """Write what everyone may see of the lab, or all of its content; return how many rows of each model there are.

    With ``overwrite`` it takes the place of an archive that is there. Raises CommandError, and then that one stays.
    """
    _refuse_what_is_there(target, overwrite)
    with transaction.atomic():
        content_version.wait_for_write_lock()
        everything = all_rows()
        public = public_rows(everything)
        rows = everything if is_private else public
        texts = list(_texts(rows, public))
    files = chain(((name, text.encode()) for name, text in texts), _media(rows))
    path = target.resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
            new = Path(folder, "new")
            fingerprints = {}
            for name, content in files:
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(content)
                fingerprints[name] = sha256(content).hexdigest()
            (new / MANIFEST).write_text(json.dumps({"site": settings.VERSION, "files": fingerprints}, indent=2))
            if target.suffix == ".zip":
                Path(shutil.make_archive(str(new), "zip", new)).replace(path)
            else:
                _swap(new, path, Path(folder, "earlier"))
    except OSError as error:
        raise CommandError(f"{target} can’t be written: {error}.") from error
    return Counter({model._meta.label_lower: len(those) for model, those in rows.items()})


def _texts(rows: Rows, public: Rows) -> Iterator[tuple[str, str]]:
    """Yield what says which file is what, the rows as fixtures, citations in every format, and a static site.

    There is a file of fixtures for each app, and one by itself for rows without a natural key.
    """
    yield "README.md", README.read_text(encoding="utf-8")
    files: dict[str, list[type[Model]]] = {}
    for model in rows:
        name = f"fixtures/{model._meta.app_label}.json" if hasattr(model, "natural_key") else KEYLESS
        files.setdefault(name, []).append(model)
    yield from ((name, as_json(rows, models)) for name, models in files.items())
    papers = Publication.objects.filter(pk__in=[row.pk for row in rows[Publication]])
    records = list(records_of(papers, lambda path: path.lstrip("/"), with_abstracts=True))
    yield from ((f"publications.{extension}", form.render(records)) for extension, form in WRITTEN.items())
    yield from static_site(public, timezone.localdate())


def _media(rows: Rows) -> Iterator[tuple[str, bytes]]:
    """Yield the files of rows, with all that was made of them, without those that are lost."""
    fields: list[tuple[Any, Any]] = [(field, model) for model in rows for field in file_fields(model)]
    named = ((field, getattr(row, field.attname)) for field, model in fields for row in rows[model])
    stored = {name for field, file in named if file for name in field.stored_names(file.name)}
    for name in sorted(filter(default_storage.exists, stored)):
        with default_storage.open(name) as content:
            yield f"media/{name}", content.read()


def _refuse_what_is_there(target: Path, overwrite: bool) -> None:
    """Refuse to write over anything that nobody asked for, or over a folder that holds more than an archive."""
    is_folder = target.is_dir()
    if target.is_file() and target.suffix != ".zip":
        raise CommandError(f"{target} is a file: name a folder, or a file that ends in .zip.")
    if not overwrite and (any(target.iterdir()) if is_folder else target.suffix == ".zip" and target.exists()):
        raise CommandError(f"{target} already exists and isn’t empty: name another, or add --overwrite.")
    if is_folder and any(target.iterdir()):
        with _opened(target) as (folder, names):
            files = {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}
        if foreign := min(files - {*names, MANIFEST}, default=""):
            raise CommandError(f"{target} has a file that isn’t part of its archive, {foreign}: name another folder.")


def _swap(new: Path, target: Path, earlier: Path) -> None:
    """Put a folder in the place of another, which comes back if that fails."""
    if target.exists():
        target.rename(earlier)
    try:
        new.rename(target)
    except BaseException:
        if earlier.exists():
            earlier.rename(target)
        raise


def import_lab(path: Path) -> Counter[str]:
    """Write an archive into this site, which has no content yet; return how many rows of each model there are.

    All of it is written or nothing, files included: as one step of the history, which a long one is part by part.
    Raises CommandError.
    """
    with _opened(path) as (folder, names):
        media = [name.removeprefix("media/") for name in names if name.startswith("media/")]
        try:
            _refuse_content()
            if there := next(filter(default_storage.exists, media), ""):
                raise CommandError(f"The folder of uploads already has a file of the archive: {there}.")
            files = [name for name in names if name == KEYLESS or PurePosixPath(name).match("fixtures/*.json")]
            held = [row for name in files for row in json.loads((folder / name).read_bytes())]
            order = {model._meta.label_lower: index for index, model in enumerate(content_models())}
            held.sort(key=lambda row: order[row["model"]])  # each after those that it refers to
            with stored((name, open(folder / "media" / name, "rb")) for name in media):
                history.write_in_parts(None, f"Brought in {path.name}", _saving(held), len(held) > MANY)
        except (*UNREADABLE, *UNUSABLE, ObjectDoesNotExist) as error:
            why = str(error).partition("\n")[0].rstrip(".")
            raise CommandError(f"{path.name} can’t be imported, and nothing was: {why}.") from error
    return Counter(row["model"] for row in held)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield the folder of an archive and the names of its files, each of which is as it was written."""
    with TemporaryDirectory() as unpacked:
        folder = path
        if not path.is_dir():
            folder = Path(unpacked)
            try:
                with zipfile.ZipFile(path) as packed:
                    packed.extractall(folder)
            except UNREADABLE as error:
                raise CommandError(f"{path} is neither a folder nor a readable zip file: {error}.") from error
        try:
            files: dict[str, str] = dict(json.loads((folder / MANIFEST).read_bytes())["files"])
        except UNREADABLE as error:
            raise CommandError(f"{path.name} wasn’t made by export_lab: it lacks {MANIFEST}.") from error
        for name, fingerprint in files.items():
            if ".." in PurePosixPath(name).parts or not (folder / name).resolve().is_relative_to(folder.resolve()):
                raise CommandError(f"{path.name} names a file outside of it: {name!r}.")
            if not (folder / name).is_file() or sha256((folder / name).read_bytes()).hexdigest() != fingerprint:
                raise CommandError(f"{path.name} is damaged or incomplete: {name} is missing or was changed.")
        yield folder, list(files)


def _refuse_content() -> None:
    if plural := some_content():
        raise CommandError(f"This site isn’t empty, it has {plural}: start with an empty database.")


def _saving(held: list[Any]) -> Iterator[None]:
    """Save rows as they are, some of a model at each step, unless somebody has written content meanwhile."""
    _refuse_content()
    known: dict[tuple[Any, str], Any] = {}  # primary keys by natural keys
    for model, rows in groupby(held, lambda row: apps.get_model(row["model"])):
        relations = {field.name: field for field in model._meta.concrete_fields if field.is_relation}
        while some := list(islice(rows, BATCH)):  # none of which refers to another of its model
            for fields, name in ((row["fields"], name) for row in some for name in relations.keys() & row["fields"]):
                if isinstance(key := fields[name], list):
                    of = relations[name].related_model, str(key)
                    known[of] = known.get(of) or deserialize_fk_value(relations[name], key, DEFAULT_DB_ALIAS, False)
                    fields[name] = known[of]
            new = list(deserialize("python", ({**row, "pk": 0} for row in some)))  # looks for no row that can't be
            prefetch_related_objects(objects := [row.object for row in new], *relations)
            if step := history.current():
                step.about_to_change(*objects)
            for row in new:
                row.object.pk = 1 if model is Lab else None
                row.save()
                if natural_key := getattr(row.object, "natural_key", None):
                    known.setdefault((model, str([*natural_key()])), row.object.pk)
            yield
