import type { VNode } from "preact"
import { el } from "../element.ts"

interface Properties {
  readonly segments: number
  readonly units: number
  readonly encoding: "GSM-7" | "UCS-2" | null
}

/** The units of one segment alone, and of each of several. */
const sizes = { "GSM-7": [160, 153], "UCS-2": [70, 67] } as const

const mostBars = 12

/** The segments of an SMS as bars, the last one as full as it is. */
export const meter = ({ encoding, segments, units }: Properties): VNode | null => {
  if (encoding === null || segments < 1) return null
  const [alone, each] = sizes[encoding]
  const size = segments === 1 ? alone : each
  const bars = Array.from(
    { length: Math.min(segments, mostBars) },
    (_, index) => Math.max(0, Math.min(1, (units - index * size) / size))
  )
  return el(
    "div.meter",
    { class: segments > 1 ? "many" : "", role: "img", "aria-label": `${units} of ${segments * size} units` },
    ...bars.map((share, index) =>
      el(
        "i",
        { key: index },
        el(
          "svg",
          { viewBox: "0 0 100 10", preserveAspectRatio: "none" },
          el("rect", { width: share * 100, height: 10 })
        )
      )
    )
  )
}
