import type { VNode } from "preact"
import type { Branch, Element, Station } from "../../Line.ts"
import { spoken } from "../../Line.ts"
import { el } from "../element.ts"
import { exactTime, span } from "../words.ts"

const svg = (...children: ReadonlyArray<VNode>): VNode =>
  el("svg", { width: 64, height: 36, viewBox: "0 0 64 36", "aria-hidden": "true" }, ...children)

const stationMark = ({ lamp, mark }: Station): VNode => {
  const colour = `${lamp}-line`
  switch (mark) {
    case "terminus":
      return svg(el("circle.end", { class: colour, cx: 24, cy: 12, r: 8 }))
    case "siding":
      return svg(
        el("path.t", { class: colour, d: "M48 4V12C48 24 24 20 24 34" }),
        el("path.t", { class: colour, d: "M40 3H56" }),
        el("circle", { class: colour, cx: 48, cy: 12, r: 6 })
      )
    case "signal":
      return svg(
        el("circle", { class: colour, cx: 24, cy: 12, r: 7 }),
        el("path.t", { class: colour, d: "M48 26V14" }),
        el("circle.end", { class: colour, cx: 48, cy: 9, r: 5 })
      )
    case "loop":
      return svg(
        el("path.t", { class: "wait-line", d: "M24 2C54 -6 54 26 30 14" }),
        el("circle", { class: colour, cx: 24, cy: 12, r: 7 })
      )
    case "plain":
      return svg(el("circle", { class: colour, cx: 24, cy: 12, r: 7 }))
  }
}

const branchMark = ({ outcome }: Branch): VNode =>
  outcome === "refused"
    ? svg(
      el("path.t.stop-line", { d: "M24 -6C24 10 52 2 52 14V20" }),
      el("path.t.stop-line", { d: "M43 24H61" })
    )
    : svg(
      el("path.t.none-line", { d: "M24 -6C24 10 52 2 52 14V19", "stroke-dasharray": "1 9" }),
      el("path.t.none-line", { d: "M43 24H61" })
    )

const row = (element: Element, index: number, all: ReadonlyArray<Element>): VNode => {
  const isFirst = index === 0
  const isLast = index === all.length - 1
  const place = `${isFirst ? " first" : ""}${isLast ? " last" : ""}`
  const next = all.slice(index + 1).find((each): each is Station => each.kind === "station")
  const rail = isLast || next !== undefined ? next?.lamp ?? (element.kind === "station" ? element.lamp : "go") : null
  const notes = element.notes.filter((note) => note !== "")
  return el(
    "li",
    { key: index, class: element.kind },
    el("span.hidden", {}, `${spoken(element)}.`),
    el(
      "span.track",
      { "aria-hidden": "true" },
      rail === null ? null : el("span.rail", { class: `${rail}${place}` }),
      element.kind === "station" ? stationMark(element) : branchMark(element)
    ),
    el(
      "span.what",
      { "aria-hidden": "true" },
      el("b", {}, element.title),
      ...notes.map((note) => el("span", {}, note))
    ),
    element.at === null ? el("span", {}, "") : el(
      "time",
      { dateTime: element.at },
      isFirst || element.after === null ? exactTime(element.at) : `+${span(element.after)}`
    )
  )
}

/** The line of a message as an ordered list, with its track beside it. */
export const lineList = (elements: ReadonlyArray<Element>): VNode =>
  el("ol.line", { "aria-label": "The message's line" }, ...elements.map(row))
