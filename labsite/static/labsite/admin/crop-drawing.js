/* A picture with the frame of the part that is kept, and that part alone. */
const WIDEST = 440; // pixels on the page
const HIGHEST = 440;
const PREVIEW = 150;
const SHADE = "rgba(12, 11, 10, 0.6)";
const CORNER = 14;

/* Make a canvas that many pixels large on the page, and sharp; return what draws on it in those pixels. */
const sized = (canvas, width, height) => {
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(width * density));
  canvas.height = Math.max(1, Math.round(height * density));
  canvas.style.width = `${width}px`;
  const context = canvas.getContext("2d");
  context.scale(density, density);
  return context;
};

const fit = ({ width, height }, widest, highest) => {
  const scale = Math.min(widest / width, highest / height);
  return [width * scale, height * scale];
};

const inPixels = (frame, width, height) => [frame.x * width, frame.y * height, frame.width * width, frame.height * height];

const drawCorners = (context, [x, y, width, height]) => {
  for (const [cornerX, cornerY] of [[x, y], [x + width, y], [x, y + height], [x + width, y + height]]) {
    context.fillStyle = "#111";
    context.fillRect(cornerX - CORNER / 2 - 1, cornerY - CORNER / 2 - 1, CORNER + 2, CORNER + 2);
    context.fillStyle = "#fff";
    context.fillRect(cornerX - CORNER / 2, cornerY - CORNER / 2, CORNER, CORNER);
  }
};

const drawFrame = (context, box) => {
  context.lineWidth = 4;
  context.strokeStyle = "#111";
  context.strokeRect(...box);
  context.lineWidth = 2;
  context.strokeStyle = "#fff";
  context.strokeRect(...box);
  drawCorners(context, box);
};

export const drawStage = (canvas, picture, frame) => {
  const [width, height] = fit(picture, Math.min(WIDEST, canvas.parentElement.clientWidth || WIDEST), HIGHEST);
  const context = sized(canvas, width, height);
  const box = inPixels(frame, width, height);
  context.drawImage(picture, 0, 0, width, height);
  context.beginPath();
  context.rect(0, 0, width, height);
  context.rect(...box);
  context.fillStyle = SHADE;
  context.fill("evenodd");
  drawFrame(context, box);
};

export const drawPart = (canvas, picture, frame) => {
  const [x, y, width, height] = inPixels(frame, picture.width, picture.height);
  const [shownWidth, shownHeight] = fit({ width, height }, PREVIEW, PREVIEW * 1.25);
  sized(canvas, shownWidth, shownHeight).drawImage(picture, x, y, width, height, 0, 0, shownWidth, shownHeight);
};
