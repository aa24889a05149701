/* Puts rows where their numbers say: the site shows those that were sent and not saved in the order they were sent in. */
export const byNumber = (rows, numberOf) => {
  let highest = 0;
  const places = new Map(rows.map((row) => {
    const place = numberOf(row) || highest; // a row without a number follows the one before it
    highest = Math.max(highest, place);
    return [row, place];
  }));
  return [...rows].sort((a, b) => places.get(a) - places.get(b));
};

/* Each row takes along what belongs to it, such as the words on what is wrong with it. */
export const rearrange = (rows, ordered, partsOf) => {
  if (rows.every((row, index) => row === ordered[index])) return;
  const parts = ordered.flatMap(partsOf);
  const mark = document.createComment("");
  partsOf(rows[0])[0].before(mark);
  mark.before(...parts);
  mark.remove();
};
