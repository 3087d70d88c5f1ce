// The projector: as many rows as the screen has room for, then the next ones, and so on. What is
// new is fetched as soon as the news tells of it; the page stays where it is if it still exists.
"use strict";

document.body.dataset.ownNews = "1";

const hall = {
  box: () => document.getElementById("hall"),
  pages: [], // {part, from, to, per, columns}
  at: 0,
  paused: false,
  timer: 0,
  widths: { boards: 34, names: 27, standings: 34, codes: 17 }, // ems one column of a list wants
  narrow: { boards: 27, names: 17.5, standings: 21 }, // without points and opponents
  long: 120, // rows from which a list is narrow
  most: 8, // pages of one list, as far as smaller letters get there
  letters: [1, 0.9, 0.8, 0.7, 0.62], // how much smaller they may become

  // How many rows fit is measured, never assumed: type, screen and headings differ.
  layout() {
    const box = hall.box();
    const shown = hall.pages[hall.at];
    const kind = shown?.part.dataset.kind;
    const from = shown?.from || 0;
    box.classList.add("paging");
    document.getElementById("hall-foot").hidden = false;
    hall.pages = [];
    const parts = [...box.querySelectorAll(".part")];
    for (const part of parts) {
      for (const other of parts) other.hidden = other !== part;
      const rows = [...part.querySelectorAll("tbody tr")];
      if (!rows.length) continue;
      rows.forEach((row, index) => { row.hidden = index > 0; });
      part.classList.toggle("narrow", rows.length > hall.long && part.dataset.kind in hall.narrow);
      const { per, columns } = hall.fit(part, rows);
      for (let first = 0; first < rows.length; first += per * columns) {
        hall.pages.push({ part, from: first, to: Math.min(first + per * columns, rows.length), per });
      }
    }
    let at = hall.pages.findIndex((one) => one.part.dataset.kind === kind && from < one.to);
    if (at < 0) at = 0;
    hall.at = at;
    hall.show();
  },

  // A long list gets smaller letters, and so more columns and rows, until it has few pages.
  fit(part, rows) {
    const automatic = hall.box().classList.contains("automatic");
    let found;
    for (const size of automatic && part.dataset.kind !== "codes" ? hall.letters : [1]) {
      part.style.fontSize = size === 1 ? "" : `${size}em`;
      found = hall.measure(part, rows);
      if (found.count <= hall.most) break;
    }
    return found;
  },

  measure(part, rows) {
    const columns = hall.columns(part, rows.length);
    part.style.setProperty("--columns", columns);
    let height = rows[0].getBoundingClientRect().height || 1;
    const space = () => part.getBoundingClientRect().bottom - part.querySelector("tbody").getBoundingClientRect().top;
    const growth = hall.growth(part, space() / (height * rows.length), columns);
    if (growth > 1) {
      part.style.fontSize = `${growth}em`;
      height = rows[0].getBoundingClientRect().height;
    }
    const most = Math.max(1, Math.floor(space() / height));
    const count = Math.ceil(rows.length / (most * columns));
    return { columns, count, per: Math.min(most, Math.ceil(rows.length / count / columns)) };
  },

  wants(part) {
    const kind = part.dataset.kind;
    return part.classList.contains("narrow") ? hall.narrow[kind] : hall.widths[kind];
  },

  columns(part, rows) {
    const em = parseFloat(getComputedStyle(part).fontSize);
    const room = Math.floor(part.clientWidth / (em * hall.wants(part)));
    if (part.dataset.kind === "codes") return Math.max(1, Math.min(room, rows));
    return Math.max(1, Math.min(room, rows > 16 ? 6 : 1));
  },

  // A short list is written larger, as far as its lines have room.
  growth(part, high, columns) {
    const em = parseFloat(getComputedStyle(part).fontSize);
    const wide = part.clientWidth / (em * hall.wants(part));
    return columns > 1 || part.dataset.kind === "codes" ? 1 : Math.min(0.9 * high, wide, 1.8);
  },

  show() {
    const page = hall.pages[hall.at];
    if (!page) return;
    for (const part of hall.box().querySelectorAll(".part")) {
      part.hidden = part !== page.part;
      part.classList.remove("turned");
    }
    page.part.style.setProperty("--per", page.per);
    page.part.querySelectorAll("tbody tr").forEach((row, index) => {
      row.hidden = index < page.from || index >= page.to;
    });
    const own = hall.pages.filter((one) => one.part === page.part);
    const place = own.length > 1 ? [hall.range(page), `${own.indexOf(page) + 1} / ${own.length}`] : [];
    page.part.querySelector(".place").textContent = place.filter(Boolean).join(" · ");
    hall.box().dataset.page = hall.at + 1;
    hall.box().dataset.pages = hall.pages.length;
  },

  // From which row to which: the beginning of a name, or a number.
  range(page) {
    const rows = page.part.querySelectorAll("tbody tr");
    const [first, last] = [rows[page.from], rows[page.to - 1]].map((row) => row.cells[0].textContent.trim());
    if (page.part.dataset.kind === "codes") return "";
    return page.part.dataset.kind === "names" ? `${first.slice(0, 4)} – ${last.slice(0, 4)}` : `${first} – ${last}`;
  },

  turn(step) {
    if (hall.pages.length < 2) return;
    hall.at = (hall.at + step + hall.pages.length) % hall.pages.length;
    hall.show();
    hall.pages[hall.at].part.classList.add("turned");
    hall.wait();
  },

  wait() {
    clearTimeout(hall.timer);
    const bar = document.getElementById("bar-time");
    bar.classList.remove("run");
    if (hall.paused || hall.pages.length < 2) return;
    const seconds = Number(hall.box().dataset.seconds);
    bar.style.setProperty("--seconds", `${seconds}s`);
    void bar.offsetWidth; // starts the bar again
    bar.classList.add("run");
    hall.timer = setTimeout(() => hall.turn(1), seconds * 1000);
  },

  pause(paused = !hall.paused) {
    hall.paused = paused;
    hall.box().classList.toggle("paused", paused);
    document.querySelector("[data-pause]").setAttribute("aria-pressed", paused);
    hall.wait();
  },

  // What is new; several news at once are one fetch.
  async refresh() {
    if (hall.fetching) { hall.again = true; return; }
    hall.fetching = true;
    try {
      const url = new URL(location.href);
      url.searchParams.set("have", hall.box().dataset.state);
      const response = await fetch(url, { cache: "no-store" });
      if (!response.ok) throw new Error(response.status);
      const text = await response.text();
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("hall");
      if (fresh) hall.take(document.importNode(fresh, true));
    } catch { /* the next news, or the next connection, asks again */ }
    hall.fetching = false;
    if (hall.again) { hall.again = false; hall.refresh(); }
  },

  take(fresh) {
    const old = hall.box();
    if ("same" in fresh.dataset) { // only announcements are new
      old.querySelector("#announcements").replaceWith(fresh.querySelector("#announcements"));
      old.dataset.sequence = fresh.dataset.sequence;
      desk.page().dataset.sequence = Math.max(desk.sequence(), Number(fresh.dataset.sequence));
      return;
    }
    const before = [...old.querySelectorAll(".boards tbody tr")].map((row) => row.textContent);
    const focused = document.activeElement?.closest?.(".hall-foot button");
    const place = focused ? [...focused.parentElement.children].indexOf(focused) : -1;
    const round = old.dataset.round;
    old.replaceWith(fresh);
    desk.page().dataset.sequence = Math.max(desk.sequence(), Number(fresh.dataset.sequence));
    if (fresh.dataset.round !== round) hall.pages = []; // a new round begins at its first page
    else {
      [...fresh.querySelectorAll(".boards tbody tr")].forEach((row, index) => {
        row.classList.toggle("fresh", before.length > index && row.textContent !== before[index]);
      });
    }
    hall.layout();
    fresh.classList.toggle("paused", hall.paused);
    document.querySelector("[data-pause]").setAttribute("aria-pressed", hall.paused);
    if (place >= 0) document.getElementById("hall-foot").children[place]?.focus();
    hall.wait();
  },
};

document.addEventListener("desk:news", () => hall.refresh());
document.addEventListener("desk:connected", () => hall.refresh());
document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".hall-foot button");
  if (!button) return;
  if ("pause" in button.dataset) hall.pause();
  else if ("full" in button.dataset) hall.full();
  else hall.turn(Number(button.dataset.go));
});
hall.full = () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const does = { " ": () => hall.pause(), ArrowRight: () => hall.turn(1), PageDown: () => hall.turn(1), ArrowLeft: () => hall.turn(-1), PageUp: () => hall.turn(-1), f: () => hall.full() }[event.key];
  if (!does || (event.key === " " && event.target.closest?.("button:not([data-pause])"))) return;
  event.preventDefault();
  does();
});
let resized = 0;
addEventListener("resize", () => { clearTimeout(resized); resized = setTimeout(() => hall.layout(), 100); });
hall.layout();
hall.wait();
