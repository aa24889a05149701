from functools import cache
from io import BytesIO

import pillow_heif
import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from labsite.drawing import images
from people.models import Person
from publications.models import Link
from tests import cast, corpora
from tests.browser.test_admin import change_page, save


def picture(width=400, height=400, name="ada.png"):
    """Return a file to choose: a red picture whose right half is blue."""
    image, out = Image.new("RGB", (width, height), "red"), BytesIO()
    image.paste("blue", (width // 2, 0, width, height))
    image.save(out, "PNG")
    return {"name": name, "mimeType": "image/png", "buffer": out.getvalue()}


@cache
def phone_photo():
    """Return a photo of 12 million pixels as a phone stores it: lying on its side, its upper half red once upright."""
    image, out, exif = Image.effect_noise((4000, 3000), 200).convert("RGB"), BytesIO(), Image.Exif()
    image.paste(ImageChops.multiply(image, Image.new("RGB", image.size, "red")).crop((0, 0, 2000, 3000)), (0, 0))
    exif[0x0112] = 6  # to be turned clockwise, so that left is up
    exif[0x010F] = "Canary Phones"
    image.save(out, "JPEG", quality=97, exif=exif)
    return {"name": "IMG_0001.JPG", "mimeType": "image/jpeg", "buffer": out.getvalue()}


def heic_photo():
    image, out = Image.new("RGB", (640, 480), "red"), BytesIO()
    image.paste("blue", (320, 0, 640, 480))
    pillow_heif.from_pillow(image).save(out)
    return {"name": "IMG_0002.HEIC", "mimeType": "image/heic", "buffer": out.getvalue()}


PDF = {"name": "quokka.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\n%%EOF"}


HALVES = (0, 100, 1600, 900), (0, 1200, 1600, 1900)


@pytest.fixture
def member():
    cast.make_lab()
    return cast.student()


@pytest.fixture
def form(editor, member):
    """Return the page of a member's form on which a square photo was chosen."""
    editor.goto(change_page(member))
    editor.get_by_label("Photo:", exact=True).set_input_files(picture())
    editor.locator(".crop-stage").wait_for()
    return editor


def stage(page):
    return page.get_by_role("application", name="The part of the picture that is kept")


def part(page):
    """Return x, y, width and height of the part that the form would send."""
    return [round(float(number), 2) for number in page.locator("input[name$='-part']").input_value().split(",")]


def colours(row, field="photo"):
    """Return the colours of a saved picture at its left and right edges: "r" or "b"."""
    image = Image.open(getattr(row, field).path).convert("RGB")
    edges = (image.getpixel((5, 5)), image.getpixel((image.width - 6, 5)))
    image.close()
    return "".join("r" if red > blue else "b" for red, _, blue in edges)


class CropTests:
    def test_portrait_has_the_shape_of_the_site(self, form):
        assert part(form) == [0.1, 0, 0.8, 1]

    def test_part_is_chosen_by_keyboard_before_the_first_save(self, form, member, axe):
        stage(form).focus()
        for key in ["-"] * 12 + ["ArrowRight"] * 40:
            form.keyboard.press(key)
        x, _, width, _ = part(form)
        assert x + width == 1
        assert width < 0.4
        expect(form.locator(".crop-status")).to_contain_text("This part is kept: ")
        axe(form)
        form.get_by_label("Photo description").fill("Zoë, blue")
        save(form)
        member.refresh_from_db()
        assert colours(member) == "bb"
        assert abs(member.photo_width / member.photo_height - 0.8) < 0.02

    def test_part_is_dragged(self, form, member):
        stage(form).scroll_into_view_if_needed()
        box = stage(form).bounding_box()
        corner = box["x"] + box["width"] * 0.9 - 2, box["y"] + box["height"] - 2
        form.mouse.move(*corner)
        form.mouse.down()
        form.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5, steps=4)
        form.mouse.up()
        assert part(form) == [0.1, 0, 0.4, 0.5]
        form.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.25)
        form.mouse.down()
        form.mouse.move(box["x"] - 50, box["y"] + box["height"] * 0.35, steps=4)
        form.mouse.up()
        assert part(form) == [0, 0.1, 0.4, 0.5]
        form.get_by_label("Photo description").fill("Zoë, red")
        save(form)
        member.refresh_from_db()
        assert colours(member) == "rr"

    def test_whole_picture_is_taken_at_a_click(self, form, member):
        form.get_by_role("button", name="Use the whole picture").click()
        expect(form.get_by_role("button", name="Use the whole picture")).to_have_attribute("aria-pressed", "true")
        form.get_by_label("Photo description").fill("Zoë")
        save(form)
        member.refresh_from_db()
        assert (member.photo_width, member.photo_height, colours(member)) == (400, 400, "rb")

    def test_figure_is_whole_until_a_part_of_any_shape_is_chosen(self, editor):
        paper = cast.make_publication()
        editor.goto(f"{change_page(paper)}#id_teaser")
        editor.get_by_label("Teaser image:", exact=True).set_input_files(picture(400, 200))
        stage(editor).focus()
        assert editor.locator("input[name$='-part']").input_value() == ""
        for _ in range(10):
            editor.keyboard.press("Shift+ArrowLeft")
        for _ in range(10):
            editor.keyboard.press("ArrowLeft")
        assert part(editor) == [0, 0, 0.8, 1]

    def test_it_fits_a_phone(self, form):
        form.set_viewport_size({"width": 390, "height": 844})
        form.get_by_label("Photo:", exact=True).set_input_files(picture(3000, 500))
        form.locator(".crop-stage").wait_for()
        assert form.evaluate("document.documentElement.scrollWidth") == 390

    def test_file_that_is_no_picture_is_said_at_once(self, form):
        no_picture = {"name": "a.png", "mimeType": "image/png", "buffer": b"<svg/>"}
        form.get_by_label("Photo:", exact=True).set_input_files(no_picture)
        form.get_by_text("This file can’t be shown here: choose a JPEG, PNG or WebP picture.").wait_for()
        assert form.locator(".cropper").count() == 0

    def test_file_that_is_too_large_is_not_sent(self, form):
        too_large = {"name": "a.png", "mimeType": "image/png", "buffer": b"x" * (8 * 1024**2 + 1)}
        form.get_by_label("Photo:", exact=True).set_input_files(too_large)
        expect(form.get_by_role("alert")).to_have_text("This file is too large: at most 8 MB are allowed.")
        assert form.get_by_label("Photo:", exact=True).evaluate("input => input.files.length") == 0
        assert form.locator(".cropper").count() == 0

    @pytest.mark.parametrize("name", ["landscape_6", "portrait_8"])
    def test_photograph_that_lies_on_its_side_is_cropped_as_it_is_seen(self, form, member, name):
        found = [file for file in corpora.files("images/exif_samples") if name in file.name]
        form.get_by_label("Photo:", exact=True).set_input_files(str(found[0]))
        form.get_by_label("Photo description").fill("A view")
        expect(form.locator(".crop-stage")).to_have_count(1)
        box = stage(form).bounding_box()
        assert (box["width"] > box["height"]) is ("landscape" in name)
        save(form)
        member.refresh_from_db()
        assert abs(member.photo_width / member.photo_height - 0.8) < 0.02


def choose(page, file):
    """Choose a photo, wait for its frame, and return the file that the form would send."""
    page.get_by_label("Photo:", exact=True).set_input_files(file)
    page.locator(".crop-stage").wait_for()
    return page.get_by_label("Photo:", exact=True).evaluate("""async input => {
        const [file] = input.files, {width, height} = await createImageBitmap(file);
        const text = new TextDecoder("latin1").decode(await file.arrayBuffer());
        return {name: file.name, type: file.type, size: file.size, width, height, camera: text.includes("Canary")};
    }""")


class PhonePhotoTests:
    def test_a_large_one_is_scaled_and_turned_and_its_part_is_cut_from_what_was_sent(self, editor, member):
        editor.goto(change_page(member))
        photo = phone_photo()
        assert len(photo["buffer"]) > images.MAX_BYTES
        sent = choose(editor, photo)
        assert (sent["name"], sent["type"], sent["camera"]) == ("IMG_0001.jpeg", "image/jpeg", False)
        assert (sent["width"], sent["height"]) == (2250, 3000)
        assert sent["size"] < images.MAX_BYTES
        assert part(editor) == [0, 0.02, 1, 0.94]
        editor.get_by_label("Photo description").fill("Zoë, noisy")
        save(editor)
        member.refresh_from_db()
        assert (member.photo_width, member.photo_height) == (1600, 2000)
        with Image.open(member.photo.path) as stored:
            above, below = (stored.crop(box).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)) for box in HALVES)
        assert above[0] > 2 * above[1]
        assert abs(below[0] - below[1]) < 20

    def test_a_small_one_is_sent_as_it_is(self, editor, member):
        editor.goto(change_page(member))
        photo = picture(600, 750)
        sent = choose(editor, photo)
        assert (sent["name"], sent["type"], sent["size"]) == ("ada.png", "image/png", len(photo["buffer"]))

    def test_heic_that_the_browser_cannot_read_is_cropped_all_the_same(self, editor, member):
        editor.goto(change_page(member))
        sent = choose(editor, heic_photo())
        assert (sent["name"], sent["type"], sent["width"], sent["height"]) == ("IMG_0002.jpg", "image/jpeg", 640, 480)
        stage(editor).focus()
        for _ in range(10):
            editor.keyboard.press("Control+ArrowRight")
        editor.get_by_label("Photo description").fill("Zoë, blue")
        save(editor)
        member.refresh_from_db()
        assert (member.photo_width, member.photo_height) == (384, 480)
        assert colours(member)[1] == "b"

    def test_heic_that_nobody_can_read_is_refused_with_a_way_out(self, editor, member, monkeypatch, complaints):
        monkeypatch.setattr(images, "READS_HEIC", False)
        editor.goto(change_page(member))
        editor.get_by_label("Photo:", exact=True).set_input_files(heic_photo())
        expect(editor.get_by_role("alert")).to_have_text(str(images.HEIC_UNREAD))
        assert editor.get_by_label("Photo:", exact=True).evaluate("input => input.files.length") == 0
        complaints.clear()  # of the browser, that the request was refused

    def test_one_that_is_too_narrow_is_said_before_it_is_saved(self, editor, member, axe):
        editor.goto(change_page(member))
        choose(editor, picture(600, 600))
        blurred = editor.locator(".crop-blurred")
        expect(blurred).to_have_text("")
        editor.get_by_role("button", name="Smaller").click()
        words = (
            "The picture is only 444 pixels wide and will look blurred: choose one that is at least 480 pixels wide."
        )
        expect(blurred).to_have_text(words)
        axe(editor)

    def test_a_form_that_is_sent_meanwhile_waits_for_the_smaller_one(self, editor, member):
        editor.goto(change_page(member))
        editor.get_by_label("Photo description").fill("Zoë")
        editor.get_by_label("Photo:", exact=True).set_input_files(phone_photo())
        save(editor)
        member.refresh_from_db()
        assert member.photo_height == 2000


class RefusedFormTests:
    def test_picture_and_its_part_survive_a_refusal(self, form, member, axe):
        form.get_by_role("button", name="Smaller").click(click_count=5)
        before = part(form)
        name = form.get_by_label("Name:", exact=True).input_value()
        form.get_by_label("Name:", exact=True).fill("")
        save(form)
        expect(form.get_by_text("This field is required.").first).to_be_visible()
        assert form.get_by_text("Kept: ada.png").is_visible()
        form.locator(".crop-stage").wait_for()
        assert part(form) == before
        axe(form)
        form.get_by_label("Name:", exact=True).fill(name)
        save(form)
        member.refresh_from_db()
        assert member.photo_alt == f"Portrait of {name}"
        assert abs(member.photo_width / 400 - before[2]) < 0.02

    def test_pdf_of_a_link_survives_a_refusal(self, editor):
        paper = cast.make_publication()
        editor.goto(change_page(paper))
        editor.get_by_role("textbox", name="Title:", exact=True).fill(" ")
        editor.get_by_role("button", name="Add another Link").click()
        editor.locator("#id_links-0-file").set_input_files(PDF)
        save(editor)
        expect(editor.locator("#links-group").get_by_text("Kept: quokka.pdf")).to_be_visible()
        editor.get_by_role("textbox", name="Title:", exact=True).fill("Quokka")
        save(editor)
        assert Link.objects.get(publication=paper).file.name.startswith("documents/quokka-")
        assert Person.objects.count() == 0
