/* Lets a part of a chosen picture be kept, by pointer, finger or keyboard, and shows how it will look. Without this
   script the whole picture is taken. The part travels in a hidden field; the server cuts it out. */
import { drawPart, drawStage } from "./crop-drawing.js";
import { isWhole, largest, moved, pulled, read, scaled, stretched, WHOLE, written } from "./crop-frame.js";

const STEP = 0.02;
const LONG_STEP = 0.1;
const ZOOM = 1.08;
const NEAR = 28; // pixels within which a corner is taken hold of
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let number = 0;

const element = (tag, className, text = "") => {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
};

const button = (text, act) => {
  const made = element("button", "small-button", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
};

const percent = (fraction) => `${Math.round(fraction * 100)} %`;

const inWords = (frame) =>
  isWhole(frame)
    ? gettext("The whole picture is kept.")
    : interpolate(
      gettext("This part is kept: %s of the width and %s of the height, %s from the left and %s from the top."),
      [frame.width, frame.height, frame.x, frame.y].map(percent),
    );

const instructions = (isFree) =>
  isFree
    ? gettext("Drag the frame or its corners. With the keyboard, arrow keys move it (Ctrl and an arrow key further), + and − change its size, Shift and an arrow key its width or height.")
    : gettext("Drag the frame or its corners. With the keyboard, arrow keys move it (Ctrl and an arrow key further), + and − change its size.");

const warning = gettext("The picture is only %(width)s pixels wide and will look blurred: choose one that is at least %(sharp)s pixels wide.");

export class Cropper {
  constructor(box, { picture, pixels }, part) {
    this.part = box.querySelector("input[name$='-part']");
    this.picture = picture;
    [this.pixels, this.sharp] = [pixels, Number(box.dataset.sharp ?? 0)];
    const [wide, high] = (box.dataset.shape ?? "").split(":").map(Number);
    this.ratio = high ? (wide / high) * (picture.height / picture.width) : 0;
    this.frame = (part && read(part)) || largest(this.ratio);
    this.build(box);
    this.show(this.frame);
  }

  build(box) {
    const help = element("p", "crop-help", instructions(!this.ratio));
    help.id = `crop-help-${(number += 1)}`;
    this.stage = element("canvas", "crop-stage");
    this.stage.tabIndex = 0;
    this.stage.setAttribute("role", "application");
    this.stage.setAttribute("aria-label", gettext("The part of the picture that is kept"));
    this.stage.setAttribute("aria-describedby", help.id);
    this.preview = element("canvas", "crop-preview");
    this.preview.setAttribute("role", "img");
    this.preview.setAttribute("aria-label", gettext("How it will look"));
    this.status = element("p", "crop-status");
    this.status.setAttribute("role", "status");
    this.whole = button(gettext("Use the whole picture"), () => this.show(WHOLE));
    this.blurred = element("p", "crop-blurred");
    this.blurred.setAttribute("role", "status");
    const buttons = element("p", "crop-buttons");
    buttons.append(button(gettext("Smaller"), () => this.zoom(1 / ZOOM)));
    buttons.append(button(gettext("Larger"), () => this.zoom(ZOOM)), this.whole);
    const side = element("div", "crop-side");
    side.append(element("p", "crop-caption", gettext("How it will look")), this.preview, this.blurred, buttons, help, this.status);
    this.cropper = element("div", "cropper");
    this.cropper.append(this.stage, side);
    box.querySelector("input[type='file']").after(this.cropper);
    this.listen();
  }

  listen() {
    this.stage.addEventListener("keydown", (event) => this.onKey(event));
    this.stage.addEventListener("pointerdown", (event) => this.onGrab(event));
    this.stage.addEventListener("pointermove", (event) => this.onDrag(event));
    for (const name of ["pointerup", "pointercancel"]) {
      this.stage.addEventListener(name, () => {
        this.held = null;
      });
    }
  }

  /* Show a frame, and keep that part. */
  show(frame) {
    this.frame = frame;
    this.part.value = isWhole(frame) ? "" : written(frame);
    this.whole.setAttribute("aria-pressed", isWhole(frame));
    drawStage(this.stage, this.picture, frame);
    drawPart(this.preview, this.picture, frame);
    this.status.textContent = inWords(frame);
    const width = Math.round(this.pixels * frame.width);
    this.blurred.textContent = width < this.sharp ? interpolate(warning, { width, sharp: this.sharp }, true) : "";
  }

  /* What follows the whole picture is a part in the site's shape. */
  get shaped() {
    return this.ratio && isWhole(this.frame) ? largest(this.ratio) : this.frame;
  }

  zoom(factor) {
    this.show(scaled(this.shaped, factor));
  }

  onKey(event) {
    const [dx, dy] = ARROWS[event.key] ?? [];
    const step = event.ctrlKey || event.metaKey ? LONG_STEP : STEP;
    if (dx !== undefined && event.shiftKey && !this.ratio) this.show(stretched(this.frame, dx * step, dy * step));
    else if (dx !== undefined) this.show(moved(this.shaped, dx * step, dy * step));
    else if (event.key === "+" || event.key === "=") this.zoom(ZOOM);
    else if (event.key === "-" || event.key === "−") this.zoom(1 / ZOOM);
    else return;
    event.preventDefault();
  }

  pointOf(event) {
    const box = this.stage.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height, box };
  }

  onGrab(event) {
    const { x, y, box } = this.pointOf(event);
    const frame = this.shaped;
    const right = x > frame.x + frame.width / 2;
    const bottom = y > frame.y + frame.height / 2;
    const corner = { x: frame.x + (right ? frame.width : 0), y: frame.y + (bottom ? frame.height : 0) };
    const away = Math.hypot((corner.x - x) * box.width, (corner.y - y) * box.height);
    this.held = away < NEAR ? { corner: { right, bottom }, frame } : { from: { x, y }, frame };
    this.stage.setPointerCapture(event.pointerId);
  }

  onDrag(event) {
    if (!this.held) return;
    const { x, y } = this.pointOf(event);
    const { corner, from, frame } = this.held;
    this.show(corner ? pulled(frame, corner, { x, y }, this.ratio) : moved(frame, x - from.x, y - from.y));
  }

  remove() {
    this.part.value = "";
    this.cropper.remove();
  }
}
