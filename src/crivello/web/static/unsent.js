// What was typed and is not on disk: results, the roll-call, forms. Only an answer of the desk that says so
// ends the waiting. Until then it is kept in this tab, shown on every page of it, and sent again: after a
// reload, a restart of the desk, and the end of the session. What waits in a tab that was closed is taken
// over by the next page of the desk.
"use strict";

class Unanswered extends Error {}

const unsent = {
  RETRY: 2000, // milliseconds
  entries: [], // { id, url, fields, label }; one that was refused also has its `reason`, and `shown` while that is on display
  failure: "", // why the desk does not take what waits: over, lost, foreign, or its own words
  busy: false,
  at: 0, // of the entry before: none is earlier
  here: null, // of the page that typed it: its `url`, and how it shows that an entry is `sending` and takes its `answer`

  box: () => document.getElementById("unsent"),
  words: () => unsent.box().dataset,
  waiting: () => unsent.entries.filter((one) => one.reason === undefined),

  load() {
    unsent.entries = JSON.parse(sessionStorage.getItem("unsent") || "[]");
    for (const one of unsent.entries) delete one.shown;
  },

  keep(entries = unsent.entries) {
    unsent.entries = entries;
    const copy = `${tabs.PREFIX}${tabs.own()}`;
    if (entries.length) for (const [store, key] of [[sessionStorage, "unsent"], [localStorage, copy]]) store.setItem(key, JSON.stringify(entries));
    else { sessionStorage.removeItem("unsent"); localStorage.removeItem(copy); }
    unsent.show();
  },

  // With its id an entry is done once, even if two tabs should send it.
  async takeOver() {
    const found = (await tabs.closed()).flatMap((key) => {
      const entries = JSON.parse(localStorage.getItem(key) || "[]");
      localStorage.removeItem(key);
      return entries;
    });
    const known = new Set(unsent.entries.map(({ id }) => id));
    const others = found.filter(({ id }) => !known.has(id));
    if (!others.length) return;
    for (const one of others) delete one.shown;
    unsent.keep([...unsent.entries, ...others]);
    unsent.send();
  },

  // An entry names what its page showed, as the page got it (web/page_entries.py). With the same id it is done once.
  add({ seen, ...fields }, label) {
    const id = crypto.randomUUID(), at = unsent.at = Math.max(Date.now(), unsent.at + 1);
    const named = { ...fields, version: 1, id, at, seen: JSON.stringify(seen) };
    unsent.keep([...unsent.entries, { id, url: unsent.here.url(), fields: named, label }]);
    unsent.send();
  },

  // One after the other, in the order they were typed.
  async send() {
    if (unsent.busy || !unsent.waiting().length) return;
    unsent.busy = true;
    news.beginRequest(true);
    try {
      for (let entry; (entry = unsent.waiting()[0]);) {
        const page = desk.page();
        const here = unsent.here?.url() === entry.url ? unsent.here : null;
        here?.sending(entry);
        const answer = await unsent.deliver(entry, here);
        await pressing.over();
        unsent.settle(entry, answer, page);
      }
      unsent.fail("");
    } catch (error) {
      unsent.fail(error instanceof Unanswered ? error.message : "lost");
    } finally {
      unsent.busy = false;
      news.endRequest(true);
    }
  },

  async deliver({ url, fields }, here) {
    for (let again = true; ; again = false) {
      const response = await desk.post(url, here ? { ...fields, since: desk.sequence() } : fields);
      const html = response.status === 205 ? "" : await response.text();
      if (response.status === 205 || ([200, 409].includes(response.status) && unsent.isFragment(html))) return { status: response.status, html };
      // A page of an earlier session has its token; this browser may have a new session by now.
      if (again && [401, 403].includes(response.status) && await session.renew()) continue;
      throw new Unanswered(reasonOf(response.status, html));
    }
  },

  isFragment(html) {
    const box = document.createElement("template");
    box.innerHTML = html;
    return box.content.firstElementChild?.dataset.sequence !== undefined;
  },

  // What is done leaves the list. What is refused is on display for a while: as a question, or in the box
  // again. If another answer takes its place, the list shows it with the reason.
  settle(entry, { status, html }, page) {
    for (const one of unsent.entries) delete one.shown;
    if (status === 409) {
      const box = document.createElement("template");
      box.innerHTML = html;
      entry.reason = box.content.querySelector(".message .lines p")?.textContent.trim() ?? "";
      entry.shown = true;
      unsent.keep();
    } else unsent.remove(entry);
    if (unsent.here?.url() === entry.url) unsent.here.answer(entry, { status, html }, page);
    else if (html) desk.apply(html, null);
  },

  remove: (entry) => unsent.keep(unsent.entries.filter((one) => one.id !== entry.id)),

  sendAgain(entry) {
    delete entry.reason;
    unsent.keep();
    unsent.send();
  },

  // Show why nothing goes on, and try again after a while.
  fail(failure) {
    unsent.failure = failure;
    clearTimeout(unsent.retry);
    if (failure) unsent.retry = setTimeout(unsent.goOn, unsent.RETRY);
    unsent.show();
  },

  async goOn() {
    if (unsent.failure === "over") await session.look();
    else unsent.send();
  },

  show() {
    const box = unsent.box();
    const words = unsent.words();
    const { failure } = unsent;
    const waiting = failure ? unsent.waiting() : []; // else they are on their way
    const refused = unsent.entries.filter((one) => one.reason !== undefined && !one.shown);
    const kept = forms.kept();
    let why = "";
    if (failure === "over") why = waiting.length ? words.over : kept ? words.overForm : words.overHere;
    else if (failure === "lost" || failure === "foreign") why = waiting.length ? words[failure] : kept ? words.keptForm : "";
    else if (failure) why = `${failure} ${waiting.length ? words.kept : words.keptForm}`;
    else if (kept && !(kept.plain && kept.page === location.pathname)) why = words[forms.state || "keptForm"]; // else it is on its way
    box.querySelector(".why").textContent = why;
    box.querySelector(".sign-in").hidden = failure !== "over";
    const items = [...waiting, ...refused].map(unsent.item);
    if (kept && kept.page !== location.pathname && document.body.dataset.csrf) items.push(unsent.backToForm(kept));
    if (kept && forms.state === "gone") items.push(unsent.formItself(kept));
    box.querySelector("ul").replaceChildren(...items);
    box.hidden = !why && !items.length;
    box.classList.toggle("lost", failure === "lost" && waiting.length > 0);
    if (box.hidden) document.querySelectorAll("tr.sending").forEach((row) => { if (!unsent.busy) row.classList.remove("sending"); });
  },

  item(entry) {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("strong"), { textContent: entry.label }));
    if (entry.reason !== undefined) {
      item.append(` ${entry.reason} `, button(unsent.words().again, () => unsent.sendAgain(entry)), " ", button(unsent.words().remove, () => unsent.remove(entry)));
    }
    return item;
  },

  backToForm(kept) {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), { href: kept.page, textContent: unsent.words().back }), " ", button(unsent.words().remove, forms.forget));
    return item;
  },

  formItself({ values }) {
    const item = document.createElement("li");
    const typed = values.map(([, value]) => value).filter((value) => value.trim());
    item.append(Object.assign(document.createElement("strong"), { textContent: typed.join(" · ") }), " ", button(unsent.words().remove, forms.forget));
    return item;
  },
};

// A tab holds a lock as long as a page of it is open: what has no lock was left by a tab that is closed.
const tabs = {
  PREFIX: "unsent:",

  own() {
    const id = sessionStorage.getItem("tab") ?? crypto.randomUUID();
    sessionStorage.setItem("tab", id);
    return id;
  },

  hold() { navigator.locks?.request(`${tabs.PREFIX}${tabs.own()}`, { mode: "shared" }, () => new Promise(() => {})).catch(() => {}); },

  async closed() {
    if (!navigator.locks) return [];
    const { held, pending } = await navigator.locks.query();
    const open = new Set([...held, ...pending].map(({ name }) => name));
    return Object.keys(localStorage).filter((key) => key.startsWith(tabs.PREFIX) && !open.has(key));
  },
};

function button(text, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  made.addEventListener("click", act);
  return made;
}

// Our own error pages say what is wrong.
function reasonOf(status, html) {
  if (status === 401) return "over";
  const page = new DOMParser().parseFromString(html, "text/html");
  return (page.getElementById("page") && page.querySelector(".error h1")?.textContent) || "foreign";
}

// The session of this browser. Another tab may begin a new one: the cookie is common to all.
const session = {
  // Take over the token of the present session; false if there is none.
  async renew() {
    const response = await fetch("/sessions", { cache: "no-store" });
    if (!response.ok) return false;
    const found = new DOMParser().parseFromString(await response.text(), "text/html");
    const token = found.getElementById("page") && found.body.dataset.csrf;
    if (!token) return false;
    if (!document.body.dataset.csrf) session.leaveRefusal();
    document.body.dataset.csrf = token;
    for (const field of document.querySelectorAll("input[name=csrf]")) field.value = token;
    for (const form of document.querySelectorAll("form[action*='?csrf=']")) form.setAttribute("action", form.getAttribute("action").replace(/csrf=[^&]*/, `csrf=${token}`));
    return true;
  },

  // This page only says that the browser is not known.
  leaveRefusal() {
    const to = forms.kept()?.page;
    if (to && to !== location.pathname) location.href = to;
    else location.reload();
  },

  async look() {
    if (!await session.renew().catch(() => false)) return unsent.fail("over");
    if (forms.kept()) forms.state = "renewed";
    unsent.fail("");
    news.passSession();
    desk.tell("desk:connected"); // whatever was missed is asked for
    unsent.send();
  },

  async askForLink() {
    const response = await fetch("/sign-in", { method: "POST" }).catch(() => null);
    session.say(response?.ok ? unsent.words().offered : unsent.words().notOffered);
  },

  async useLink(text) {
    let link;
    try { link = new URL(text.trim(), location.href); } catch { return session.say(unsent.words().badLink); }
    // The desk may have been started a second time, on another port: its cookie counts here as well.
    if (link.origin !== location.origin) return void window.open(link, "_blank", "noopener");
    const response = await fetch(`/start${link.search}`, { cache: "no-store" }).catch(() => null);
    if (!response?.ok) return session.say(unsent.words().badLink);
    session.say("");
    await session.look();
  },

  say(text) { document.querySelector("#unsent .said").textContent = text; },
};

// A form that was not saved. It stays as it is; if the arbiter leaves the page, for example to sign in, it is
// filled in again on the same page.
const NOT_TYPED = /^(hidden|submit|button|reset|image|password|file)$/;
const forms = {
  state: "", // renewed: send it now; filled: it is in the form again; gone: the page has no such form any more

  kept: () => JSON.parse(sessionStorage.getItem("unsent-form") || "null"),
  forget() { sessionStorage.removeItem("unsent-form"); forms.state = ""; unsent.show(); },

  keep(sent, plain = false) {
    const form = formOf(sent);
    const typed = (one) => one.name && !NOT_TYPED.test(one.type);
    // A question repeats in hidden fields what was typed in the form that it is about.
    const asked = form.matches("[data-ask]") ? forms.fitting(pathOf(form)).flatMap((one) => [...one.elements]).filter(typed) : [];
    const repeated = new Set(asked.map(({ name }) => name));
    const fields = [...form.elements].filter((one) => typed(one) || repeated.has(one.name));
    const ticked = (one) => !/^(checkbox|radio)$/.test(one.type) || one.checked;
    const valuesOf = (one) => one.multiple ? [...one.selectedOptions].map((option) => option.value) : [one.value];
    const values = fields.filter(ticked).flatMap((one) => valuesOf(one).map((value) => [one.name, value]));
    if (fields.length) sessionStorage.setItem("unsent-form", JSON.stringify({ page: location.pathname, path: pathOf(form), values, plain }));
  },

  fitting: (path) => [...document.querySelectorAll("form[method=post]:not([data-ask])")].filter((form) => pathOf(form) === path),

  // Put back what was kept, if this is its page.
  restore() {
    let kept = forms.kept();
    if (!kept) return;
    const refused = document.querySelector(".error") !== null;
    if (kept.plain && !refused) return forms.forget(); // sent by the browser itself, and answered
    if (kept.page !== location.pathname || refused) return;
    const names = new Set(kept.values.map(([name]) => name));
    const count = (form) => [...form.elements].filter((one) => names.has(one.name)).length;
    const form = forms.fitting(kept.path).sort((one, other) => count(other) - count(one))[0];
    if (form) forms.fill(form, kept.values);
    forms.state = form ? "filled" : "gone";
    unsent.show();
  },

  fill(form, values) {
    const left = new Map();
    for (const [name, value] of values) left.set(name, [...(left.get(name) ?? []), value]);
    for (const field of form.elements) {
      if (!field.name || NOT_TYPED.test(field.type)) continue;
      const sent = left.get(field.name) ?? [];
      if (/^(checkbox|radio)$/.test(field.type)) field.checked = sent.includes(field.value);
      else if (field.multiple) for (const option of field.options) option.selected = sent.includes(option.value);
      else if (sent.length) field.value = sent.shift();
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    for (let one = form.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
  },

  // An answer to a form or a page asked for by htmx: what is not a page of the desk takes nothing away.
  isOurs: ({ status, responseText }) => status === 204 || (status < 400 && /<[^>]+ id="page"/.test(responseText)),

  hear(event) {
    const { xhr, target, requestConfig } = event.detail;
    const sent = requestConfig.verb !== "get";
    if (sent ? forms.isOurs(xhr) : xhr.status !== 401 && (target.id !== "page" || forms.isOurs(xhr))) {
      if (sent && forms.kept()?.path === pathOf(formOf(requestConfig.elt))) forms.forget();
      return;
    }
    event.preventDefault();
    if (sent) forms.keep(requestConfig.elt);
    if (sent || xhr.status === 401) unsent.fail(reasonOf(xhr.status, xhr.responseText));
    if (sent && xhr.status === 403) session.look();
  },

  hearNothing({ detail: { requestConfig } }) {
    if (requestConfig.verb === "get") return;
    forms.keep(requestConfig.elt);
    unsent.fail("lost");
  },
};
const formOf = (sent) => sent.closest("form"); // a button may send its form to another address
const pathOf = (form) => new URL(form.getAttribute("action") ?? "", location.href).pathname;

document.addEventListener("htmx:beforeOnLoad", forms.hear);
for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, forms.hearNothing);
addEventListener("submit", (event) => { // after the page itself
  const form = event.target;
  if (form.matches(".sign-in")) {
    event.preventDefault();
    session.useLink(form.querySelector("input").value);
  } else if (!event.defaultPrevented && form.method === "post" && !form.hasAttribute("hx-post")) forms.keep(form, true);
});
document.addEventListener("click", ({ target }) => { if (target.closest?.("[data-offer-link]")) session.askForLink(); });
document.addEventListener("desk:dismissed", () => unsent.keep(unsent.entries.filter((one) => !one.shown)));
document.addEventListener("desk:connected", () => unsent.send());
document.addEventListener("visibilitychange", () => { if (!document.hidden && unsent.failure) unsent.goOn(); });
document.addEventListener("DOMContentLoaded", () => {
  unsent.load();
  tabs.hold();
  forms.restore();
  if (document.querySelector('.error[data-status="401"]')) unsent.fail("over");
  unsent.show();
  unsent.send();
  unsent.takeOver().catch(() => {});
});
// Bars at the upper edge stand below the list.
new ResizeObserver(([{ target }]) => {
  document.documentElement.style.setProperty("--unsent", `${target.offsetHeight}px`);
}).observe(document.getElementById("unsent") ?? document.documentElement);
