/* A picture as a phone makes it becomes one that the site takes before it is sent: upright, scaled, in a usual format,
   and without what the camera noted. */
const MAX_SIDE = 3000; // pixels
const USUAL = ["image/jpeg", "image/png", "image/webp"];
const DRAWN = ["image/png", "image/webp"]; // what may let something shine through
const QUALITIES = [0.9, 0.75, 0.5];

const encoded = (canvas, type, quality) => new Promise((resolve) => { canvas.toBlob(resolve, type, quality); });

const redrawn = (picture, scale) => {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
};

/* Return the file, or a smaller one in its place. Throws what the browser says of a file that it can't read. */
export const scaledPicture = async (file, maxBytes) => {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  if (scale === 1 && file.size <= maxBytes && USUAL.includes(file.type)) return file;
  const canvas = redrawn(picture, scale);
  picture.close();
  const type = DRAWN.includes(file.type) ? "image/webp" : "image/jpeg";
  let made = null;
  for (const quality of QUALITIES) {
    made = await encoded(canvas, type, quality);
    if (made && made.size <= maxBytes) break;
  }
  const name = `${file.name.replace(/\.\w+$/, "")}.${made.type.split("/")[1]}`;
  return new File([made], name, { type: made.type });
};

const HEIC = /\.(heic|heif)$/i;

export const isHeic = ({ name, type }) => /^image\/hei[cf]/.test(type) || HEIC.test(name);

/* Return the picture as a JPEG that the site made of it, for a browser that can't read it. Throws the site's words. */
export const jpegBySite = async (file, address) => {
  const body = new FormData();
  body.append("image", file);
  body.append("csrfmiddlewaretoken", document.querySelector("[name='csrfmiddlewaretoken']").value);
  const answer = await fetch(address, { method: "POST", body });
  if (!answer.ok) throw new Error(await answer.text());
  return new File([await answer.blob()], file.name.replace(HEIC, ".jpg"), { type: "image/jpeg" });
};
