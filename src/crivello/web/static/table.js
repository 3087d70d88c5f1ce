// One game, or the boards of one match: propose, confirm, agree.
"use strict";

const table = {
  show(state) {
    if (!state) return;
    if (state.csrf) phone.csrf = state.csrf;
    if (!state.stage || !phone.isNew(state)) return;
    const box = document.getElementById("table");
    box.hidden = false;
    box.dataset.stage = state.stage;
    document.getElementById("place").textContent = phone.fill(box.dataset.table, state.table, state.round);
    document.getElementById("white").textContent = state.white;
    document.getElementById("black").textContent = state.black;
    document.getElementById("text").textContent = state.text;
    document.getElementById("public").href = state.public;
    const games = document.getElementById("games");
    games.replaceChildren(...(state.games || []).map((game) => table.game(game, state.buttons)));
    document.getElementById("buttons").replaceChildren(...(state.games ? [] : table.buttons(state, state.buttons)));
    const confirm = document.getElementById("confirm");
    confirm.hidden = state.stage !== "confirm";
    document.getElementById("yes").onclick = () => table.propose(state, state.mine, state.text, "yes");
  },

  buttons: (game, choices) => choices.map(({ code, text }) => {
    const button = phone.button(text, () => table.propose(game, code, text), String((game.result || game.mine) === code));
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
    item.append(buttons);
    if (game.stage === "confirm") {
      const yes = phone.button(document.getElementById("yes").textContent, () => table.propose(game, game.mine, game.text, "yes"));
      yes.className = "primary large";
      item.append(yes);
    }
    return item;
  },

  propose: ({ game, place }, result, text, confirmed = "") =>
    queue.add("/table/propose", { game, result, confirmed }, game ? `${place}: ${text}` : text),
};

addEventListener("DOMContentLoaded", async () => {
  queue.hear = (found, good) => {
    if (!good) return;
    phone.say(""); // the card says it
    table.show(found);
  };
  if (await phone.enter()) phone.keepLooking(async () => table.show(await phone.get("/table/state")), 3);
});
