"use strict";
addEventListener("DOMContentLoaded", () => phone.enter());
