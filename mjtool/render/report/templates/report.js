"use strict";
const form = document.getElementById("filters");
const pick = (name) => document.getElementById("by-" + name);
const hands = Array.from(document.querySelectorAll(".hand"));
const found = Array.from(document.querySelectorAll(".found tbody tr"));
const games = Array.from(document.querySelectorAll(".game"));
const shown = document.getElementById("shown");
const has = (list, value) => (" " + list + " ").includes(" " + value + " ");
function fits(data, player, part, pattern, finding) {
  if (player && !((part !== "p" && has(data.w, player)) || (part !== "w" && has(data.p, player)))) return false;
  if (pattern && !has(data.k, pattern)) return false;
  return !finding || (finding === "*" ? data.f !== "" : has(data.f, finding));
}
function filter() {
  const [player, part, pattern, finding] = ["player", "part", "pattern", "finding"].map((name) => pick(name).value);
  let number = 0;
  for (const hand of hands) {
    hand.hidden = !fits(hand.dataset, player, part, pattern, finding);
    number += !hand.hidden;
  }
  for (const row of found) row.hidden = Boolean(finding) && finding !== "*" && row.dataset.f !== finding;
  const any = player || pattern || finding;
  for (const game of games) game.hidden = Boolean(any) && !game.querySelector(".hand:not([hidden])");
  shown.textContent = shown.dataset.told.replace("%n", number).replace("%m", hands.length);
}
// What is in a hand is read as text until it is asked for: a page of many hands opens faster.
function fill(hand) {
  const rest = hand.querySelector(":scope > noscript");
  if (rest) rest.outerHTML = rest.textContent;
}
function around(id) {
  const [, file, line] = id.match(/^e-(\w+)-(\d+)$/) || [];
  const before = hands.filter((hand) => {
    const [, inFile, first] = hand.id.match(/^h-(\w+)-(\d+)$/) || [];
    return inFile === file && Number(first) <= Number(line);
  });
  return file && before[before.length - 1];
}
function reveal() {
  const id = decodeURIComponent(location.hash.slice(1));
  const hand = around(id);
  if (hand) fill(hand);
  const target = id && document.getElementById(id);
  if (!target) return;
  for (let each = target; each; each = each.parentElement) {
    if (each.tagName === "DETAILS") each.open = true;
    if (each.hidden) each.hidden = false;
  }
  target.scrollIntoView({ block: "center" });
}
form.addEventListener("change", filter);
form.addEventListener("reset", () => setTimeout(filter));
form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("open").addEventListener("click", () => hands.forEach((hand) => (hand.open = !hand.hidden)));
document.getElementById("close").addEventListener("click", () => hands.forEach((hand) => (hand.open = false)));
addEventListener("hashchange", reveal);
for (const hand of hands) hand.addEventListener("toggle", () => fill(hand));
addEventListener("beforeprint", () => hands.forEach((hand) => {
  if (!hand.hidden) fill(hand);
  hand.open = !hand.hidden;
}));
form.hidden = false;
filter();
reveal();
