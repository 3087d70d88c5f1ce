// A player's own page: notices when something is published, and requests to the arbiter.
"use strict";

const me = {
  show(state) {
    if (!state || state.name === undefined) return;
    if (state.csrf) phone.csrf = state.csrf;
    me.seen = state.seen;
    if (!phone.isNew(state)) return;
    document.getElementById("mine").hidden = false;
    document.getElementById("name").textContent = state.name;
    const notice = document.getElementById("notice");
    if (notice.textContent !== state.notice) notice.textContent = state.notice;
    const opponent = document.getElementById("opponent");
    opponent.textContent = state.opponent ? `${opponent.dataset.against} ${state.opponent}` : "";
    document.getElementById("result").textContent = state.result || "";
    document.getElementById("links").replaceChildren(...state.links.map(({ text, url }) => {
      const item = document.createElement("li");
      item.append(phone.element("a", text, { href: url }));
      return item;
    }));
    document.getElementById("asked").replaceChildren(...state.asked.map((text) => phone.element("li", text)));
    const rounds = document.getElementById("bye-round");
    const chosen = rounds.value;
    rounds.replaceChildren();
    for (let round = state.round + 1; round <= state.rounds; round++) rounds.append(phone.element("option", round, { value: round }));
    if (chosen) rounds.value = chosen;
    document.getElementById("ask-bye").hidden = !rounds.length;
  },

  look: async () => me.show(await phone.get("/me/state")),
};

addEventListener("DOMContentLoaded", async () => {
  phone.hear = (found, good) => good && me.show(found);
  for (const [form, wanted] of [
    ["ask-bye", () => `bye ${document.getElementById("bye-round").value}`],
    ["ask-leave", () => "leave"],
  ]) {
    document.getElementById(form).addEventListener("submit", (event) => {
      event.preventDefault();
      const text = event.target.querySelector("label").textContent.trim(), asked = wanted();
      const label = asked === "leave" ? text : `${text} ${asked.split(" ")[1]}`;
      phone.enterHere({ url: "/me/ask", kind: "ask", wanted: asked, seen: me.seen, label });
      event.target.reset();
    });
  }
  await phone.showEntries();
  if (!await phone.enter()) return;
  // Told when something is published; three hundred phones do not ask at the same moment.
  new EventSource("/events").addEventListener("change", () => setTimeout(me.look, 2000 * Math.random()));
  phone.keepLooking(me.look, 30);
});
