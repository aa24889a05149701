/* What django-markdownx's editor lacks: rows added later, a Tab key that leaves the field, a named preview, and words
   about a picture that was refused. */

/* An added row is a copy: marked as set up, but deaf. The widget's script sets up whatever isn't marked, once a run. */
document.addEventListener("formset:added", ({ target }) => {
  const editors = target.querySelectorAll(".markdownx-editor");
  if (!editors.length) return;
  editors.forEach((editor) => editor.removeAttribute("data-markdownx-init"));
  nameThePreviews(target);
  const script = document.createElement("script");
  script.src = document.querySelector("script[src*='markdownx/js/markdownx']").src;
  script.addEventListener("load", () => script.remove());
  document.head.append(script);
});

/* The widget would insert a tab, or double the line at Ctrl+D. */
document.addEventListener("keydown", (event) => {
  const taken = event.key === "Tab" || (event.key === "d" && (event.ctrlKey || event.metaKey));
  if (taken && event.target.matches?.(".markdownx-editor")) event.stopImmediatePropagation();
}, true);

const nameThePreviews = (part) => {
  for (const box of part.querySelectorAll(".markdownx")) {
    const label = box.querySelector(".markdownx-editor").labels[0]?.textContent.replace(/:\s*$/, "") ?? gettext("text");
    const preview = box.querySelector(".markdownx-preview");
    preview.setAttribute("role", "region");
    preview.setAttribute("aria-label", interpolate(gettext("Preview: %s"), [label]));
  }
};

/* The widget puts "Invalid response" into the text; the server's own words go beside it instead. */
document.addEventListener("markdownx.fileUploadError", ({ target, detail }) => {
  const editor = target.querySelector(".markdownx-editor");
  const { value, selectionStart, selectionEnd } = editor;
  queueMicrotask(() => {
    editor.value = value;
    editor.setSelectionRange(selectionStart, selectionEnd);
  });
  const words = target.querySelector(".upload-error") ?? document.createElement("p");
  words.className = "upload-error";
  words.setAttribute("role", "alert");
  words.textContent = Object.values(detail[0]).flat().join(" ");
  target.append(words);
}, true);

nameThePreviews(document);
