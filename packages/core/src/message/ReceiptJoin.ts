/**
 * Receipts form a join (decisions 4.1): an attempt has the highest of SENT < FAILED < DELIVERED < READ that was ever
 * reported for it, in any order and any number of times, and so has each part of a message of several parts. A message
 * has the best of the attempts of its current send.
 */
import type { Attempt, Part } from "../row/Attempt.ts"
import { Report } from "../row/Attempt.ts"

/** The lowest first. Null is not among them, and so below all. */
const order: ReadonlyArray<Report | null> = Report.literals

/** Returns the higher of two reports. */
export const join = (self: Report | null, other: Report | null): Report | null =>
  order.indexOf(other) > order.indexOf(self) ? other : self

/**
 * Returns the parts after a report of the one with this reference, or null when that is no part of theirs. They are the
 * same array when the report says nothing new.
 */
export const heard = (
  parts: ReadonlyArray<Part>,
  reference: string,
  report: Report
): ReadonlyArray<Part> | null => {
  const part = parts.find((each) => each.reference === reference)
  if (part === undefined) return null
  const joined = join(part.report, report)
  return joined === part.report ? parts : parts.map((each) => each === part ? { reference, report: joined } : each)
}

/**
 * Returns what the parts say of the whole: FAILED as soon as one has failed, else the lowest of their successes. Null
 * while one of them may still succeed.
 */
export const together = (parts: ReadonlyArray<Part>): Exclude<Report, "SENT"> | null => {
  const is = (...reports: ReadonlyArray<Report | null>) => ({ report }: Part) => reports.includes(report)
  if (parts.some(is("FAILED"))) return "FAILED"
  if (parts.every(is("READ"))) return "READ"
  return parts.every(is("DELIVERED", "READ")) ? "DELIVERED" : null
}

/**
 * Returns the result of one send: the best success, else OPEN while an attempt may still succeed, else FAILED. So a
 * failure counts only when no attempt is left.
 */
export const verdict = (attempts: ReadonlyArray<Attempt>, send: number): "READ" | "DELIVERED" | "FAILED" | "OPEN" => {
  const current = attempts.filter((attempt) => attempt.send === send)
  const best = current.reduce<Report | null>((found, attempt) => join(found, attempt.report), null)
  if (best === "READ" || best === "DELIVERED") return best
  return current.length > 0 && current.every((attempt) => attempt.report === "FAILED") ? "FAILED" : "OPEN"
}
