/* What becomes of a picture that is chosen: it is scaled where a phone made it large, its part is chosen, and what is
   wrong with it is said before it is sent. */
import { refuse, showTrouble } from "./file-size.js";
import { Cropper } from "./picture-crop.js";
import { isHeic, jpegBySite, scaledPicture } from "./picture-scaling.js";

const LARGEST_SIDE = 1200; // pixels of the copy that is worked on

const chosenPicture = async (file) => {
  const { width, height } = await createImageBitmap(file);
  const scale = Math.min(1, LARGEST_SIDE / Math.max(width, height));
  const size = { resizeWidth: Math.round(width * scale), resizeHeight: Math.round(height * scale) };
  const picture = await createImageBitmap(file, { ...size, resizeQuality: "high" });
  return { picture, pixels: width };
};

const keptPicture = async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return { picture, pixels: picture.naturalWidth };
};

/* A form that is sent while a picture is being scaled waits for it. */
const underWay = new Set();

document.addEventListener("submit", (event) => {
  if (underWay.size === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { target, submitter } = event;
  Promise.allSettled(underWay).then(() => target.requestSubmit(submitter));
}, true);

const put = (input, file) => {
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
};

class PictureInput {
  constructor(box) {
    this.box = box;
    this.input = box.querySelector("input[type='file']");
    this.cropper = null;
    this.input.addEventListener("change", () => this.begin());
    this.begin();
  }

  begin() {
    const { input, box } = this;
    const kept = box.querySelector(".kept");
    if (kept) kept.hidden = input.files.length > 0;
    this.close();
    if (input.files.length > 0) this.take(input.files[0]);
    else if (kept) this.open(keptPicture(box.dataset.kept), box.querySelector("input[name$='-part']").value);
  }

  close() {
    this.cropper?.remove();
    this.cropper = null;
  }

  async take(file) {
    showTrouble(this.input, "");
    const work = this.scaled(file).then((smaller) => {
      if (this.input.files[0] !== file || !smaller) return null;
      if (smaller !== file) put(this.input, smaller);
      return this.open(chosenPicture(smaller));
    });
    underWay.add(work);
    await work;
    underWay.delete(work);
  }

  /* Return the picture as it is sent; nothing if it was refused. */
  async scaled(file) {
    const { largest, tooLarge, asJpeg } = this.box.dataset;
    try {
      return await scaledPicture(file, Number(largest));
    } catch {
      if (file.size > Number(largest)) return refuse(this.input, tooLarge);
    }
    if (!isHeic(file)) return file;
    this.input.setAttribute("aria-busy", "true");
    try {
      return await jpegBySite(file, asJpeg);
    } catch ({ message }) {
      return refuse(this.input, message);
    } finally {
      this.input.removeAttribute("aria-busy");
    }
  }

  async open(picture, part = "") {
    try {
      const found = await picture;
      this.close();
      this.cropper = new Cropper(this.box, found, part);
    } catch {
      showTrouble(this.input, gettext("This file can’t be shown here: choose a JPEG, PNG or WebP picture."));
    }
  }
}

for (const box of document.querySelectorAll(".chosen-file.picture")) new PictureInput(box);
