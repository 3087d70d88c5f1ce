// The page: it keeps what is open and what is asked, and shows what the engine answers.

import { SIZES } from "./sizes.js";

const LONGEST = 60_000; // milliseconds for one answer; then the engine is started again
const LARGEST = 2_000_000; // bytes of a file, as in page_session.py
const LONGEST_ADDRESS = 30_000; // letters of an address that can still be sent to somebody

const byId = (id) => document.getElementById(id);
const words = Object.fromEntries(
  [...byId("words").content.querySelectorAll("[data-word]")].map((one) => [one.dataset.word, one.textContent]),
);
const say = (key, values = {}) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words[key]);

// What is shown: the source is {example}, {text, name} or {bracket: {…}}; fields: those of the view.
let state = { source: { example: "fourteen" }, view: "round", round: null, system: "", fields: {} };

// The engine

let worker;
let ready;
let number = 0;
const waiting = new Map();
let seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;

function start() {
  worker = new Worker("worker.js", { type: "module" });
  ready = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if ("progress" in data) byId("progress").value = data.progress;
      else if (data.ready) resolve();
      else if ("failed" in data) reject(new Error(data.failed));
      else waiting.get(data.id)?.(data);
    };
    worker.onerror = (event) => reject(new Error(event.message || "worker"));
  });
  worker.postMessage({ language: document.documentElement.lang, sizes: SIZES });
  ready.then(
    () => { byId("engine").hidden = true; document.body.dataset.engine = "ready"; },
    (error) => { byId("progress").hidden = true; byId("engine-text").textContent = say("failed", { error: error.message }); },
  );
}

async function ask(request) {
  await ready;
  const id = ++number;
  const reply = await new Promise((resolve) => {
    const clock = setTimeout(() => resolve({ late: true }), LONGEST);
    waiting.set(id, (data) => { clearTimeout(clock); resolve(data); });
    worker.postMessage({ id, request });
  });
  waiting.delete(id);
  if (reply.late || "crashed" in reply) {
    worker.terminate();
    opened = "";
    start();
    return { error: element("p", reply.late ? say("late", { seconds: LONGEST / 1000 }) : say("crashed", { error: reply.crashed })).outerHTML };
  }
  return reply.reply;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

// Answers

let opened = ""; // which source the engine has open
let asked = 0; // only the last question is shown

async function open() {
  const source = JSON.stringify(state.source);
  if (opened === source) return true;
  const found = await ask({ ask: "open", ...state.source });
  if (found.error) {
    complain(found.error, found.repairable);
    return false;
  }
  opened = source;
  byId("title").textContent = found.title;
  byId("about").textContent = found.about;
  byId("notes").innerHTML = found.notes;
  fill(byId("system"), found.systems, state.system || found.system);
  fill(byId("round"), found.rounds.map((one) => [one, one]), state.round ?? found.round);
  state.round = Number(byId("round").value) || 0;
  return true;
}

function fill(list, options, chosen) {
  list.replaceChildren(...options.map(([value, text]) => new Option(text, value, false, String(value) === String(chosen))));
}

async function show() {
  const mine = ++asked;
  const panel = byId("answer");
  panel.setAttribute("aria-busy", "true");
  byId("trouble").hidden = true;
  const practice = state.view === "exercise";
  const bracket = "bracket" in state.source;
  byId("chosen").hidden = practice || bracket;
  byId("notes").hidden = practice || bracket;
  let found;
  if (practice) found = await ask({ ask: "exercise", ...state.fields, exercise: state.exercise, seed: seed++ });
  else if (bracket) found = await ask({ ask: "bracket", ...state.source.bracket });
  else if (await open()) found = await ask({ ask: "view", view: state.view, round: state.round, system: state.system, ...state.fields });
  if (mine !== asked) return;
  panel.removeAttribute("aria-busy");
  if (!found) return;
  if (found.error) complain(found.error);
  else {
    panel.innerHTML = found.html;
    panel.querySelectorAll("table.explanation-table").forEach(addStepper);
    if (practice) {
      state.exercise = found.exercise;
      history.replaceState(null, "", await address());
      panel.querySelector("[name=answer]")?.focus({ preventScroll: true });
    }
  }
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const here = tab.dataset.view === state.view && !bracket;
    tab.setAttribute("aria-selected", String(here));
    tab.tabIndex = here || (bracket && tab.dataset.view === "round") ? 0 : -1;
    if (here) panel.setAttribute("aria-labelledby", tab.id);
  }
  if (bracket && !practice) byId("title").textContent = state.source.bracket.text;
}

function complain(html, repairable = false) {
  const box = byId("trouble");
  box.innerHTML = html;
  if (repairable) {
    const button = element("button", say("repair"));
    button.onclick = () => { state.source.tolerant = true; go(); };
    box.append(button);
  }
  box.hidden = false;
  byId("answer").removeAttribute("aria-busy");
}

// Show the state, and keep it in the address, which no server sees.
async function go() {
  byId("answer").setAttribute("aria-busy", "true");
  history.replaceState(null, "", await address());
  await show();
}

// A table of candidates is read one candidate after the other.
function addStepper(table) {
  const rows = [...table.tBodies[0].rows];
  if (!rows.some((row) => row.classList.contains("chosen")) || rows.length < 2) return;
  const bar = document.createElement("div");
  bar.className = "stepper";
  const count = element("span", "");
  count.setAttribute("role", "status");
  const decision = rows.findIndex((row) => row.classList.contains("chosen"));
  let at = rows.length - 1;
  const move = (to) => {
    at = Math.max(0, Math.min(rows.length - 1, to));
    rows.forEach((row, place) => {
      row.toggleAttribute("data-later", place > at);
      row.toggleAttribute("data-now", place === at);
    });
    count.textContent = say("candidate", { number: at + 1, count: rows.length });
  };
  for (const [word, step] of [["first", () => 0], ["back", () => at - 1], ["next", () => at + 1], ["decision", () => decision]]) {
    const button = element("button", say(word));
    button.type = "button";
    button.onclick = () => move(step());
    bar.append(button);
  }
  bar.append(count);
  table.before(bar);
  move(rows.length - 1);
  rows.forEach((row) => row.removeAttribute("data-now"));
}

// The address: what is open and what is asked, packed, after the #

async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

async function address() {
  const shared = { ...state, fields: state.view === "exercise" ? {} : state.fields, exercise: state.view === "exercise" ? state.exercise : undefined };
  const packed = await pack(JSON.stringify(shared));
  return packed.length > LONGEST_ADDRESS ? location.pathname + location.search : `#${packed}`;
}

async function readAddress() {
  if (location.hash.length < 2 || location.hash.startsWith("#main")) return;
  try {
    const found = JSON.parse(await unpack(location.hash.slice(1)));
    if (found && typeof found.source === "object" && typeof found.view === "string") {
      state = { ...state, ...found };
      opened = "";
    }
  } catch {
    complain(element("p", say("address")).outerHTML);
  }
}

// What the visitor does

function openFile(text, name) {
  state = { ...state, source: { text, name }, view: "round", round: null, system: "", fields: {} };
  byId("example").value = "";
  go();
}

async function readFile(file) {
  if (!file) return;
  if (file.size > LARGEST) {
    complain(element("p", say("large", { found: file.size, most: LARGEST })).outerHTML);
    return;
  }
  const bytes = await file.arrayBuffer();
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder("windows-1252").decode(bytes);
  }
  openFile(text, file.name);
}

byId("example").onchange = ({ target }) => {
  if (!target.value) return;
  state = { ...state, source: { example: target.value }, view: "round", round: null, system: "", fields: {} };
  go();
};
byId("file").onchange = ({ target }) => readFile(target.files[0]);
byId("paste-form").onsubmit = (event) => {
  event.preventDefault();
  openFile(event.target.elements.text.value, "");
};
byId("typed-form").onsubmit = (event) => {
  event.preventDefault();
  state = { ...state, source: { bracket: Object.fromEntries(new FormData(event.target)) }, view: "round", fields: {} };
  byId("example").value = "";
  go();
};
byId("system").onchange = ({ target }) => { state.system = target.value; go(); };
byId("round").onchange = ({ target }) => turn(Number(target.value));
byId("earlier").onclick = () => turn(state.round - 1);
byId("later").onclick = () => turn(state.round + 1);
byId("print").onclick = () => window.print();
byId("share").onclick = async ({ target }) => {
  const place = await address();
  if (!place.startsWith("#")) {
    complain(element("p", say("long")).outerHTML);
    return;
  }
  try {
    await navigator.clipboard.writeText(new URL(place, location.href).href);
    target.textContent = say("copied");
  } catch {
    complain(element("p", say("bar")).outerHTML);
  }
};

function turn(round) {
  if (![...byId("round").options].some((one) => Number(one.value) === round)) return;
  byId("round").value = round;
  state = { ...state, round, fields: {} };
  go();
}

function choose(view) {
  if ("bracket" in state.source && view !== "exercise") state.source = { example: "fourteen" };
  if ("example" in state.source) byId("example").value = state.source.example;
  state = { ...state, view, fields: {} };
  go();
}

byId("tabs").addEventListener("click", ({ target }) => {
  if (target.role === "tab") choose(target.dataset.view);
});
byId("tabs").addEventListener("keydown", (event) => {
  if (event.target.role !== "tab" || !["ArrowRight", "ArrowLeft"].includes(event.key)) return;
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const next = tabs.at((tabs.indexOf(event.target) + (event.key === "ArrowRight" ? 1 : -1)) % tabs.length);
  next.focus();
  choose(next.dataset.view);
});
byId("answer").addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target, event.submitter));
  const kept = event.target.dataset.view === "exercise" ? state.fields : {};
  state.fields = { ...kept, do: "", answer: "", ...fields };
  go();
});
byId("answer").addEventListener("change", ({ target }) => {
  if (target.tagName === "SELECT" && target.form?.hasAttribute("data-at-once")) target.form.requestSubmit();
});
byId("answer").addEventListener("click", (event) => {
  const player = event.target.closest?.("a[href^='#player-']");
  if (!player) return;
  event.preventDefault();
  state = { ...state, view: "player", fields: { player: player.getAttribute("href").slice("#player-".length) } };
  go();
});
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  readFile(event.dataTransfer.files[0]);
});
for (const link of document.querySelectorAll("[data-language]")) {
  link.addEventListener("click", () => { link.hash = location.hash; });
}
addEventListener("hashchange", async () => { await readAddress(); show(); });

document.querySelectorAll("#answer table.explanation-table").forEach(addStepper);
start();
await readAddress();
if (location.hash.length > 1) show();
else open();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("service_worker.js").catch(() => {});
