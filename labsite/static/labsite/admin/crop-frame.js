/* The part of a picture that is kept: corner and size as fractions of the whole. ``ratio`` is that of its width to its
   height as fractions, or nothing where its shape is free. */
const LEAST = 0.05; // of a side

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

export const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

/* Heads are in the upper half of a portrait. */
export const largest = (ratio) => {
  if (!ratio) return WHOLE;
  const width = Math.min(1, ratio);
  const height = Math.min(1, 1 / ratio);
  return { x: (1 - width) / 2, y: (1 - height) * 0.3, width, height };
};

export const moved = (frame, dx, dy) => ({
  ...frame,
  x: clamp(frame.x + dx, 0, 1 - frame.width),
  y: clamp(frame.y + dy, 0, 1 - frame.height),
});

const around = (frame, width, height) => {
  const centred = { x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2, width, height };
  return moved(centred, 0, 0);
};

export const scaled = (frame, factor) => {
  const most = Math.min(1 / frame.width, 1 / frame.height);
  const least = LEAST / Math.min(frame.width, frame.height);
  const by = clamp(factor, Math.min(least, 1), most);
  return around(frame, frame.width * by, frame.height * by);
};

export const stretched = (frame, dx, dy) =>
  around(frame, clamp(frame.width + dx, LEAST, 1), clamp(frame.height + dy, LEAST, 1));

/* A corner is pulled to a point; the one across from it stays. ``right`` and ``bottom`` tell which it is. */
export const pulled = (frame, { right, bottom }, point, ratio) => {
  const fixed = { x: right ? frame.x : frame.x + frame.width, y: bottom ? frame.y : frame.y + frame.height };
  const room = { width: right ? 1 - fixed.x : fixed.x, height: bottom ? 1 - fixed.y : fixed.y };
  let width = clamp(right ? point.x - fixed.x : fixed.x - point.x, LEAST, room.width);
  let height = clamp(bottom ? point.y - fixed.y : fixed.y - point.y, LEAST, room.height);
  if (ratio) {
    width = Math.min(Math.max(width, height * ratio), room.width, room.height * ratio);
    height = width / ratio;
  }
  return { x: right ? fixed.x : fixed.x - width, y: bottom ? fixed.y : fixed.y - height, width, height };
};

export const isWhole = (frame) => frame.width > 0.999 && frame.height > 0.999;

export const written = (frame) =>
  [frame.x, frame.y, frame.width, frame.height].map((fraction) => clamp(fraction, 0, 1).toFixed(5)).join(",");

export const read = (text) => {
  const [x, y, width, height] = text.split(",").map(Number);
  return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : null;
};
