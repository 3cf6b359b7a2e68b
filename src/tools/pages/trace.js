// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of `weftc --trace-page`: kernels as dots under the roof of the machine, and as a table.
const kernels = data.kernels.sort((a, b) => b.seconds - a.seconds);
const peaks = data.peaks;
for (const kernel of kernels) {
  kernel.intensity = kernel.bytes > 0 ? kernel.operations / kernel.bytes : 0;
  kernel.rate = kernel.seconds > 0 ? kernel.operations / kernel.seconds : 0;
  kernel.bandwidth = kernel.seconds > 0 ? kernel.bytes / kernel.seconds : 0;
  kernel.ofBandwidth = peaks.bytes > 0 ? kernel.bandwidth / peaks.bytes : 0;
  kernel.ofArithmetic = peaks.operations > 0 ? kernel.rate / peaks.operations : 0;
}

function withUnit(number, unit) {
  const steps = [ [ 1e12, "T" ], [ 1e9, "G" ], [ 1e6, "M" ], [ 1e3, "k" ] ];
  const [size, letter] = steps.find(([ least ]) => number >= least) ?? [ 1, "" ];
  return round(number / size, 3) + " " + letter + unit;
}
function time(seconds) {
  return seconds >= 1      ? round(seconds, 3) + " s"
         : seconds >= 1e-3 ? round(seconds * 1e3, 3) + " ms"
                           : round(seconds * 1e6, 3) + " µs";
}

// As wide as there is room, so that its letters are as large as others.
function roofline(width) {
  const shown = kernels.filter((kernel) => kernel.intensity > 0 && kernel.rate > 0);
  if (!shown.length || !peaks.bytes || !peaks.operations)
    return make(
        "p", {class : "quiet"},
        kernels.length
            ? "There is nothing to draw: no kernel computes with floating-point numbers, or the trace does not say what the machine can do."
            : "The trace has no launches.");
  const height = Math.max(300, Math.min(480, width * 0.6)), left = 66, right = 16, top = 18,
        bottom = 52;
  const ridge = peaks.operations / peaks.bytes;
  const decade = (number) => Math.floor(Math.log10(number));
  const xs = shown.map((kernel) => kernel.intensity).concat(ridge / 8, ridge * 8);
  const ys = shown.map((kernel) => kernel.rate).concat(peaks.operations, peaks.operations / 300);
  const x0 = decade(Math.min(...xs)), x1 = decade(Math.max(...xs)) + 1;
  const y0 = decade(Math.min(...ys)), y1 = decade(Math.max(...ys) * 1.5) + 1;
  const x = (number) => left + (Math.log10(number) - x0) / (x1 - x0) * (width - left - right);
  const y = (number) =>
      height - bottom - (Math.log10(number) - y0) / (y1 - y0) * (height - top - bottom);
  const svg = makeSvg("svg", {
    viewBox : `0 0 ${width} ${height}`,
    width,
    height,
    role : "group",
    "aria-label" : "Roofline: floating-point operations per second over operations per byte"
  });
  for (let power = x0; power <= x1; ++power)
    svg.append(makeSvg("line", {
                 class : "axis",
                 x1 : x(10 ** power),
                 x2 : x(10 ** power),
                 y1 : top,
                 y2 : height - bottom
               }),
               makeSvg("text",
                       {x : x(10 ** power), y : height - bottom + 18, "text-anchor" : "middle"},
                       Number((10 ** power).toPrecision(1)).toLocaleString("en", {
                         maximumFractionDigits : 9
                       })));
  for (let power = y0; power <= y1; ++power)
    svg.append(makeSvg("line", {
                 class : "axis",
                 x1 : left,
                 x2 : width - right,
                 y1 : y(10 ** power),
                 y2 : y(10 ** power)
               }),
               makeSvg("text", {x : left - 8, y : y(10 ** power) + 4, "text-anchor" : "end"},
                       withUnit(10 ** power, "/s")));
  svg.append(
      makeSvg("text", {x : (left + width - right) / 2, y : height - 10, "text-anchor" : "middle"},
              width > 600 ? "floating-point operations for each byte that the arguments point to"
                          : "operations for each byte"));
  // The roof: what memory feeds, up to what the cores can do.
  const xFrom = Math.max(10 ** x0, 10 ** y0 / peaks.bytes);
  svg.append(makeSvg("polyline", {
               class : "roof",
               points : [
                 [ xFrom, xFrom * peaks.bytes ], [ ridge, peaks.operations ],
                 [ 10 ** x1, peaks.operations ]
               ].map(([ a, b ]) => x(a) + "," + y(b))
                            .join(" ")
             }),
             makeSvg("text", {
               class : "name",
               x : width - right - 4,
               y : y(peaks.operations) - 7,
               "text-anchor" : "end"
             },
                     withUnit(peaks.operations, "/s, arithmetic")));
  const middle = Math.sqrt(xFrom * ridge);
  const slope = Math.atan2(y(ridge * peaks.bytes) - y(xFrom * peaks.bytes), x(ridge) - x(xFrom)) *
                180 / Math.PI;
  svg.append(makeSvg("text", {
    class : "name",
    "text-anchor" : "middle",
    transform : `translate(${x(middle)},${y(middle * peaks.bytes) - 8}) rotate(${slope})`
  },
                     withUnit(peaks.bytes, "B/s, memory")));
  // The longest last, so that it lies on top; a dot's area is its share of the time.
  const most = Math.max(...shown.map((kernel) => kernel.seconds));
  for (const kernel of [...shown].sort((a, b) => b.seconds - a.seconds))
    kernel.dot = makeSvg("circle", {
      class : "dot" + (kernel.assumed ? " assumed" : ""),
      cx : x(kernel.intensity),
      cy : y(kernel.rate),
      r : 5 + 9 * Math.sqrt(kernel.seconds / most),
      tabindex : 0,
      role : "button",
      "aria-label" : kernel.name,
      click : () => choose(kernel),
      focus : () => choose(kernel)
    },
                         makeSvg("title", {}, kernel.name));
  svg.append(...shown.map((kernel) => kernel.dot).reverse());
  for (const kernel of shown.slice(0, 6)) {
    const atRight = x(kernel.intensity) < width * 0.6;
    const longest = width > 600 ? 28 : 18;
    svg.append(makeSvg("text", {
      class : "name",
      x : x(kernel.intensity) + (atRight ? 18 : -18),
      y : y(kernel.rate) + 4,
      "text-anchor" : atRight ? "start" : "end"
    },
                       kernel.name.length > longest ? kernel.name.slice(0, longest - 1) + "…"
                                                    : kernel.name));
  }
  return svg;
}

let chosen = null;
const picture = make("div", {});
function draw() {
  const width = Math.min(1100, picture.clientWidth);
  if (width !== draw.width)
    picture.replaceChildren(roofline(draw.width = width));
  chosen?.dot?.setAttribute("aria-selected", "true");
}
addEventListener("resize", draw);

const chosenText = make("p", {"aria-live" : "polite", class : "small"});
function choose(kernel) {
  chosen = kernel;
  for (const other of kernels) {
    other.dot?.setAttribute("aria-selected", String(other === kernel));
    other.row.classList.toggle("chosen", other === kernel);
  }
  const roof = Math.min(peaks.operations, kernel.intensity * peaks.bytes);
  chosenText.replaceChildren(
      make("b", {class : "mono"}, kernel.name), ": ",
      plural(kernel.count, "launch").replace(/hs$/, "hes") + " in " + time(kernel.seconds) +
          ", from " + time(kernel.least) + " to " + time(kernel.most) + ". ",
      kernel.rate > 0 && roof > 0 ? withUnit(kernel.rate, "/s") + ", " +
                                        percent(kernel.rate / roof) + " of the roof above it; "
                                  : "No floating-point operations are known of it; ",
      "memory at " + withUnit(kernel.bandwidth, "B/s") + ", " + percent(kernel.ofBandwidth) +
          " of the peak",
      kernel.ofBandwidth > 1
          ? ", which is more than memory gives: its data come from the caches, or it accesses a part of them."
          : ".");
}

function table() {
  const total = kernels.reduce((sum, kernel) => sum + kernel.seconds, 0);
  const head = [
    "Kernel", "Launches", "Time", "", "Work-items", "Bandwidth", "of peak", "Arithmetic", "of peak",
    "Op/byte"
  ];
  return make(
      "div", {class : "scrolls", tabindex : 0, role : "region", "aria-label" : "Kernels"},
      make(
          "table", {},
          make(
              "thead", {},
              make("tr", {}, head.map((name, i) => make("th", {class : i ? "number" : ""}, name)))),
          make("tbody", {},
               kernels.map(
                   (kernel) => kernel.row = make(
                       "tr", {},
                       make("td", {},
                            make("button", {class : "link mono", click : () => choose(kernel)},
                                 kernel.name)),
                       make("td", {class : "number"}, kernel.count.toLocaleString("en")),
                       make("td", {class : "number"}, time(kernel.seconds)),
                       make("td", {class : "number quiet"},
                            percent(total ? kernel.seconds / total : 0)),
                       make("td", {class : "number"}, withUnit(kernel.items / kernel.count, "")),
                       make("td", {class : "number"}, withUnit(kernel.bandwidth, "B/s")),
                       make("td", {class : "number"}, percent(kernel.ofBandwidth)),
                       make("td", {class : "number"},
                            kernel.rate ? (kernel.assumed ? "~ " : "") + withUnit(kernel.rate, "/s")
                                        : "–"),
                       make("td", {class : "number"},
                            kernel.rate ? percent(kernel.ofArithmetic) : "–"),
                       make("td", {class : "number"},
                            kernel.intensity ? round(kernel.intensity) : "–"))))));
}

function othersTable() {
  if (!data.others.length)
    return "";
  return make(
      "div", {}, make("h2", {}, "Other commands"),
      make(
          "div", {class : "scrolls"},
          make("table", {},
               make("tbody", {},
                    data.others.sort((a, b) => b.seconds - a.seconds)
                        .map((command) => make(
                                 "tr", {}, make("td", {}, command.name),
                                 make("td", {class : "number"}, command.count.toLocaleString("en")),
                                 make("td", {class : "number"}, time(command.seconds))))))));
}

page.append(
    make("header", {}, make("h1", {}, data.name),
         make("p", {class : "quiet small"},
              time(data.seconds) + " of commands" +
                  (peaks.threads ? ", on " + plural(peaks.threads, "thread") : "") +
                  (data.cut ? ". The file ends in the middle; what comes before that is shown."
                            : ""))),
    make("section", {class : "card", style : "padding:14px 18px;margin-top:18px"},
         make("h2", {style : "margin-top:0"}, "Roofline"), picture, chosenText),
    make("h2", {}, "Kernels"), table(), othersTable(),
    make(
        "details", {open : ""}, make("summary", {}, "What the figures mean"),
        make(
            "p", {class : "small"},
            "The peaks were measured by the process that wrote the trace, on all its threads, when its first queue was made: memory as STREAM's triad over arrays beyond the caches, arithmetic as products and sums of floats in full vectors, which count two."),
        make(
            "p", {class : "small"},
            "Bytes are those of all buffers and images that a launch is given, each counted once, whatever it accesses of them and however often. A kernel that accesses a part has less, one whose buffers stay in the caches may have more than memory gives."),
        make(
            "p", {class : "small"},
            "Operations are of floating point, counted in the kernel's code; loops by the arguments that decide them. A hollow dot, or ~, means that some were assumed: a loop that runs by data counts 48 times, a branch half. Calls of the OpenCL C library count as many as they cost.")),
    make("footer", {}, "Made by weftc " + data.version + "."));
draw();
if (kernels.length)
  choose(kernels[0]);
