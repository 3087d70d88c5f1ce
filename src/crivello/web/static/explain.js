// Printing is all that needs a script here.
"use strict";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});
const show = () => { for (const one of document.querySelectorAll("[data-print]")) one.hidden = false; };
show();
document.addEventListener("htmx:afterSettle", show);
