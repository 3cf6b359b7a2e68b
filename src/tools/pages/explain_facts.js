// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is said of kernels on the page of `weftc --explain --html`: their facts by line, and what
// follows from them.
const grades = [ "good", "fair", "bad" ];
const keyOf = (place) => place.file + ":" + place.line;
const fateOf = (operation) => data.fates[operation.fate];
const gradeOf = (operation) => grades[fateOf(operation).grade];

// Facts of a kernel by line.
function analyse(kernel) {
  kernel.cost = 0;
  kernel.oneByOne = 0;
  kernel.lines = new Map();
  kernel.loops = [];
  const lineAt = (place) => {
    const key = keyOf(place);
    if (!kernel.lines.has(key))
      kernel.lines.set(
          key, {file : place.file, line : place.line, cost : 0, operations : [], loops : []});
    return kernel.lines.get(key);
  };
  for (const region of kernel.regions) {
    kernel.cost += region.cost;
    kernel.oneByOne += region.oneByOne;
    for (const operation of region.operations) {
      if (!operation.line)
        continue;
      const line = lineAt(operation);
      line.cost += operation.cost;
      line.operations.push(operation);
    }
    for (const loop of region.loops) {
      loop.region = region;
      kernel.loops.push(loop);
      if (loop.line)
        lineAt(loop).loops.push(loop);
    }
  }
  for (const line of kernel.lines.values())
    line.operations.sort((a, b) => b.cost - a.cost);
  kernel.loops.sort((a, b) => b.cost - a.cost);
  // What is left of a loop of which most was unrolled is told with it.
  kernel.loops =
      kernel.loops.filter((loop, i) => !loop.line || !kernel.loops.slice(0, i).some(
                                                         (other) => other.region === loop.region &&
                                                                    keyOf(other) === keyOf(loop) &&
                                                                    loop.cost < other.cost / 8));
  kernel.top =
      [...kernel.lines.values() ].filter((line) => line.cost > 0).sort((a, b) => b.cost - a.cost);
}
const shareOf = (kernel, cost) => kernel.cost > 0 ? cost / kernel.cost : 0;

// What a line is coloured by: what costs most of it, and the worst of what costs a fifth of that.
function mainOperation(line) {
  const [most] = line.operations;
  return most &&
         line.operations.filter((one) => one.cost >= most.cost / 5)
             .reduce((worst, one) => fateOf(one).grade > fateOf(worst).grade ? one : worst, most);
}

function boundOf(loop) {
  if (!loop.innermost || !loop.issue)
    return "";
  const most = Math.max(loop.issue, loop.latency, loop.memory);
  return most === loop.memory ? "memory" : most === loop.latency ? "latency" : "issue";
}

const boundMeans = {
  issue :
      "it does more operations than the core can begin in the time: fewer operations, or cheaper ones, make it faster",
  latency :
      "each iteration waits for results of the one before: several independent sums or chains make it faster",
  memory :
      "if its data lie beyond the caches, fetching them takes longest: fewer bytes for each work-item, or tiles that stay in a cache, make it faster",
};

function textOf(place) {
  const file = data.files[place.file];
  return file && file.text !== undefined ? linesOf(file)[place.line - 1] ?? "" : "";
}
function linesOf(file) {
  return file.lines ??= file.text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
}

// What keeps a kernel from being faster, what matters most first.
function reasonsOf(kernel) {
  const reasons = [];
  const single = kernel.regions.filter((region) => region.lanes === 1);
  for (const region of single)
    reasons.push([
      shareOf(kernel, region.cost),
      [
        kernel.regions.length > 1 ? "Region " + region.number : "The kernel",
        " runs one work-item at a time", region.single ? ": " + region.single : "", "."
      ]
    ]);
  const byFate = new Map();
  let masked = 0;
  for (const line of kernel.lines.values())
    for (const operation of line.operations) {
      masked += operation.masked ? operation.cost : 0;
      if (fateOf(operation).grade === 0 || fateOf(operation).name === "scalar")
        continue;
      const known = byFate.get(operation.fate) ?? {cost : 0, lines : new Map()};
      known.cost += operation.cost;
      known.lines.set(keyOf(operation), operation);
      byFate.set(operation.fate, known);
    }
  for (const [fate, {cost, lines}] of byFate) {
    const share = shareOf(kernel, cost);
    if (share < 0.05)
      continue;
    const places = [...lines.values() ].sort((a, b) => b.cost - a.cost).slice(0, 4);
    reasons.push([
      share,
      [
        percent(share) + " of the cost is ", chip(data.fates[fate]), " in ",
        places.flatMap((place, i) => [i ? ", " : "", linkTo(place)]), ". ", data.fates[fate].advice
      ]
    ]);
  }
  if (shareOf(kernel, masked) >= 0.3)
    reasons.push([
      shareOf(kernel, masked) / 2,
      [ percent(shareOf(kernel, masked)) +
        " of the cost is of code that may run for some of the lanes only, while the others wait." ]
    ]);
  const hottest = kernel.loops.find((loop) => boundOf(loop));
  if (hottest)
    reasons.push([
      shareOf(kernel, hottest.cost) / 3,
      [
        hottest.body ? "Work-items are bound by "
                     : [ "The loop of ", linkTo(hottest), " is bound by " ],
        make("b", {}, boundOf(hottest)), ": ", boundMeans[boundOf(hottest)], "."
      ]
    ]);
  if (kernel.spilled > 0)
    reasons.push([
      0.02, [ "Registers are spilled to " + plural(kernel.spilled, "byte") +
              " of stack: fewer values that live at a time, or fewer lanes, avoid that." ]
    ]);
  return reasons.sort((a, b) => b[0] - a[0]).map(([, reason ]) => reason);
}

function chip(fate, more) {
  return make("span", {class : "chip " + grades[fate.grade], title : fate.meaning},
              fate.name + (more ?? ""));
}
function linkTo(place) {
  if (!place.line)
    return "code without a line";
  const file = data.files[place.file];
  const name = place.file === 0 ? "" : file.name.replace(/.*\//, "") + ":";
  return make("button", {class : "link", click : () => choose(place, true)},
              name ? name + place.line : "line " + place.line);
}
