// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of `weftc --explain --html`: kernels, the lines of their source with what became of
// them (explain_facts.js), and the machine code of the line that is chosen.

// ---- What stands above the source.

let current = data.kernels[0];
const summary = make("section", {"aria-label" : "Summary"});

function showKernels() {
  if (data.kernels.length < 2)
    return null;
  return make("nav", {class : "kernels", "aria-label" : "Kernels"},
              data.kernels.map((kernel) => make("button", {
                                 "aria-pressed" : String(kernel === current),
                                 "data-kernel" : kernel.name,
                                 click : () => showKernel(kernel)
                               },
                                                make("b", {class : "mono"}, kernel.name), " ",
                                                make("span", {class : "quiet small"},
                                                     kernel.lanes > 1 ? plural(kernel.lanes, "lane")
                                                                      : "scalar"))));
}

function figure(value, means) {
  return make("div", {class : "figure"}, make("b", {}, value), make("span", {}, means));
}

function showSummary() {
  const kernel = current;
  const hottest = kernel.loops.find((loop) => boundOf(loop));
  const lanes = Math.max(1, ...kernel.regions.map((region) => region.lanes));
  const reasons = reasonsOf(kernel);
  const elsewhere = 1 - shareOf(kernel, kernel.top.reduce((sum, line) => sum + line.cost, 0));
  refill(
      summary, make("h2", {}, make("span", {class : "mono"}, kernel.name)),
      make("div", {class : "card figures"},
           figure(String(lanes), lanes > 1 ? "work-items side by side" : "work-item at a time"),
           kernel.cost > 0 && lanes > 1 &&
               figure(round(kernel.oneByOne / kernel.cost) + " ×",
                      "less work than one by one, by estimate"),
           figure(round(kernel.cost, 3), "cost of a work-item, in simple operations"),
           hottest &&
               figure(boundOf(hottest), hottest.body ? "bounds it" : "bounds its hottest loop"),
           kernel.regions.length > 1 &&
               figure(String(kernel.regions.length), "regions between barriers")),
      make(
          "div", {class : "two"},
          make("div", {}, make("h2", {}, "What keeps it from being faster"),
               reasons.length ? make("ol", {class : "reasons"},
                                     reasons.map((reason) => make("li", {}, reason)))
                              : make("p", {class : "quiet"},
                                     "Nothing that stands out: all of it runs in whole vectors.")),
          make("div", {}, make("h2", {}, "Lines that cost most"),
               kernel.top.length
                   ? make("div", {class : "top card"},
                          kernel.top.slice(0, 3).map((line) => topLine(kernel, line)))
                   : make("p", {class : "quiet"},
                          "No line has a cost: the kernel does nothing, or has no debug lines."),
               kernel.top.length && elsewhere >= 0.05 &&
                   make("p", {class : "quiet small"},
                        percent(elsewhere) +
                            " of the cost belongs to no line, such as what ids and bounds take."))),
      kernel.loops.length ? loopTable(kernel) : "");
}

function topLine(kernel, line) {
  const share = shareOf(kernel, line.cost);
  const worst = mainOperation(line);
  return make(
      "button", {click : () => choose(line, true)},
      make("span", {class : "quiet small"}, "line " + line.line),
      make("code", {}, textOf(line).trim() || "…"), make("span", {class : "share"}, percent(share)),
      make(
          "span",
          {class : "bar ink-" + gradeOf(worst), style : "width:" + Math.max(1, 100 * share) + "%"}),
      make("span", {class : "chips"}, uniqueChips(line)));
}

function uniqueChips(line) {
  const seen = new Map();
  for (const operation of line.operations)
    if (!seen.has(operation.fate))
      seen.set(operation.fate, operation);
  return [...seen.values() ].slice(0, 4).map((operation) => chip(fateOf(operation)));
}

function loopTable(kernel) {
  const cycles = (loop, name) => {
    const is = boundOf(loop) === name;
    return make("td", {class : "number" + (is ? " bound" : "")},
                loop.innermost && loop[name] ? round(loop[name]) : "–");
  };
  const rows = kernel.loops.map((loop) => make("tr", {},
    make("td", {}, loop.body ? "all work-items" + (kernel.regions.length > 1 ? ", region " + loop.region.number : "") : linkTo(loop),
      loop.diverges ? [" ", make("span", {class: "chip fair", title: "it runs until the last lane leaves it"}, "diverges")] : ""),
    make("td", {class: "number"}, loop.body ? "–" : (loop.tripsKnown ? "" : "~ ") + round(loop.trips, 3)),
    make("td", {class: "number"}, percent(shareOf(kernel, loop.cost))),
    cycles(loop, "issue"), cycles(loop, "latency"), cycles(loop, "memory"),
    make("td", {class: "number"}, loop.innermost && loop.bytes ? round(loop.bytes, 3) : "–"),
    make("td", {class: "bound"}, boundOf(loop) || (loop.innermost ? "–" : "its inner loops"))));
  const head = [
    [ "Loop of" ], [ "Iterations", 1 ], [ "Cost", 1 ], [ "Issue", 1 ], [ "Latency", 1 ],
    [ "Memory", 1 ], [ "Bytes", 1 ], [ "Bound by" ]
  ];
  return make(
      "div", {}, make("h2", {}, "Loops"),
      make("div", {class : "scrolls", tabindex : 0, role : "region", "aria-label" : "Loops"},
           make("table", {},
                make("thead", {},
                     make("tr", {},
                          head.map(([ name, number ]) =>
                                       make("th", {class : number ? "number" : ""}, name)))),
                make("tbody", {}, rows))),
      make(
          "p", {class : "quiet small"},
          "Least cycles of an iteration, for all lanes. Issue: the core begins all of its operations, by the compiler's cost model, of which a cycle is five simple operations. Latency: the longest chain of results from one iteration to the next; for all work-items, the longest one that the core cannot look past. Memory: the bytes that no iteration before had, at five a cycle, as if all came from beyond the caches. The largest bounds the loop. ~: iterations that nobody knows are assumed."));
}

// ---- The source.

const words =
    /^(?:kernel|__kernel|global|__global|local|__local|constant|__constant|private|__private|const|restrict|volatile|void|struct|union|enum|typedef|if|else|for|while|do|switch|case|default|break|continue|return|goto|inline|static|extern|sizeof|bool|half|(?:u?(?:char|short|int|long)|float|double|half)\d*|size_t|ptrdiff_t|unsigned|signed)$/;

// Parts of a line that are shown in a colour. `state.comment`: a comment goes on from the line
// before.
function coloured(text, state) {
  const parts = [];
  const add = (what, kind) => what && parts.push(kind ? make("span", {class : kind}, what) : what);
  const token = /\/\*|\/\/.*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|^\s*#\s*\w+|[A-Za-z_]\w*/g;
  let at = 0;
  while (at < text.length) {
    if (state.comment) {
      const end = text.indexOf("*/", at);
      add(text.slice(at, end < 0 ? text.length : end + 2), "comment");
      state.comment = end < 0;
      at = end < 0 ? text.length : end + 2;
      continue;
    }
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) {
      add(text.slice(at));
      break;
    }
    add(text.slice(at, found.index));
    at = found.index;
    if (found[0] === "/*") {
      state.comment = true;
      // Not the star of the opening one for that of the closing one.
      const end = text.indexOf("*/", at + 2);
      add(text.slice(at, end < 0 ? text.length : end + 2), "comment");
      state.comment = end < 0;
      at = end < 0 ? text.length : end + 2;
      continue;
    }
    const kind = found[0].startsWith("//")                        ? "comment"
                 : /^["']/.test(found[0])                         ? "literal"
                 : found[0].includes("#") || words.test(found[0]) ? "word"
                                                                  : "";
    add(found[0], kind);
    at += found[0].length;
  }
  return parts;
}

const source = make(
    "div", {class : "source card", role : "listbox", tabindex : 0, "aria-label" : "Source lines"});
const details =
    make("aside",
         {class : "details card empty", "aria-live" : "polite", "aria-label" : "The chosen line"});
let chosen = null;
let rows = new Map(); // by place

function filesToShow() {
  const named = new Set([...current.lines.values() ].map((line) => line.file));
  if (data.files[0] && data.files[0].text !== undefined)
    named.add(0);
  return [...named ].sort((a, b) => a - b).filter((number) => data.files[number]);
}

function showSource() {
  rows = new Map();
  const codeOf = codeByLine();
  refill(source, filesToShow().map((number) => {
    const file = data.files[number];
    const state = {comment : false};
    // Of a file that is not there, the lines of which something is known.
    const texts = file.text !== undefined
                      ? linesOf(file).map((text, i) => [i + 1, coloured(text, state)])
                      : [...current.lines.values() ]
                            .filter((line) => line.file === number)
                            .map((line) => line.line)
                            .sort((a, b) => a - b)
                            .map((line) => [line, [ make("span", {class : "comment"},
                                                         "(the file was not found)") ]]);
    return make("div", {class : "rows", role : "group", "aria-label" : file.name},
                make("div", {class : "file-name"}, file.name),
                texts.map(([ line, parts ]) => sourceRow({file : number, line}, parts, codeOf)));
  }));
}

function sourceRow(place, parts, codeOf) {
  const line = current.lines.get(keyOf(place));
  const main = line && mainOperation(line);
  const told = line || codeOf.has(keyOf(place));
  const share = line ? shareOf(current, line.cost) : 0;
  const row = make(
      "div", {
        class : "row" + (told ? " told" : "") + (main ? " " + gradeOf(main) : ""),
        role : "option",
        id : "line-" + place.file + "-" + place.line,
        "aria-selected" : "false",
        "aria-disabled" : told ? undefined : "true",
        click : told ? () => choose(place) : undefined,
      },
      make("span", {class : "number"}, String(place.line)),
      make("span", {class : "share"}, share > 0 ? percent(share) : ""),
      make("span", {class : "fate"}, main ? chip(fateOf(main), main.masked ? ", masked" : "") : ""),
      make("code", {}, parts));
  if (told)
    rows.set(keyOf(place), {row, place});
  return row;
}

source.addEventListener("keydown", (event) => {
  const all = [...rows.values() ];
  const now = chosen ? all.findIndex(({place}) => keyOf(place) === keyOf(chosen)) : -1;
  const to = {
    ArrowDown : now + 1,
    ArrowUp : Math.max(0, now - 1),
    Home : 0,
    End : all.length - 1,
    PageDown : now + 10,
    PageUp : Math.max(0, now - 10)
  }[event.key];
  if (event.key === "Escape")
    choose(null);
  if (to === undefined || !all.length || event.ctrlKey || event.metaKey || event.altKey)
    return;
  event.preventDefault();
  choose(all[Math.min(to, all.length - 1)].place, true);
});

function choose(place, scrolls) {
  const before = chosen && rows.get(keyOf(chosen));
  if (before)
    before.row.setAttribute("aria-selected", "false");
  const now = place && rows.get(keyOf(place));
  chosen = now ? now.place : null;
  if (now) {
    now.row.setAttribute("aria-selected", "true");
    source.setAttribute("aria-activedescendant", now.row.id);
    if (scrolls || matchMedia("(max-width: 900px)").matches) {
      const left = source.scrollLeft; // rows are wider than what is seen of them
      now.row.scrollIntoView({block : "nearest"});
      source.scrollLeft = left;
    }
  } else {
    source.removeAttribute("aria-activedescendant");
  }
  showDetails();
}

// ---- The chosen line.

// Functions of the listing that belong to other kernels are left out.
function isOthers(name) {
  return name !== current.symbol && data.kernels.some((kernel) => kernel.symbol === name);
}

let known = {kernel : null, lines : null};
function codeByLine() {
  if (known.kernel === current)
    return known.lines;
  const lines = new Map();
  let name = "", skips = false;
  data.code.lines.forEach(([ kind, file, line, text ], index) => {
    if (kind === 0) {
      name = text;
      skips = isOthers(name);
    } else if (kind === 2 && line && !skips) {
      const key = keyOf({file, line});
      if (!lines.has(key))
        lines.set(key, []);
      lines.get(key).push({index, name, text});
    }
  });
  known = {kernel : current, lines};
  return lines;
}

function showDetails() {
  details.classList.toggle("empty", !chosen);
  if (!chosen) {
    refill(
        details, make("h2", {}, "A line"),
        make(
            "p", {class : "quiet"},
            "Choose a line of the source, by a click or with the arrow keys, to see what became of it, what it costs, and its machine code."));
    return;
  }
  const line = current.lines.get(keyOf(chosen)) ?? {operations : [], loops : [], cost : 0};
  const advice = new Set(line.operations.filter((one) => one.cost > line.cost / 20)
                             .map((one) => fateOf(one).advice)
                             .filter(Boolean));
  const regions = current.regions.filter(
      (region) => region.operations.some((one) => keyOf(one) === keyOf(chosen)));
  const single = regions.find((region) => region.single);
  const lanes = [...new Set(regions.map((region) => plural(region.lanes, "lane"))) ].join(" or ");
  refill(details, 
    make("button", {class: "close", click: () => choose(null)}, "Close"),
    make("h2", {}, "Line " + chosen.line, chosen.file ? make("span", {class: "quiet small"}, " of " + data.files[chosen.file].name) : ""),
    make("p", {class: "quiet small"}, line.cost > 0
      ? percent(shareOf(current, line.cost)) + " of the kernel's cost: " + round(line.cost, 3) + " of " + round(current.cost, 3) + " for a work-item, " + lanes
      : "Nothing of it is left to do when the kernel runs, or it is part of other lines."),
    line.operations.map((operation) => make("div", {class: "operation"},
      make("span", {}, chip(fateOf(operation)), " ", operation.masked ? [make("span", {class: "chip", title: "runs for some of the lanes only"}, "masked"), " "] : "",
        operation.what, operation.count > 1 ? make("span", {class: "quiet"}, " × " + operation.count) : "",
        make("div", {class: "quiet small"}, fateOf(operation).meaning)),
      make("span", {class: "share"}, percent(shareOf(current, operation.cost))))),
    single ? make("p", {class: "advice"}, "One work-item at a time: " + single.single + ".") : "",
    [...advice].map((text) => make("p", {class: "advice"}, text)),
    line.loops.filter((loop) => boundOf(loop) && !loop.body).map((loop) => make("p", {},
      "The loop that begins here is bound by ", make("b", {}, boundOf(loop)), ": ", boundMeans[boundOf(loop)], ".")),
    assembly(codeByLine().get(keyOf(chosen)) ?? []));
}

const mostInstructions = 300;
function assembly(instructions, most = mostInstructions) {
  if (!instructions.length)
    return make("p", {class : "quiet small"},
                "No instruction has this line in the code's line table.");
  const loopAt = (index) =>
      data.code.loops.find((loop) => loop.first <= index && index <= loop.last);
  const list = make(
      "div", {class : "assembly", tabindex : 0, role : "region", "aria-label" : "Machine code"});
  let last = null, inLoop = null;
  for (const one of instructions.slice(0, most)) {
    const loop = loopAt(one.index);
    if (last && last.index + 1 !== one.index || loop !== inLoop || !last || last.name !== one.name)
      list.append(make("div", {class : "gap"},
                       loop && loop !== inLoop ? loopText(loop)
                       : last                  ? "⋯"
                                               : ""));
    list.append(make("div", {class : loop ? "in-loop" : ""}, one.text));
    last = one;
    inLoop = loop;
  }
  const inLoops = instructions.filter((one) => loopAt(one.index)).length;
  const box = make(
      "div", {}, make("h3", {}, "Machine code"),
      make(
          "p", {class : "quiet small"},
          plural(instructions.length, "instruction") +
              (inLoops ? ", " + inLoops + " of them in inner loops (blue)" : "") +
              ". A line may be there several times: for whole vectors, for masked ones, for single work-items."),
      list);
  if (instructions.length > most)
    box.append(make(
        "button", {class : "link", click : () => box.replaceWith(assembly(instructions, Infinity))},
        "Show all " + plural(instructions.length, "instruction")));
  return box;
}

function loopText(loop) {
  return "inner loop: " + round(loop.ports, 3) + " cycles of " + loop.busiest + ", " +
         round(loop.chain, 3) + " through its longest chain (LLVM's model of " + data.code.cpu +
         ")";
}

// ---- All of it.

function legend() {
  const used = new Set(data.kernels.flatMap(
      (kernel) => kernel.regions.flatMap((region) => region.operations.map((one) => one.fate))));
  return make("details", {open: ""}, make("summary", {}, "What the words mean"),
    make("div", {class: "legend"}, data.fates.flatMap((fate, number) => used.has(number)
      ? [make("span", {}, chip(fate)), make("span", {class: "small"}, fate.meaning)] : []),
      make("span", {}, make("span", {class: "chip"}, "masked")),
      make("span", {class: "small"}, "runs for some of the lanes only, as behind a branch by which they part")),
    make("p", {class: "quiet small"},
      "Costs are the estimate by which the compiler itself decides how wide a kernel runs; the unit is a simple scalar operation. They are no measurement: a profile says what a launch takes. Percentages are of the chosen kernel."));
}

const kernels = make("div", {});
function showKernel(kernel) {
  current = kernel;
  chosen = null;
  refill(kernels, showKernels());
  showSummary();
  showSource();
  chooseAtFirst(kernel.top[0]);
}
// Where there is room beside the source.
function chooseAtFirst(line) {
  choose(line && !matchMedia("(max-width: 900px)").matches ? line : null);
}

data.kernels.forEach(analyse);
page.append(make("header", {}, make("h1", {}, data.name),
                 make("p", {class : "quiet small"},
                      "compiled for " + data.target + (data.options ? " with " : ""),
                      data.options ? make("code", {}, data.options) : "")));
if (current) {
  page.append(kernels, summary, make("h2", {}, "Source"),
              make("div", {class : "work"}, source, details), legend());
  showKernel(data.kernels[0]);
} else {
  page.append(make("p", {}, "The program has no kernel."));
}
page.append(make("footer", {}, "Made by weftc " + data.version + "."));
