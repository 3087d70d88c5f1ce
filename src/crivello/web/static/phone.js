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
    if (answer.status === 401) { phone.say(phone.words().out, true); return null; }
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

// The queue lives in IndexedDB: it survives a page that is closed. An entry goes when the desk has
// answered it, done or refused; until then it is sent again, always with the same key.
const queue = {
  hear: () => {},
  sending: false,

  base() {
    queue.opened ||= new Promise((resolve, reject) => {
      const asked = indexedDB.open("crivello", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "order", autoIncrement: true });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    return queue.opened;
  },

  async with(mode, work) {
    const base = await queue.base();
    return new Promise((resolve, reject) => {
      const deal = base.transaction("entries", mode);
      const asked = work(deal.objectStore("entries"));
      deal.oncomplete = () => resolve(asked.result);
      deal.onerror = () => reject(deal.error);
    });
  },

  all: () => queue.with("readonly", (store) => store.getAll()),

  async add(url, body, text) {
    body = { key: phone.key(), ...body };
    await queue.with("readwrite", (store) => store.add({ url, body, text, page: location.pathname }));
    await queue.show();
    return queue.send();
  },

  async show() {
    const list = document.getElementById("waiting");
    const entries = (await queue.all()).filter((one) => one.page === location.pathname);
    list.replaceChildren(...entries.map((one) => {
      const item = document.createElement("li");
      item.textContent = `${phone.words().waiting} ${one.text}`;
      return item;
    }));
  },

  async send() {
    if (queue.sending) return;
    queue.sending = true;
    try {
      for (const entry of await queue.all()) {
        if (entry.page !== location.pathname) continue;
        let answer;
        try {
          answer = await fetch(entry.url, {
            method: "POST", credentials: "same-origin",
            headers: { "content-type": "application/json", "x-csrf-token": phone.csrf },
            body: JSON.stringify(entry.body),
          });
        } catch { phone.say(phone.words().offline, true); return; }
        if (answer.status !== 200 && answer.status !== 409) {
          phone.say(answer.status === 401 || answer.status === 403 ? phone.words().out : phone.words().trouble, true);
          return;
        }
        const found = await answer.json();
        await queue.with("readwrite", (store) => store.delete(entry.order));
        await pressing.over();
        phone.say(found.text, answer.status === 409);
        queue.hear(found, answer.status === 200);
      }
    } finally {
      queue.sending = false;
      await queue.show();
    }
  },
};
addEventListener("online", () => queue.send());
addEventListener("hashchange", () => phone.again());

// Look again now and then; after a failure too. A page that is open stays readable.
phone.keepLooking = (look, seconds) => {
  const again = async () => {
    try {
      await look();
      if (phone.offline) throw new Error("no connection");
      const box = document.getElementById("message");
      if ([phone.words().offline, phone.words().trouble].includes(box.textContent)) phone.say("");
      await queue.send();
    } catch { phone.say(phone.words().offline, true); await queue.show(); }
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
