// What every page does: hear the news, show answers, survive a restart of the desk.
"use strict";

const BRIEFLY = 8000; // milliseconds

const desk = {
  page: () => document.getElementById("page"),
  file: () => desk.page().dataset.file,
  sequence: () => Number(desk.page().dataset.sequence),

  // A fragment: each of its elements with an id replaces the one of that id in the page. If the
  // page it was asked for is gone, or newer by now, only the answer in it is shown.
  apply(html, page) {
    const box = document.createElement("template");
    box.innerHTML = html;
    const top = box.content.firstElementChild;
    const touched = [];
    const late = page !== desk.page() || Number(top?.dataset.sequence) < desk.sequence();
    for (const part of [...box.content.querySelectorAll("[id]")]) {
      const old = document.getElementById(part.id);
      if (!old || part.parentElement.closest("[id]")) continue;
      if (part.id === "outcome") { old.replaceChildren(...part.childNodes); window.htmx?.process(old); desk.settleAnswer(); continue; }
      if (late) continue;
      const focused = old.contains(document.activeElement) && document.activeElement;
      old.replaceWith(part);
      window.htmx?.process(part);
      if (focused) (document.getElementById(focused.id) ?? part.querySelector("a, button, input"))?.focus();
      touched.push(part);
    }
    if (!late && top?.dataset.sequence) desk.page().dataset.sequence = top.dataset.sequence;
    desk.tell("desk:part", { parts: touched });
    return { touched, complete: !late && top ? "complete" in top.dataset : false };
  },

  // To all who listen, on the document or as `desk:… from:body` in a template.
  tell(name, detail = {}) {
    document.body.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  },

  async get(url) {
    return fetch(url, { headers: { "X-Fragment": "1" }, cache: "no-store" });
  },

  post(url, fields) {
    const headers = { "X-Fragment": "1", "X-CSRF-Token": document.body.dataset.csrf };
    return fetch(url, { method: "POST", headers, body: new URLSearchParams(fields) });
  },

  reload() {
    const swap = { target: "#page", select: "#page", swap: "outerHTML" };
    window.htmx?.ajax("GET", location.pathname + location.search, swap).catch(() => {}); // reported by htmx:sendError
  },

  // A line that was typed and refused comes back, unless somebody has typed on.
  giveBack(box, typed) {
    if (!box || !typed || box.value) return false;
    box.value = typed;
    box.setAttribute("aria-invalid", "true");
    box.focus();
    box.select();
    return true;
  },

  // The answer of the desk has just been put into its place. One that is brief goes by itself, but
  // not while somebody points at it.
  settleAnswer() {
    for (const button of document.querySelectorAll("[data-dismiss]")) button.hidden = false;
    clearTimeout(desk.leaving);
    if (document.querySelector(".message[data-brief]")) desk.leaving = setTimeout(desk.leave, BRIEFLY);
  },

  leave() {
    const held = document.querySelector(".message:hover, .message:focus-within");
    if (held) desk.leaving = setTimeout(desk.leave, BRIEFLY);
    else desk.dismiss();
  },

  dismiss() {
    clearTimeout(desk.leaving);
    document.getElementById("outcome").replaceChildren();
    desk.tell("desk:dismissed");
  },

  say(text) {
    document.getElementById("link").textContent = text;
  },
};
window.desk = desk;

// Between pressing and letting go nothing moves: what is replaced meanwhile gets no click.
const pressing = {
  TAP: 350, // milliseconds: the click of a finger comes after it has gone
  LONGEST: 10000, // who has not let go by then perhaps did so where no page hears it
  held: false,
  waiting: [],

  begin() {
    pressing.end(pressing.LONGEST);
    pressing.held = true;
  },

  end(delay = 0) {
    clearTimeout(pressing.ending);
    pressing.ending = setTimeout(() => {
      pressing.held = false;
      for (const go of pressing.waiting.splice(0)) go();
      news.catchUp();
    }, delay);
  },

  // Wait for it before anything is replaced.
  over: () => new Promise((resolve) => { if (pressing.held) pressing.waiting.push(resolve); else resolve(); }),
};
addEventListener("pointerdown", pressing.begin);
addEventListener("keydown", ({ code }) => { if (code === "Space") pressing.begin(); });
addEventListener("pointerup", ({ pointerType }) => pressing.end(pointerType === "mouse" ? 0 : pressing.TAP));
for (const name of ["keyup", "click", "change", "pointercancel", "contextmenu", "blur"]) addEventListener(name, () => pressing.end());

// The news: one stream for all tabs of a browser. The tab that holds the lock listens and passes it on.
const news = {
  lost: false,

  under: 0, // answers to forms on their way: they bring the new state, and must not be overtaken
  forms: 0,
  leaving: [], // answers that lead to another page, until all forms are answered
  due: false, // the page was not put into its place, because a form was on its way
  stale: false, // live parts are to be asked for again, however far they have come
  last: 0,

  all: new Map(), // of a page about all files: how far each has come

  hear({ file, sequence }) {
    if (desk.file() === "*") {
      if (news.all.get(file) === sequence) return;
      news.all.set(file, sequence);
      news.stale = true;
    } else if (file === desk.file()) news.last = Math.max(news.last, sequence);
    else return;
    news.look();
  },

  // Never while a request is under way: the part that is replaced by its answer would be asked.
  look() {
    if (news.under || pressing.held) return;
    if (news.stale) { news.stale = false; desk.tell("desk:change"); }
    if (!news.under && news.last > desk.sequence()) desk.tell("desk:news", { sequence: news.last });
  },

  beginRequest(form) {
    news.under += 1;
    news.forms += form;
  },

  endRequest(form) {
    news.under -= 1;
    news.forms -= form;
    if (!news.forms) for (const go of news.leaving.splice(0)) go();
    setTimeout(news.catchUp);
  },

  formsAnswered: () => new Promise((resolve) => { if (news.forms) news.leaving.push(resolve); else resolve(); }),

  catchUp() {
    if (news.under || pressing.held) return;
    if (news.due) { news.due = false; desk.reload(); } else news.look();
  },

  // After a connection anything may have been missed: every page asks for what is new.
  connected() {
    if (news.lost) desk.say("");
    news.lost = false;
    desk.tell("desk:connected");
  },

  disconnected() {
    news.lost = true;
    desk.say(document.getElementById("link").dataset.lost);
    desk.tell("desk:lost");
  },

  begin() {
    if (!desk.file()) return;
    if (!("EventSource" in window)) return void setInterval(() => news.ask((kind, detail) => news[kind](detail)), 2000);
    if (!navigator.locks || !("BroadcastChannel" in window)) return news.listen(() => {});
    const channel = news.channel = new BroadcastChannel("crivello-events");
    channel.onmessage = ({ data }) => news[data.kind](data.detail);
    news.passSession();
    navigator.locks.request("crivello-events", () => new Promise(() => {
      news.listen((kind, detail) => channel.postMessage({ kind, detail }));
    }));
  },

  // A stream hears what its session may hear. The tab that has it begins another for a new session.
  useSession() {},
  passSession() {
    const token = document.body.dataset.csrf;
    news.useSession(token);
    news.channel?.postMessage({ kind: "useSession", detail: token });
  },

  listen(pass) {
    let source, gone = false, asking = 0, used = document.body.dataset.csrf;
    news.useSession = (token) => {
      if (!token || token === used) return;
      used = token;
      source.close();
      open();
    };
    const both = (kind, detail) => { if (!gone) { news[kind](detail); pass(kind, detail); } };
    const ask = () => news.ask((kind, detail) => { if (asking) both(kind, detail); });
    const open = () => {
      if (gone) return;
      asking ||= setInterval(ask, 2000); // until there is a stream: perhaps none comes through
      source = new EventSource("/events");
      source.onopen = () => { clearInterval(asking); asking = 0; both("connected"); };
      source.addEventListener("change", (event) => both("hear", JSON.parse(event.data)));
      source.onerror = () => {
        asking ||= setInterval(ask, 2000);
        ask(); // has the desk stopped, or only the stream?
        // An answer that is no stream ends it for good; so a new one is begun.
        if (source.readyState === EventSource.CLOSED) setTimeout(open, 1000);
      };
    };
    open();
    addEventListener("pagehide", () => { gone = true; clearInterval(asking); source.close(); });
  },

  // How far each file has come, asked for where no stream says so.
  async ask(tell) {
    try {
      const latest = await (await fetch("/events/now", { cache: "no-store" })).json();
      if (news.lost) tell("connected");
      for (const [file, sequence] of Object.entries(latest)) tell("hear", { file, sequence });
    } catch { if (!news.lost) tell("disconnected"); }
  },
};

document.addEventListener("DOMContentLoaded", () => {
  desk.settleAnswer();
  keepRefused();
  news.begin();
  const url = new URL(location.href);
  if (url.searchParams.has("answer") || url.searchParams.has("started")) {
    url.searchParams.delete("answer");
    url.searchParams.delete("started");
    history.replaceState(history.state, "", url);
  }
});

// Parts marked `live` load themselves again; a page may do better and stop the event (round.js).
document.addEventListener("desk:news", ({ detail }) => {
  if (document.body.dataset.ownNews) return;
  desk.page().dataset.sequence = detail.sequence;
  desk.tell("desk:change");
});
document.addEventListener("desk:connected", () => {
  if (document.body.dataset.ownNews) return;
  news.stale = true;
  news.look();
});

// A page or a part that loads itself again keeps what was typed and ticked, what is unfolded, and the
// focus.
const keeper = {
  edited: new WeakSet(),
  fields: [],
  details: [],
  focused: null,

  take(part) {
    const all = [...part.querySelectorAll("input[id], select[id], textarea[id]")];
    keeper.fields = all.filter((one) => keeper.edited.has(one) || one.checked !== one.defaultChecked);
    keeper.details = [...part.querySelectorAll("details[id]")];
    keeper.focused = part.contains(document.activeElement) ? document.activeElement : null;
  },

  give() {
    for (const old of keeper.details) {
      const now = document.getElementById(old.id);
      if (now) now.open = old.open;
    }
    for (const old of keeper.fields) {
      const now = document.getElementById(old.id);
      if (!now || now === old || now.type !== old.type) continue;
      if (/checkbox|radio/.test(now.type)) now.checked = old.checked;
      else if (now.type === "file") now.files = old.files;
      else if (!now.options || [...now.options].some((one) => one.value === old.value)) now.value = old.value;
      now.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const now = keeper.focused?.id && document.getElementById(keeper.focused.id);
    if (now && now !== document.activeElement) {
      now.focus({ preventScroll: true });
      if (keeper.focused.selectionStart != null) now.setSelectionRange(keeper.focused.selectionStart, keeper.focused.selectionEnd);
    }
    Object.assign(keeper, { fields: [], details: [], focused: null });
  },
};
document.addEventListener("input", ({ target }) => {
  keeper.edited.add(target);
  target.removeAttribute("aria-invalid");
});
// What was refused and filled in again was typed as well. A box that is kept from page to page would
// take the cursor.
function keepRefused() {
  document.querySelector("form[data-refused] [autofocus]")?.focus();
  for (const field of document.querySelectorAll("form[data-refused] :is(input, select, textarea)")) keeper.edited.add(field);
}

// A choice that says what is chosen: the title of the option stands below it.
document.addEventListener("change", ({ target }) => {
  if (!target.matches("select[data-explained]")) return;
  document.getElementById(target.getAttribute("aria-describedby")).textContent = target.selectedOptions[0].title;
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-dismiss]")) desk.dismiss();
});
// With the next action an answer has been read, and is out of the way; a refusal stays until it is
// closed, or answered again.
const gone = { click: ".message.done", submit: ".message.done", input: ".message[data-brief]" };
for (const [name, which] of Object.entries(gone)) {
  document.addEventListener(name, ({ target }) => {
    if (!target.closest?.("#outcome") && (name !== "click" || target.closest?.("a, button")) && document.querySelector(which)) desk.dismiss();
  });
}
// The second click of a double click is not for what the first one has brought under the pointer.
let clicked = null;
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target !== clicked) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else clicked = event.target;
}, true);
// Bars at the lower edge stand above the answer, never below it.
const foot = document.querySelector(".foot");
if (foot) {
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--message", `${foot.offsetHeight}px`);
  }).observe(foot);
}

// A form with `data-changes`: its save bar appears when something is changed, and says what.
const changes = {
  MOST: 4, // fields that are named

  isChanged(field) {
    if (/checkbox|radio/.test(field.type)) return field.checked !== field.defaultChecked;
    if (!field.options) return field.value !== field.defaultValue;
    const usual = [...field.options].find((one) => one.defaultSelected) ?? field.options[0];
    return field.value !== (usual?.value ?? "");
  },

  label: (field) => (field.getAttribute("aria-label") ?? [...(field.labels ?? [])].map((one) => one.firstChild.textContent).join(" ")).trim(),

  show(form) {
    const bar = form.querySelector(".savebar"), text = bar?.querySelector("[data-changed]");
    if (!bar) return;
    const fields = [...form.querySelectorAll("input:not([type=hidden]), select, textarea")].filter(changes.isChanged);
    bar.classList.toggle("changed", fields.length > 0 || form.hasAttribute("data-refused"));
    bar.querySelector("[type=reset]").hidden = !fields.length;
    if (!fields.length) return;
    const names = [...new Set(fields.map(changes.label))];
    const more = names.length - changes.MOST;
    const shown = names.slice(0, changes.MOST).join(", ") + (more > 0 ? ` ${text.dataset.more.replace("{count}", more)}` : "");
    text.textContent = text.dataset.changed.replace("{fields}", shown);
  },

  showAll() { document.querySelectorAll("form[data-changes]").forEach(changes.show); },
};
for (const name of ["input", "change"]) {
  document.addEventListener(name, ({ target }) => { if (target.form?.hasAttribute("data-changes")) changes.show(target.form); });
}
document.addEventListener("reset", ({ target }) => setTimeout(() => { if (target.hasAttribute("data-changes")) changes.show(target); }));
document.addEventListener("DOMContentLoaded", changes.showAll);
document.addEventListener("htmx:afterSettle", changes.showAll);

// Menus: Escape and a click elsewhere close them.
const menus = {
  open: () => document.querySelector(".menu-box[open]:not(.in-place)"),

  close(elsewhere) {
    const menu = menus.open();
    if (!menu || (elsewhere && menu.contains(elsewhere))) return false;
    const inside = menu.contains(document.activeElement);
    menu.open = false;
    if (inside) menu.querySelector("summary").focus();
    return true;
  },
};
document.addEventListener("click", ({ target }) => menus.close(target));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !menus.close() && !document.querySelector("dialog[open]")) desk.dismiss();
});

// The keys of a page: ? shows them, and so does the button at the lower edge.
const keys = {
  dialog: () => document.getElementById("keys"),
  writes: (one) => finder.writes(one),

  settle() {
    const button = document.querySelector("[data-keys]");
    if (button) button.hidden = !keys.dialog();
  },

  press(event) {
    if (event.altKey || !keys.dialog() || document.querySelector("dialog[open]")) return;
    const undo = document.getElementById("undo-last");
    const typed = event.target.value && !/checkbox|radio|button|submit/.test(event.target.type);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      if (!undo || event.shiftKey || typed || undo.disabled || !undo.form.action.endsWith("/undo")) return;
      event.preventDefault();
      undo.click();
    } else if (event.key === "?" && !event.ctrlKey && !event.metaKey && !keys.writes(event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      keys.dialog().showModal();
    }
  },
};
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-keys]")) keys.dialog().showModal();
  const opens = target.closest?.("[data-opens]")?.dataset.opens;
  if (opens) document.getElementById(opens).showModal();
});
document.addEventListener("keydown", keys.press, true);
document.addEventListener("DOMContentLoaded", keys.settle);
// The key / leads to the box that finds players and tables; there the arrows go through what is found.
const finder = {
  box: () => document.getElementById("finder"),
  hits: () => [...document.querySelectorAll("#finder-list .hit")],

  // Where / is typed as part of a text: anywhere but in an empty box for results or the roll-call.
  writes: (one) => one.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(one.tagName) && !/checkbox|radio|button|submit/.test(one.type) && !(one.id === "entry" && !one.value)),

  walk(event) {
    const hits = finder.hits();
    const from = event.target === finder.box() ? -1 : hits.indexOf(event.target.closest(".hit"));
    const to = from + (event.key === "ArrowDown" ? 1 : -1);
    (to < 0 ? finder.box() : hits[to])?.focus();
    event.preventDefault();
  },
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !finder.box()) return;
  if (event.key === "/" && !finder.writes(event.target)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    finder.box().focus();
    finder.box().select();
  } else if (/^Arrow(Up|Down)$/.test(event.key) && event.target.closest?.(".find-box")) finder.walk(event);
  else if (event.key === "Escape" && event.target.closest?.(".find-box")) (document.getElementById("entry") ?? document.getElementById("main")).focus();
}, true);
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const { xhr } = detail;
  const form = detail.requestConfig.verb !== "get";
  const show = xhr.onload;
  news.beginRequest(form);
  xhr.onload = async () => {
    await pressing.over();
    // The answer to another form may have replaced the page: this one goes to the page that is there.
    if (form && detail.target.id === "page") detail.target = desk.page();
    // Whoever leaves the page ends the requests of all other forms: it waits until they are answered.
    const leaves = xhr.getResponseHeader("hx-redirect") !== null;
    if (leaves) { news.endRequest(form); await news.formsAnswered(); }
    try { show.call(xhr); } finally { if (!leaves) news.endRequest(form); }
  };
  for (const name of ["error", "abort", "timeout"]) xhr.addEventListener(name, () => news.endRequest(form));
  xhr.addEventListener("load", () => { if (news.lost) news.connected(); }); // it does answer
});
// A page that comes after a newer one has no place any more, and would take the box that is kept
// from page to page (hx-preserve) with it.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { target } = event.detail;
  if (target.id !== "page" || target.isConnected) return;
  event.preventDefault();
  news.due = true;
});
// A page asked for before a form was sent would take the form, and the place of its answer, away.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.requestConfig.verb !== "get") return;
  const whole = detail.target.id === "page";
  const live = detail.requestConfig.elt.getAttribute("hx-trigger")?.startsWith("desk:change");
  if (whole && news.forms) {
    detail.shouldSwap = false;
    news.due = true;
  } else if ((whole || live) && detail.shouldSwap) keeper.take(detail.target);
});
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  desk.settleAnswer();
  keeper.give();
  if (detail.elt.id === "page") keepRefused();
  news.look();
});
document.addEventListener("htmx:sendError", () => news.disconnected());
// Files dropped anywhere on a page that takes some are sent like files chosen.
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    const input = document.querySelector("input[data-drop]");
    if (!input || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", name === "dragenter" || name === "dragover");
    if (name === "drop" && event.dataTransfer.files.length) {
      input.files = event.dataTransfer.files;
      input.form.requestSubmit();
    }
  });
}
