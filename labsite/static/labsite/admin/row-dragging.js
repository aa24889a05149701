/* A handle that drags a row among others, by mouse, pen or finger; Escape puts it back. */
const EDGE = 70; // pixels from the window's edges within which it scrolls
const SPEED = 12; // pixels a frame
const DOTS = "M5 3h2v2H5zM9 3h2v2H9zM5 7h2v2H5zM9 7h2v2H9zM5 11h2v2H5zM9 11h2v2H9z";

const middleOf = (row) => {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
};

const picture = () => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("width", "16");
  svg.setAttribute("height", "16");
  const dots = document.createElementNS(svg.namespaceURI, "path");
  dots.setAttribute("d", DOTS);
  svg.append(dots);
  return svg;
};

const scrollStep = (y) => {
  if (y < EDGE) return -SPEED;
  return y > window.innerHeight - EDGE ? SPEED : 0;
};

export const makeDraggable = (row, { rowsOf, step, started, dropped, cancelled }) => {
  const handle = document.createElement("span");
  handle.className = "drag-handle";
  handle.title = gettext("Drag to another position");
  handle.setAttribute("aria-hidden", "true");
  handle.append(picture());
  let start = -1;
  let y = 0;

  const follow = () => {
    const rows = rowsOf();
    const index = rows.indexOf(row);
    if (index > 0 && y < middleOf(rows[index - 1])) return step(row, -1) && follow();
    if (index < rows.length - 1 && y > middleOf(rows[index + 1])) return step(row, 1) && follow();
    return true;
  };

  const frame = () => {
    if (start < 0) return;
    const by = scrollStep(y);
    if (by) window.scrollBy(0, by);
    if (by) follow();
    requestAnimationFrame(frame);
  };

  const mark = (isDragged) => {
    row.classList.toggle("dragged", isDragged);
    row.closest(".inline-group").classList.toggle("reordering", isDragged);
    // Long rows fold while one is dragged; the handle stays under the pointer.
    const { top, height } = handle.getBoundingClientRect();
    window.scrollBy(0, top + height / 2 - y);
  };

  const finish = () => {
    if (start < 0) return;
    const moved = rowsOf().indexOf(row) !== start;
    start = -1;
    mark(false);
    if (moved) dropped();
  };

  const putBack = (event) => {
    if (event.key !== "Escape" || start < 0) return;
    event.preventDefault();
    for (let index = rowsOf().indexOf(row); index !== start; index = rowsOf().indexOf(row)) {
      step(row, index > start ? -1 : 1);
    }
    finish();
    cancelled();
  };

  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    started();
    start = rowsOf().indexOf(row);
    y = event.clientY;
    mark(true);
    requestAnimationFrame(frame);
  });
  handle.addEventListener("pointermove", (event) => {
    y = event.clientY;
    if (start >= 0) follow();
  });
  handle.addEventListener("pointerup", finish);
  handle.addEventListener("pointercancel", finish);
  handle.addEventListener("lostpointercapture", finish);
  document.addEventListener("keydown", putBack);
  return handle;
};
