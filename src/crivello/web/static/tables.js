// Tables on every page: a row is one stop of the Tab key and the arrows move inside; columns are sorted, and rows
// found by name or first letter. Without scripts all links are stops, and the order is that of the page.
"use strict";

const rows = {
  OF: "table:is(.boards, .people, .grid-table)",
  FEW: 30, // rows, up to which a table needs no search

  all: (table) => [...table.tBodies].flatMap((body) => [...body.rows]),
  stops: (row) => [...row.querySelectorAll("a[href], button, input[type=checkbox]")].filter((one) => !one.disabled && one.checkVisibility()),
  main: (row) => row.querySelector(".res a, .seat, .who a, a[href], button, input[type=checkbox]"),

  // One stop for each row, except where something is typed in it.
  settle(row) {
    const all = row.querySelectorAll("a[href], button, input[type=checkbox]");
    if (all.length < 2 || row.querySelector("input:not([type=checkbox], [type=hidden]), select, textarea")) return;
    const main = rows.main(row);
    for (const one of all) if (one !== main) one.tabIndex = -1;
  },

  beside(row, down) {
    let next = row;
    do next = down ? next.nextElementSibling : next.previousElementSibling; while (next && (next.hidden || !rows.main(next)));
    return next;
  },

  walk(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !/^Arrow/.test(event.key)) return;
    const row = event.target.closest?.("tbody tr");
    if (!row?.closest(rows.OF) || !event.target.matches("a, button, input[type=checkbox]")) return;
    const here = rows.stops(row), at = here.indexOf(event.target);
    let to;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") to = here[at + (event.key === "ArrowRight" ? 1 : -1)];
    else {
      const next = rows.beside(row, event.key === "ArrowDown");
      if (next) to = event.target === rows.main(row) ? rows.main(next) : rows.stops(next)[at] ?? rows.main(next);
    }
    event.preventDefault();
    to?.focus();
    to?.scrollIntoView({ block: "nearest" });
  },
};
document.addEventListener("keydown", rows.walk);

// A name as lists are ordered: "GM Rossi, Anna" begins with R.
const withoutTitle = (text) => text.trim().replace(/^w?[gifc]m\s+/i, "");

// A heading is a button that sorts: once as is usual for the column, again the other way, then as the page had it.
const sorting = {
  OF: "table:is(.boards:not(.draft), #people, .grid-table.standings, .grid-table.by-name)",
  usual: new WeakMap(), // of a table: the ids of its rows
  chosen: new Map(), // of a page: the column and the direction

  value(row, column) {
    const cell = row.children[column];
    if (cell?.matches(".who, .white, .black")) return withoutTitle(cell.querySelector(".name")?.textContent ?? cell.textContent);
    const text = cell?.textContent.trim() ?? "";
    const number = /^([\d.]*)(½?)$/.exec(text.replace(",", "."));
    return number && text ? Number(number[1] || 0) + (number[2] ? .5 : 0) : text;
  },

  compare(one, other) {
    if ((one === "") !== (other === "")) return one === "" ? 1 : -1; // what is missing comes last
    if (typeof one === "number" && typeof other === "number") return one - other;
    return String(one).localeCompare(String(other), document.documentElement.lang, { numeric: true });
  },

  settle(table) {
    const heads = [...table.tHead.rows[0].cells];
    if (rows.all(table).length < 2) return;
    for (const [column, head] of heads.entries()) {
      if (head.querySelector("button, input, .hidden") || !head.textContent.trim()) continue;
      const button = document.createElement("button");
      button.className = "sort";
      button.textContent = head.textContent;
      button.onclick = () => sorting.press(table, column);
      head.replaceChildren(button);
    }
    if (!sorting.usual.has(table)) sorting.usual.set(table, rows.all(table).map((row) => row.id));
    const chosen = sorting.chosen.get(location.pathname);
    if (chosen) sorting.apply(table, chosen);
  },

  press(table, column) {
    const before = sorting.chosen.get(location.pathname);
    const first = sorting.first(table, column);
    let chosen = { column, up: first };
    if (before?.column === column) chosen = before.up === first ? { column, up: !first } : null;
    if (chosen) sorting.chosen.set(location.pathname, chosen);
    else sorting.chosen.delete(location.pathname);
    sorting.apply(table, chosen);
  },

  // Ranks, numbers and names begin with the lowest; points and ratings with the highest.
  first: (table, column) => !table.tHead.rows[0].cells[column].matches(".pts, .rating, .value, .n:not(.rank, .number, .table)"),

  apply(table, chosen) {
    for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
      if (chosen?.column === column) head.setAttribute("aria-sort", chosen.up ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    }
    const order = sorting.usual.get(table);
    const place = new Map(order.map((id, at) => [id, at]));
    const all = rows.all(table).map((row) => [row, chosen && sorting.value(row, chosen.column), place.get(row.id) ?? order.length]);
    all.sort(([, one, at], [, other, to]) => {
      const found = chosen ? sorting.compare(one, other) : 0;
      return (found && one !== "" && other !== "" && !chosen.up ? -found : found) || at - to;
    });
    table.tBodies[0].append(...all.map(([row]) => row));
  },
};

// A box above a table: only the rows whose name has what is typed, or begins with a letter, are shown.
const filter = {
  box: () => document.querySelector("input[data-filter]"),
  table: () => document.querySelector(".grid-table"),
  letters: () => document.querySelector("[data-letters]"),
  letter: "",

  fold: (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase(document.documentElement.lang),
  name: (row) => filter.fold(row.querySelector(".who")?.textContent.trim() ?? ""),
  family: (row) => withoutTitle(filter.name(row)),

  settle() {
    const box = filter.box(), table = filter.table();
    if (!box || !table) return;
    const all = rows.all(table), long = all.length > rows.FEW;
    const place = box.closest("[data-filter-box]");
    if (place) place.hidden = !long;
    const letters = filter.letters();
    if (letters) {
      letters.hidden = !long;
      if (long && !letters.children.length) {
        const found = [...new Set(all.map((row) => filter.family(row)[0]?.toLocaleUpperCase() ?? ""))].filter(Boolean);
        found.sort((one, other) => one.localeCompare(other, document.documentElement.lang));
        for (const one of found) {
          const button = document.createElement("button");
          Object.assign(button, { type: "button", textContent: one, onclick: () => filter.choose(one) });
          letters.append(button);
        }
      }
      for (const one of letters.children) one.setAttribute("aria-pressed", String(one.textContent === filter.letter));
    }
    filter.apply();
  },

  choose(letter) {
    filter.letter = filter.letter === letter ? "" : letter;
    filter.box().value = "";
    filter.settle();
  },

  apply() {
    const typed = filter.fold(filter.box().value.trim()), letter = filter.fold(filter.letter);
    for (const row of rows.all(filter.table())) {
      row.hidden = typed ? !filter.name(row).includes(typed) : letter ? !filter.family(row).startsWith(letter) : false;
    }
  },
};
document.addEventListener("input", ({ target }) => {
  if (target !== filter.box()) return;
  filter.letter = "";
  filter.settle();
});

function settleTables(root = document) {
  for (const table of root.querySelectorAll(rows.OF)) rows.all(table).forEach(rows.settle);
  for (const table of root.querySelectorAll(sorting.OF)) if (table.tHead) sorting.settle(table);
  filter.settle();
}
document.addEventListener("DOMContentLoaded", () => settleTables());
document.addEventListener("htmx:afterSettle", () => settleTables());
document.addEventListener("desk:part", ({ detail }) => { for (const part of detail.parts) if (part.matches("tr")) rows.settle(part); });
