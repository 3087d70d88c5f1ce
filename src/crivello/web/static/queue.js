// What is entered on a device, until the desk has answered it. Nothing here needs a browser, so the tests
// run this very file. The protocol is in docs/run/network.md.
"use strict";

const WAITING = "waiting", SENT = "sent", REFUSED = "refused"; // sent: it may have arrived

// `store.change(work)` gives `work` all records and, in the same step, puts and removes what it says.
// `post(entry)` gives { status, found }, or throws if there was no answer.
function makeQueue(store, post, now, newId) {
  let sending = false;

  // Entries about one place are a chain: the last counts, and those before it are not sent any more.
  const place = ({ kind, wanted, seen }) => [
    seen.event, seen.section, ...["round", "board", "game", "player", "request"].map((name) => seen[name] || 0),
    ...(kind === "ask" ? [wanted] : []),
  ].join("/");

  const isEntry = (one) => one.id !== "clock";

  const queue = {
    place,

    all: async (role) => (await store.all()).filter((one) => isEntry(one) && one.role === role).sort((a, b) => a.at - b.at),

    // `entry` has role, url, kind, wanted, seen, sure and label, as it is shown to its user.
    add: (entry) => store.change((records) => {
      const clock = records.find((one) => one.id === "clock") || { id: "clock", at: 0 };
      const at = Math.max(now(), clock.at + 1); // never earlier than the entry before
      const chain = records.filter((one) => isEntry(one) && one.role === entry.role && place(one) === place(entry));
      const replaces = chain.flatMap((one) => [...one.replaces, ...(one.state === SENT ? [one.id] : [])]);
      const made = { ...entry, id: newId(), at, replaces, state: WAITING, answer: "" };
      return { put: [made, { id: "clock", at }], remove: chain.map((one) => one.id) };
    }),

    // A refusal stays until its user has read it.
    dismiss: (id) => store.change((records) => ({
      put: [], remove: records.filter((one) => one.id === id && one.state === REFUSED).map((one) => one.id),
    })),

    // Send what waits, the oldest first; the status of an answer that stopped it, 0 for none, null if all is sent.
    async send(role, hear) {
      if (sending) return null;
      sending = true;
      try {
        for (const { id } of await queue.all(role)) {
          const entry = await queue.mark(id, { state: SENT });
          if (!entry) continue; // refused before, or replaced meanwhile
          let answer;
          try { answer = await post(entry); } catch { return 0; }
          const { status, found } = answer;
          if ([401, 403, 408, 425, 429].includes(status) || status >= 500) return status;
          if (status === 200) await store.change(() => ({ put: [], remove: [id] }));
          else await queue.mark(id, { state: REFUSED, answer: found.text || "" });
          await hear(found, status === 200, entry);
        }
        return null;
      } finally { sending = false; }
    },

    // Change an entry that is there and not refused; null if there is none.
    async mark(id, change) {
      let marked = null;
      await store.change((records) => {
        const found = records.find((one) => one.id === id && one.state !== REFUSED);
        if (found) marked = { ...found, ...change };
        return { put: marked ? [marked] : [], remove: [] };
      });
      return marked;
    },

    body: ({ id, at, kind, wanted, seen, sure, replaces }) => ({ version: 1, id, at, kind, wanted, seen, sure, replaces }),
  };
  return queue;
}
