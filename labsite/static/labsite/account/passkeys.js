// Shows what needs passkeys where the browser has them, and says it in words when one could not be used.

if (window.PublicKeyCredential) {
  for (const element of document.querySelectorAll(".needs-passkeys")) element.hidden = false;
  for (const element of document.querySelectorAll(".without-passkeys")) element.hidden = true;
}

const said = document.createElement("p");
said.className = "errorlist";
said.setAttribute("role", "alert");
document.querySelector(".needs-passkeys")?.after(said);

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  said.textContent = document.querySelector("[data-failed]").dataset.failed;
});
