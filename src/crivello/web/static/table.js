// One game: propose, confirm, agree.
"use strict";

const table = {
  show(state) {
    if (!state) return;
    if (state.csrf) phone.csrf = state.csrf;
    if (!state.stage) return;
    const box = document.getElementById("table");
    box.hidden = false;
    box.dataset.stage = state.stage;
    document.getElementById("place").textContent = phone.fill(box.dataset.table, state.table, state.round);
    document.getElementById("white").textContent = state.white;
    document.getElementById("black").textContent = state.black;
    document.getElementById("text").textContent = state.text;
    document.getElementById("public").href = state.public;
    const buttons = document.getElementById("buttons");
    buttons.replaceChildren(...state.buttons.map(({ code, text }) => {
      const made = phone.button(text, () => table.propose(code, text), String((state.result || state.mine) === code));
      made.dataset.code = code;
      made.disabled = state.stage === "entered";
      return made;
    }));
    const confirm = document.getElementById("confirm");
    confirm.hidden = state.stage !== "confirm";
    document.getElementById("yes").onclick = () => table.propose(state.mine, state.text, "yes");
  },

  propose: (result, text, confirmed = "") => queue.add("/table/propose", { result, confirmed }, text),
};

addEventListener("DOMContentLoaded", async () => {
  queue.heard = (found, good) => {
    if (!good) return;
    phone.say(""); // the card says it
    table.show(found);
  };
  if (await phone.enter()) phone.keepLooking(async () => table.show(await phone.get("/table/state")), 3);
});
