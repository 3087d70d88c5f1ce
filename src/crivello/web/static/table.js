// One game, or the boards of one match: propose, confirm, agree.
"use strict";

const table = {
  state: null,

  show(state) {
    if (!state) return;
    if (state.csrf) phone.csrf = state.csrf;
    if (!state.stage || !phone.isNew(state)) return;
    table.state = state;
    table.draw();
  },

  draw() {
    const { state } = table;
    if (!state) return;
    const box = document.getElementById("table"), over = state.stage === "over" || state.stage === "changed";
    box.hidden = false;
    box.dataset.stage = state.stage;
    if (state.table) document.getElementById("place").textContent = phone.fill(box.dataset.table, state.table, state.round);
    document.getElementById("pair").textContent = state.white ? `${state.white} – ${state.black}` : "";
    document.getElementById("text").textContent = state.text;
    document.getElementById("counted").replaceChildren(...(state.counted || []).map((text) => phone.element("li", text)));
    document.getElementById("note").textContent = state.note;
    document.getElementById("public").href = state.public;
    const single = !over && !state.games;
    document.getElementById("notes").replaceChildren(...(single ? phone.notes(table.seen(state)) : []));
    document.getElementById("games").replaceChildren(...(state.games || []).map((game) => table.game(game, state.buttons)));
    document.getElementById("buttons").replaceChildren(...(single ? table.buttons(state, state.buttons) : []));
    document.getElementById("confirm").hidden = state.stage !== "confirm" || table.waits(state);
    document.getElementById("yes").onclick = () => table.propose("confirm", state, state.mine);
  },

  seen: (game) => ({ ...table.state.seen, ...game.row }),

  waits: (game) => (phone.pending(table.seen(game)) || { state: REFUSED }).state !== REFUSED,

  buttons: (game, choices) => choices.map(({ code, text }) => {
    const waits = phone.pending(table.seen(game));
    const chosen = waits && waits.state !== REFUSED ? waits.wanted : game.result || game.mine;
    const button = phone.button(text, () => table.propose("propose", game, code), String(chosen === code));
    button.dataset.code = code;
    button.disabled = game.stage === "entered";
    return button;
  }),

  // A board of a match, or one of its two games.
  game(game, choices) {
    const item = phone.element("li", "", { id: `g${game.game}`, "data-stage": game.stage });
    item.append(phone.element("p", `${game.place}  ${game.white} – ${game.black}`, { class: "pair" }));
    item.append(phone.element("p", game.text, { class: "asked" }));
    const buttons = phone.element("div", "", { class: "large-buttons" });
    buttons.append(...table.buttons(game, choices));
    item.append(buttons, ...phone.notes(table.seen(game)));
    if (game.stage === "confirm" && !table.waits(game)) {
      const yes = phone.button(document.getElementById("yes").textContent, () => table.propose("confirm", game, game.mine));
      yes.className = "primary large";
      item.append(yes);
    }
    return item;
  },

  propose(kind, game, wanted) {
    const { text } = table.state.buttons.find(({ code }) => code === wanted);
    const seen = table.seen(game);
    const label = phone.fill(document.getElementById("table").dataset.label, seen.round, seen.table, text);
    return phone.enterHere({ url: "/table/propose", kind, wanted, seen, label });
  },
};

addEventListener("DOMContentLoaded", async () => {
  phone.redraw = table.draw;
  phone.hear = (found) => {
    phone.say(""); // the card says it
    table.show(found);
  };
  await phone.showEntries();
  const look = async () => table.show(await phone.get("/table/state"));
  if (await phone.enter()) phone.keepLooking(look, 3);
  else if (phone.entries.length) { // a code that is void: what was entered before is sent all the same
    const { textContent } = document.getElementById("message");
    await look().then(phone.sendEntries).catch(() => {});
    phone.say(textContent, true);
  }
});
