// The page Round: results at typing speed. What is typed is understood by the server alone; here it
// is only handed over along with what the page shows.
"use strict";

const round = {
  table: () => document.getElementById("boards"),
  box: () => document.getElementById("entry"),
  row: (number) => document.getElementById(`t${number}`),
  link: (row) => row?.querySelector(".res a"),
  prefix: "", // the first of two keys: u, then the result
};

// How this page shows an entry on its way, and its answer; unsent.js sends it.
unsent.here = {
  url: () => `${round.table()?.dataset.url}/result`,
  sending: ({ fields }) => round.row(fields.table)?.classList.add("sending"),

  answer(sent, { status, html }, page) {
    const { entry, turned } = sent.fields;
    const { touched, complete } = desk.apply(html, page);
    for (const part of touched) {
      part.classList.add("fresh");
      setTimeout(() => part.classList.remove("fresh"), 1500);
    }
    document.querySelectorAll("tr.sending").forEach((row) => row.classList.remove("sending"));
    const yes = document.getElementById("ask-yes");
    if (yes) { if (!round.box()?.value) yes.focus(); } // somebody who types on has not seen the question
    else if (complete) desk.reload(); // the next step is at hand
    else if (status === 409 && desk.giveBack(round.box(), entry)) {
      unsent.remove(sent);
      const tick = document.getElementById("turned");
      if (turned && tick) tick.checked = true;
    }
  },
};

// What the page shows of the round and of a board goes along, so that a stale page is refused.
function fields(row) {
  const seen = JSON.parse(document.querySelector("[data-entry] [name=seen]")?.value ?? "{}");
  if (!row) return { seen };
  return { table: row.dataset.table, seen: { ...seen, shown: "", ...JSON.parse(row.dataset.seen) } };
}

// The entry as it is listed while it waits: the round, the table and the players as the page showed them.
function label(row, typed) {
  const round_ = round.table()?.caption?.textContent.trim() ?? "";
  if (!row) return `${round_}: ${typed}`;
  const name = (side) => [".no", ".name"].map((part) => row.querySelector(`.${side} ${part}`).textContent.trim()).join(" ").replace(/\s+/g, " ");
  return `${round_}, ${row.dataset.table}. ${name("white")} – ${name("black")}: ${typed}`;
}

// The tick "colours reversed" is for one result.
function takeTick() {
  const tick = document.getElementById("turned");
  if (!tick?.checked) return {};
  tick.checked = false;
  return { turned: "1" };
}

function type(text) {
  const table = /^\s*(\d+)/.exec(text)?.[1];
  const row = table && round.row(table);
  unsent.add({ entry: text, ...fields(row), ...takeTick() }, label(row, text.trim()));
}

function press(row, key) {
  unsent.add({ result: key, ...fields(row), ...takeTick() }, label(row, key));
}

function goOn(row) {
  const next = round.link(rows.beside(row, true));
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

const SINGLE = "1=0+-fzwbax";
const AFTER_U = "1=0zwb";

document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-entry]")) {
    event.preventDefault();
    const box = round.box();
    if (box.value.trim()) type(box.value);
    box.value = "";
  } else if (event.target.matches("[data-ask]") && event.target.elements.result && round.table()?.hasAttribute("data-enter")) {
    event.preventDefault();
    event.stopPropagation(); // to the form itself, which would send it too
    const answer = Object.fromEntries(new FormData(event.target));
    const seen = JSON.parse(answer.seen), row = document.querySelector(`tr[data-board="${seen.board}"]`);
    desk.dismiss();
    unsent.add({ ...answer, seen, table: row?.dataset.table ?? "" }, label(row, answer.result));
    round.box()?.focus();
  }
}, true);

document.addEventListener("keydown", (event) => {
  const table = round.table();
  if (!table?.hasAttribute("data-enter") || event.ctrlKey || event.metaKey || event.altKey) return;
  const box = round.box();
  if (event.target === box) {
    if (event.key === "ArrowDown" && !box.value) {
      event.preventDefault();
      const first = table.querySelector("tr.open") ?? table.querySelector("tbody tr");
      round.link(first)?.focus();
    }
    return;
  }
  if (event.key === "Escape") { round.prefix = ""; box.focus(); return; }
  if (event.target.id === "ask-yes" && event.key.length === 1) {
    // The next entry, typed on: the space in it must not answer the question.
    event.preventDefault();
    box.value += event.key;
    box.focus();
    return;
  }
  const row = event.target.closest?.("#boards tbody tr");
  if (!row) return;
  const key = event.key === "Delete" || event.key === "Backspace" ? "x" : event.key.toLowerCase();
  if (round.prefix === "u" && AFTER_U.includes(key)) {
    event.preventDefault();
    round.prefix = "";
    press(row, `u${key}`);
    goOn(row);
  } else if (key === "u") {
    event.preventDefault();
    round.prefix = "u";
  } else if (key.length === 1 && (SINGLE.includes(key) || key === "5")) {
    event.preventDefault();
    round.prefix = "";
    press(row, key === "5" ? "=" : key);
    goOn(row);
  }
});

// Others enter results too: only the boards that have changed are asked for.
async function catchUp() {
  const table = round.table();
  if (!table?.dataset.url) return desk.reload();
  const page = desk.page();
  const response = await desk.get(`${table.dataset.url}/changes?since=${desk.sequence()}`);
  if (response.status === 205) desk.reload();
  else if (response.ok) {
    const html = await response.text();
    if (pressing.held || news.forms || !unsent.isFragment(html)) return; // asked for again afterwards
    const before = document.querySelectorAll("tr.open").length;
    const { complete } = desk.apply(html, page);
    if (complete && before) desk.reload();
  }
}

document.body?.setAttribute("data-own-news", "1");
document.addEventListener("desk:news", () => catchUp().catch(() => {}));
document.addEventListener("desk:connected", () => catchUp().catch(() => {}));

// A draft: players change places by dragging, or picked up and put down with Enter; c turns colours.
const seats = {
  form: () => document.getElementById("by-hand"),
  picked: null,
  with: null,

  pick(seat) {
    seats.picked?.setAttribute("aria-pressed", "false");
    seats.picked = seats.picked === seat ? null : seat;
    seats.picked?.setAttribute("aria-pressed", "true");
    seats.with?.setAttribute("aria-pressed", "false");
    seats.with = null;
    seats.show();
  },

  // Two are chosen: they change places with a click on "Swap", not before.
  pair(other) {
    seats.with?.setAttribute("aria-pressed", "false");
    seats.with = seats.with === other ? null : other;
    seats.with?.setAttribute("aria-pressed", "true");
    seats.show();
    if (seats.with) seats.bar()?.querySelector("button").focus();
  },

  bar: () => document.getElementById("swap"),
  name: (seat) => [".no", ".name"].map((part) => seat.querySelector(part).textContent.trim()).join(" ").replace(/\s+/g, " "),

  show() {
    const bar = seats.bar();
    if (!bar) return;
    if (!seats.picked?.isConnected || (seats.with && !seats.with.isConnected)) Object.assign(seats, { picked: null, with: null });
    const button = bar.querySelector("button"), one = seats.picked && seats.name(seats.picked);
    bar.hidden = false;
    button.hidden = !seats.with;
    bar.querySelector("span").textContent = seats.with ? "" : one ? bar.dataset.one.replace("{one}", one) : bar.dataset.none;
    if (seats.with) button.textContent = button.dataset.swap.replace("{one}", one).replace("{two}", seats.name(seats.with));
  },

  // What is chosen waits in the form, which asks for more.
  askForMore(form) {
    for (const name of ["rearrangement", "one", "other"]) form.elements[name].dispatchEvent(new Event("input", { bubbles: true }));
    seats.pick(seats.picked);
    form.elements.case.focus();
  },

  change(rearrangement, one, other) {
    const form = seats.form();
    form.elements.rearrangement.value = rearrangement;
    form.elements.one.value = one;
    form.elements.other.value = other ?? one;
    if (form.hasAttribute("data-fill")) {
      seats.askForMore(form);
      return;
    }
    Object.assign(seats, { picked: null, with: null });
    form.requestSubmit();
  },
};

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-swap]")) return void seats.change("swap", seats.picked.dataset.player, seats.with.dataset.player);
  const seat = event.target.closest?.(".seat");
  if (!seat || !seats.form()) return;
  if (!seats.picked || seats.picked === seat) seats.pick(seat);
  else if (seats.bar()) seats.pair(seat);
  else seats.change("swap", seats.picked.dataset.player, seat.dataset.player); // into the form, which has a button
});
document.addEventListener("DOMContentLoaded", seats.show);
document.addEventListener("htmx:afterSettle", seats.show);
document.addEventListener("keydown", (event) => {
  const seat = event.target.closest?.(".seat");
  if (!seat || !seats.form() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "c") seats.change("turn", seat.dataset.player);
  else if (event.key === "Escape" && seats.picked) seats.pick(seats.picked);
});
document.addEventListener("dragstart", (event) => {
  const seat = event.target.closest?.(".seat");
  if (seat) event.dataTransfer.setData("text/x-player", seat.dataset.player);
});
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    const seat = event.target.closest?.(".seat");
    if (!seat || !seats.form()) return;
    event.preventDefault();
    seat.classList.toggle("over", name === "dragover");
    const player = name === "drop" && event.dataTransfer.getData("text/x-player");
    if (player && player !== seat.dataset.player) seats.change("swap", player, seat.dataset.player);
  });
}
