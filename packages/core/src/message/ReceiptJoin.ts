/**
 * Receipts as a join (decisions 4.1): what counts for an attempt is the highest of SENT < FAILED < DELIVERED < READ
 * that was ever reported for it, in any order, however often. What counts for a message is the best of the attempts
 * of its current send.
 */
import type { Attempt, Report } from "../row/Attempt.ts"

const rank: Readonly<Record<Report, number>> = { SENT: 1, FAILED: 2, DELIVERED: 3, READ: 4 }

/** The higher of two reports; null is below all. */
export const join = (self: Report | null, other: Report | null): Report | null => {
  if (self === null) return other
  if (other === null) return self
  return rank[other] > rank[self] ? other : self
}

/**
 * What the attempts of one send amount to: the best success, else OPEN while one may still succeed, else FAILED. A
 * failure counts only when it is the last word.
 */
export const verdict = (attempts: ReadonlyArray<Attempt>, send: number): "READ" | "DELIVERED" | "FAILED" | "OPEN" => {
  const current = attempts.filter((attempt) => attempt.send === send)
  const best = current.reduce<Report | null>((found, attempt) => join(found, attempt.report), null)
  if (best === "READ" || best === "DELIVERED") return best
  return current.length > 0 && current.every((attempt) => attempt.report === "FAILED") ? "FAILED" : "OPEN"
}
