/**
 * The table that `npm run hostile` prints.
 */
import type { Outcome, Waits } from "./attacks/Attack.ts"

const widths = [58, 9, 16, 16, 6, 8] as const

const line = (cells: ReadonlyArray<string>): string =>
  cells.map((cell, n) => n < 2 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!)).join(" ").trimEnd()

export const head = line(["Attack", "Storage", "others before", "others during", "lost", "doubled"])

const shown = (waits: Waits | null): string =>
  waits === null ? "-" : `${waits.p99.toFixed(0)} (${waits.longest.toFixed(0)}) ms`

/** The 99th percentile and the longest wait of others; what was lost and doubled. */
export const row = (name: string, storage: string, { before, doubled, during, lost }: Outcome): string =>
  line([name, storage, shown(before), shown(during), String(lost), String(doubled)])

/** A single wait may be longer than the 99th percentile of them, but a stall is none that anybody may notice. */
const longestOf = (bound: number): number => Math.max(bound, Math.min(4 * bound, 3000))

/** Returns what did not hold, a sentence each. */
export const flaws = ({ bound, broken, doubled, during, lost }: Outcome): ReadonlyArray<string> => [
  ...broken,
  ...(during === null || during.failed === 0 ? [] : [`${during.failed} of ${during.calls} calls of others failed.`]),
  ...(during === null || bound === null || during.p99 <= bound
    ? []
    : [`Others waited ${during.p99.toFixed(0)} ms, where ${bound} are allowed.`]),
  ...(during === null || bound === null || during.longest <= longestOf(bound)
    ? []
    : [`One of the others waited ${during.longest.toFixed(0)} ms, where ${longestOf(bound)} are allowed.`]),
  ...(lost === 0 ? [] : [`${lost} were lost.`]),
  ...(doubled === 0 ? [] : [`${doubled} were handed over more often than they may be.`])
]
