/* The lab's accent: the browser's own picker beside the digits, and the whole page in the colours that would follow. */
const field = document.querySelector("#id_accent");
const OWN = "#8a2c1c";

const picker = document.createElement("input");
picker.type = "color";
picker.setAttribute("aria-label", gettext("Pick the accent colour"));

const written = () => field.value.trim().toLowerCase();
const isColour = (text) => /^#[0-9a-f]{6}$/.test(text);

const palette = document.querySelector("link[href*='/accent-']") ?? document.createElement("link");
palette.rel = "stylesheet";
palette.addEventListener("load", () => measure());

const show = () => {
  const accent = written();
  if (isColour(accent)) palette.href = field.dataset.stylesheet.replace("000000", accent.slice(1));
  if (!isColour(accent)) palette.remove();
  else if (!palette.isConnected) document.querySelector("link[href*='admin/site']").after(palette);
  picker.value = isColour(accent) ? accent : OWN;
  measure();
};

/* Contrast as https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio has it, of what the browser really shows. */
const brightness = (colour) => {
  const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => {
    const channel = part / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
};

const contrast = (one, other) => {
  const [darker, lighter] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return lighter / darker;
};

const measure = () => {
  for (const sample of document.querySelectorAll(".accent-sample")) {
    const paper = getComputedStyle(sample).backgroundColor;
    const light = sample.classList.contains("light");
    const link = light && isColour(written()) ? hexInWords(written()) : getComputedStyle(sample.querySelector(".link")).color;
    sample.querySelector(".ratio").textContent = words(contrast(link, paper));
  }
};

const hexInWords = (hex) => [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16)).join(" ");
const words = (ratio) =>
  interpolate(
    ratio < 4.5 ? gettext("Contrast %s: too little for text, which needs 4.5") : gettext("Contrast %s"),
    [ratio.toFixed(1)],
  );

if (field) {
  field.after(picker);
  field.addEventListener("input", show);
  picker.addEventListener("input", () => {
    field.value = picker.value;
    show();
  });
  show();
}
