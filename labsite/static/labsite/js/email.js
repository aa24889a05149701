/* E-mail addresses are written in words for those who harvest them; people get a link. */
for (const words of document.querySelectorAll("[data-email]")) {
  const address = words.dataset.email.replace(" ", "@");
  const link = document.createElement("a");
  link.href = `mailto:${address}`;
  link.textContent = address;
  words.replaceChildren(link);
}
