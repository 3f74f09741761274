import type { VNode } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { el, view } from "../element.ts"

interface Properties {
  readonly label: string
  readonly total: number
  /** The content of a row; null while it is not known. */
  readonly row: (index: number) => VNode | null
  /** Called with the first and the last row that are shown. */
  readonly onShow?: (first: number, last: number) => void
}

/** The height of a row, as the stylesheet has it, in pixels. */
const height = 44
/** A frame is so high at least, in pixels, unless it has fewer rows. */
const least = 320
/** So many rows above and below are there already when somebody scrolls. */
const spare = 8

const VirtualList = ({ label, onShow, row, total }: Properties): VNode => {
  const frame = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ top: 0, size: 640 })
  useLayoutEffect(() => {
    const { current } = frame
    if (current === null) return undefined
    const measure = (): void => setSeen({ top: current.scrollTop, size: current.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    current.addEventListener("scroll", measure, { passive: true })
    return () => {
      observer.disconnect()
      current.removeEventListener("scroll", measure)
    }
  }, [])
  const first = Math.max(0, Math.floor(seen.top / height) - spare)
  const last = Math.min(total - 1, Math.ceil((seen.top + seen.size) / height) + spare)
  useLayoutEffect(() => onShow?.(first, last), [first, last, total])
  const rows: Array<VNode> = []
  for (let index = first; index <= last; index++) {
    rows.push(el(
      "li",
      { key: index, style: { top: `${index * height}px` }, "aria-setsize": total, "aria-posinset": index + 1 },
      row(index)
    ))
  }
  return el(
    "div.rows",
    {
      ref: frame,
      tabIndex: 0,
      role: "group",
      "aria-label": label,
      style: { minHeight: `${Math.min(total * height + 2, least)}px` }
    },
    el("ul", { style: { height: `${total * height}px` } }, ...rows)
  )
}

/** A list of any length, of which only the rows that can be seen are in the document. */
export const virtualList = (properties: Properties): VNode => view(VirtualList, properties)
