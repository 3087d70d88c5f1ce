"use strict";
addEventListener("DOMContentLoaded", () => {
  if (!document.getElementById("code")) return;
  phone.keepLooking(async () => {
    const { state } = await phone.get("/join/state");
    if (state === "in") location.replace("/deputy");
    else if (state === "out") location.replace("/join");
  }, 2);
});
