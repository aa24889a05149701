/* Signing in within a form that waits to be saved: what can't be shown in its frame opens a window of its own. */
if (window.top !== window) {
  document.documentElement.classList.add("in-place");
  for (const way of document.querySelectorAll("a, .other-ways form")) way.target = "_blank";
}

if (document.querySelector("[data-signed-in]")) {
  new BroadcastChannel("signed-in").postMessage("");
  window.close();
}
