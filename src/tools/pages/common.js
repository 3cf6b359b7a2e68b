// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What both pages need. Text only ever becomes text nodes.
const data = JSON.parse(document.getElementById("data").textContent);
const page = document.getElementById("page");
page.textContent = "";

// An element: its attributes (functions are listeners), then what is in it.
function make(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}
function makeSvg(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {}))
    if (typeof value === "function")
      element.addEventListener(name, value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value);
  element.append(...present(children));
  return element;
}
function present(children) {
  return children.flat(Infinity).filter((child) => child !== undefined && child !== null &&
                                                   child !== false && child !== "");
}
// What is in an element, anew.
function refill(element, ...children) { element.replaceChildren(...present(children)); }

function round(number, digits = 2) {
  return Number(number.toPrecision(digits)).toLocaleString("en", {maximumFractionDigits : 3});
}
function percent(share) {
  return share === 0 ? "0 %" : share < 0.01 ? "< 1 %" : Math.round(100 * share) + " %";
}
function plural(count, what) {
  return count.toLocaleString("en") + " " + what + (count === 1 ? "" : "s");
}
