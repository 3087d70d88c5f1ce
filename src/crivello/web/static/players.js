// The page Players: roll-call at typing speed, ticks. What is typed is understood by the server alone.
"use strict";

const call = {
  table: () => document.getElementById("people"),
  box: () => document.getElementById("entry"),
  form: () => document.querySelector("[data-call-entry]"),
  link: (row) => row?.querySelector(".who a"),

  seen: () => JSON.parse(call.form()?.querySelector("[name=seen]").value ?? "{}"),

  takeAnswer(html, page) {
    if (!html) return desk.reload(); // more has changed than single players
    const ticked = new Set([...document.querySelectorAll(".people td input:checked")].map((one) => one.id));
    for (const part of desk.apply(html, page).touched) {
      const tick = part.querySelector("td.tick input");
      if (tick) tick.checked = ticked.has(tick.id);
      part.classList.add("fresh");
      setTimeout(() => part.classList.remove("fresh"), 1500);
    }
  },
};

// How this page shows an entry of the roll-call on its way, and its answer; unsent.js sends it.
unsent.here = {
  url: () => call.form()?.getAttribute("action") ?? "",
  sending: () => {},
  answer(sent, { status, html }, page) {
    call.takeAnswer(html, page);
    if (status === 409 && desk.giveBack(call.box(), sent.fields.entry)) unsent.remove(sent);
  },
};

function goOn(row) {
  const next = call.link(rows.beside(row, true));
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-call-entry]")) return;
  event.preventDefault();
  const box = call.box();
  const entry = box.value.trim();
  const { as } = event.target.elements;
  if (entry) unsent.add({ entry, as: as.value, seen: call.seen() }, `${call.form().querySelector("label").textContent}: ${entry} (${as.selectedOptions[0].text})`);
  box.value = "";
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === call.box()) {
    if (event.key === "ArrowDown" && call.table()) {
      event.preventDefault();
      call.link(call.table().querySelector("tbody tr.is-registered") ?? call.table().querySelector("tbody tr"))?.focus();
    }
    return;
  }
  if (event.key === "Escape") { call.box()?.focus(); return; }
  const row = event.target.closest?.(".people tbody tr[data-player]");
  if (!row || event.target.matches("input")) return;
  if (event.key === " ") {
    event.preventDefault();
    row.querySelector("td.tick input").click();
  } else if (call.form() && "cpx".includes(event.key.toLowerCase()) && event.key.length === 1) {
    event.preventDefault();
    const key = event.key.toLowerCase();
    unsent.add({ player: row.dataset.player, as: key, seen: call.seen() }, `${call.link(row).textContent} ${key}`);
    goOn(row);
  }
});

// One tick for all of a table; it means nothing without scripts, and is hidden then.
function ticks() {
  for (const all of document.querySelectorAll("[data-all]")) all.hidden = false;
}
document.addEventListener("change", (event) => {
  const id = event.target.dataset?.all;
  if (!id) return;
  for (const tick of document.querySelectorAll(`#${CSS.escape(id)} td.tick input`)) tick.checked = event.target.checked;
});
document.addEventListener("DOMContentLoaded", ticks);
document.addEventListener("htmx:afterSettle", ticks);

// The bar for several players says how many are ticked; the style sheet hides it while none is.
function countTicked() {
  const label = document.querySelector("[data-ticked]");
  if (!label) return;
  const count = document.querySelectorAll("td.tick input:checked").length;
  label.textContent = label.dataset.ticked.replace("{count}", count);
}
document.addEventListener("change", countTicked);
document.addEventListener("htmx:afterSettle", countTicked);

// A player of a rating list, chosen while the name was typed: the form is filled in.
document.addEventListener("click", ({ target }) => {
  const chosen = target.closest?.("[data-fill-in]");
  if (!chosen) return;
  const form = chosen.closest("form");
  for (const [name, value] of Object.entries(JSON.parse(chosen.dataset.fillIn))) {
    const field = form.elements.namedItem(name);
    if (field && value) field.value = value;
  }
  document.getElementById("similar").replaceChildren();
  form.querySelector("button.primary").focus();
});

async function catchUp() {
  const changes = document.querySelector("[data-changes]")?.dataset.changes;
  if (!changes) return;
  const page = desk.page();
  const response = await desk.get(`${changes}?since=${desk.sequence()}`);
  if (response.status === 205) desk.reload();
  else if (response.ok) {
    const html = await response.text();
    if (!pressing.held && !news.forms && unsent.isFragment(html)) call.takeAnswer(html, page);
  }
}
document.body?.setAttribute("data-own-news", "1");
document.addEventListener("desk:news", () => catchUp().catch(() => {}));
document.addEventListener("desk:connected", () => catchUp().catch(() => {}));
