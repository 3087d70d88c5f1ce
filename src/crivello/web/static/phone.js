// What the pages of phones and tablets share: a secret is exchanged, an entry waits and is sent once.
"use strict";

const phone = {
  csrf: "",
  words: () => document.getElementById("phone").dataset,

  say(text, bad = false) {
    const box = document.getElementById("message");
    box.textContent = text || "";
    box.classList.toggle("bad", bad);
  },

  // What stands behind the # goes to the desk once, and out of the address line.
  async enter() {
    const code = location.hash.slice(1).split("~")[0]; // the rest is the certificate's fingerprint
    if (!code) return true;
    history.replaceState(null, "", location.pathname);
    // If the answer is lost on its way, this browser asks again as the same one.
    const own = sessionStorage.getItem("own") || phone.key() + phone.key();
    sessionStorage.setItem("own", own);
    try {
      const answer = await fetch("/open", {
        method: "POST", credentials: "same-origin", referrerPolicy: "no-referrer",
        headers: { "content-type": "application/json" }, body: JSON.stringify({ code, own }),
      });
      const found = await answer.json();
      sessionStorage.removeItem("own");
      if (answer.ok) { if (found.to !== location.pathname) location.replace(found.to); return true; }
      phone.say(found.text, true);
    } catch {
      history.replaceState(null, "", location.pathname + "#" + code);
      phone.say(phone.words().trouble, true);
      setTimeout(() => location.reload(), 3000);
    }
    return false;
  },

  // Another code in the same tab: only what stands behind the # changes.
  again: () => location.hash.length > 1 && location.reload(),

  async get(url) {
    const answer = await fetch(url, { cache: "no-store", credentials: "same-origin" });
    if (answer.status === 401) { phone.lockOut(); return null; }
    if (answer.status === 409) { phone.say((await answer.json()).text, true); return null; }
    if (!answer.ok) throw new Error(answer.status);
    phone.offline = answer.headers.has("x-from-cache"); // by worker.js: as it was when there was a connection
    const found = await answer.json();
    await pressing.over();
    if (found.csrf) phone.csrf = found.csrf;
    return found;
  },

  // What is shown already stays as it is: the focus in it, a list that is open.
  isNew(state) {
    const text = JSON.stringify(state);
    const different = text !== phone.shown;
    phone.shown = text;
    return different;
  },

  key: () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join(""),
};

// Entries are kept in IndexedDB: they survive a page that is closed.
const records = {
  base() {
    records.opened ||= new Promise((resolve, reject) => {
      const asked = indexedDB.open("crivello", 2);
      asked.onupgradeneeded = () => {
        if (asked.result.objectStoreNames.contains("entries")) asked.result.deleteObjectStore("entries"); // of an older version: they name no round
        asked.result.createObjectStore("records", { keyPath: "id" });
      };
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    return records.opened;
  },

  async change(work) {
    const base = await records.base();
    return new Promise((resolve, reject) => {
      const deal = base.transaction("records", "readwrite");
      const store = deal.objectStore("records");
      store.getAll().onsuccess = ({ target }) => {
        const { put, remove } = work(target.result);
        for (const id of remove) store.delete(id);
        for (const one of put) store.put(one);
      };
      deal.oncomplete = () => resolve();
      deal.onerror = () => reject(deal.error);
      deal.onabort = () => reject(deal.error);
    });
  },

  async all() {
    let found = [];
    await records.change((all) => { found = all; return { put: [], remove: [] }; });
    return found;
  },
};

const PATIENCE = 20000; // milliseconds: a bad Wi-Fi often does not even say no
const queue = makeQueue(records, async (entry) => {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(entry.url, {
      method: "POST", credentials: "same-origin", signal: giveUp.signal,
      headers: { "content-type": "application/json", "x-csrf-token": phone.csrf },
      body: JSON.stringify(queue.body(entry)),
    });
    const json = (answer.headers.get("content-type") || "").includes("json");
    return { status: answer.status, found: json ? await answer.json() : {} };
  } finally { clearTimeout(timer); }
}, Date.now, () => phone.key());

// The entries of this page: on their rows (`phone.notes`), and in the bar at the bottom.
phone.role = () => location.pathname.split("/")[1];
phone.entries = [];
phone.redraw = () => {};
phone.hear = () => {};

phone.enterHere = async (entry) => {
  await queue.add({ role: phone.role(), sure: false, ...entry });
  phone.say("");
  await phone.showEntries();
  return phone.sendEntries();
};

phone.sendEntries = async () => {
  const stopped = await queue.send(phone.role(), async (found, good, entry) => {
    await pressing.over();
    await phone.showEntries();
    const other = found.seen && found.seen.round !== entry.seen.round; // by now the page shows another round
    phone.say(good && found.text ? (other ? `${entry.label}. ${found.text}` : found.text) : "");
    phone.hear(found, good, entry);
  });
  if (stopped === 0) phone.say(phone.words().offline, true);
  else if (stopped === 401 || stopped === 403) phone.lockOut();
  else if (stopped) phone.say(phone.words().trouble, true);
  await phone.showEntries();
};

phone.lockOut = () => {
  phone.say(phone.words().out, true);
  const again = document.getElementById("rejoin");
  if (again) again.hidden = false;
};

phone.showEntries = async () => {
  const entries = await queue.all(phone.role());
  const text = JSON.stringify(entries);
  if (text === phone.entriesShown) return;
  phone.entriesShown = text;
  phone.entries = entries;
  const waiting = entries.filter((one) => one.state !== REFUSED), shown = waiting.slice(-3);
  document.getElementById("waiting").replaceChildren(
    ...(waiting.length > shown.length ? [phone.element("li", phone.fill(phone.words().more, waiting.length - shown.length))] : []),
    ...shown.map((one) => phone.element("li", `${phone.words().waiting} ${one.label}`)));
  document.getElementById("refused").replaceChildren(...entries.filter((one) => one.state === REFUSED).map((one) => phone.refusal(one, "li")));
  phone.redraw();
};

phone.refusal = (entry, kind) => {
  const item = phone.element(kind, `${phone.words().refused} ${entry.label}. ${entry.answer} `, { class: "refused-here" });
  item.append(phone.button(phone.words().read, async () => { await queue.dismiss(entry.id); await phone.showEntries(); }));
  return item;
};

// What this device has entered about the place of a row, and the desk has not: null, or the last word.
phone.pending = (seen) => phone.entries.findLast((one) => queue.place(one) === queue.place({ kind: "", seen })) || null;

phone.notes = (seen) => {
  const entry = phone.pending(seen);
  if (!entry) return [];
  if (entry.state === REFUSED) return [phone.refusal(entry, "p")];
  return [phone.element("p", `${phone.words().waiting} ${entry.label}`, { class: "waiting-here" })];
};

// Ask before something that stands is changed.
phone.ask = (text, yes) => new Promise((resolve) => {
  const dialog = document.getElementById("ask");
  document.getElementById("ask-text").textContent = text;
  document.getElementById("ask-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  dialog.showModal();
});

addEventListener("online", () => phone.sendEntries());
addEventListener("hashchange", () => phone.again());

// Look again now and then; after a failure too. A page that is open stays readable.
phone.keepLooking = (look, seconds) => {
  const again = async () => {
    try {
      await look();
      if (phone.offline) throw new Error("no connection");
      const box = document.getElementById("message");
      if ([phone.words().offline, phone.words().trouble].includes(box.textContent)) phone.say("");
      await phone.sendEntries();
    } catch { phone.say(phone.words().offline, true); await phone.showEntries(); }
    setTimeout(again, 1000 * (seconds + Math.random()));
  };
  return again();
};

phone.element = (kind, text = "", attributes = {}) => {
  const element = document.createElement(kind);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
phone.button = (text, click, pressed = null) => {
  const button = phone.element("button", text, { type: "button" });
  if (pressed !== null) button.setAttribute("aria-pressed", pressed);
  button.addEventListener("click", click);
  return button;
};
phone.fill = (text, ...values) => values.reduce((filled, value, place) => filled.replace(`%${place + 1}`, value), text);
