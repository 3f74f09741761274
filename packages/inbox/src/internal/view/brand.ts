import type { VNode } from "preact"
import { el } from "../element.ts"

/** The mark of the service: three lamps of a signal. */
export const brand = (address: string): VNode =>
  el(
    "a.mark",
    { href: address },
    el(
      "svg",
      { width: 22, height: 22, viewBox: "0 0 22 22", "aria-hidden": "true" },
      el("rect", { x: 1, y: 1, width: 20, height: 20, rx: 6, fill: "var(--ink)" }),
      el("circle", { cx: 7.5, cy: 7.5, r: 2.4, fill: "#ff6a5e" }),
      el("circle", { cx: 14.5, cy: 7.5, r: 2.4, fill: "#f0b23e" }),
      el("circle", { cx: 11, cy: 14.3, r: 2.8, fill: "#4cc38a" })
    ),
    "Signalbox"
  )
