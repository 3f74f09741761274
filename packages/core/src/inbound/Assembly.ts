/**
 * Puts the parts of a long message together. Pure.
 */
import * as Segment from "../dispatch/Segment.ts"
import type { InboundPart, InboundParts } from "../row/InboundParts.ts"
import type * as Arrival from "./Arrival.ts"
import * as Content from "./Content.ts"

/** Stands in place of parts that never came. So a message that lacks parts is no keyword. */
export const gap = "[...]"

const half = (unit: number | undefined): string => unit === undefined ? "" : "\ufffd"

/** Returns whether the part ends with the escape of GSM 03.38, whose character the next one begins with. */
const isEscaping = (part: InboundPart | undefined): boolean => part?.trail === Segment.escape.charCodeAt(0)

/** The text between two parts that follow each other: a character of UTF-16 that was split, if there is one. */
const seam = (before: InboundPart | undefined, after: InboundPart | undefined): string => {
  const [first, second] = [isEscaping(before) ? undefined : before?.trail, after?.lead]
  return first !== undefined && second !== undefined ? String.fromCharCode(first, second) : half(first) + half(second)
}

/** Joins the parts in their order. Each run of missing parts is a gap. */
export const text = (parts: ReadonlyArray<InboundPart>, count: number): string => {
  const at = new Map(parts.map((part) => [part.index, part]))
  let joined = ""
  let isInGap = false
  for (let index = 1; index <= count; index++) {
    const part = at.get(index)
    const before = at.get(index - 1)
    joined += seam(before, part)
    if (part !== undefined) joined += isEscaping(before) ? Segment.escaped(part.text) : part.text
    else if (!isInGap) joined += gap
    isInGap = part === undefined
  }
  return joined + seam(at.get(count), undefined)
}

export const isComplete = ({ count, parts }: Pick<InboundParts, "count" | "parts">): boolean => parts.length === count

/** The message that the parts are, as far as they have come. */
export const writing = (row: InboundParts): Arrival.Writing => {
  const { carrier, channel, count, from, to } = row
  const parts = row.parts.toSorted((one, other) => one.index - other.index)
  return {
    carrier,
    channel,
    from,
    to,
    ...Content.kept(text(parts, count), parts.flatMap(({ media }) => media)),
    references: [...new Set(parts.flatMap(({ reference }) => reference ?? []))],
    missingParts: count - parts.length
  }
}
