/**
 * Tells which accounts a commit concerns: it may have to wait for whatever else is done to them.
 */
import type { Row } from "../row/Row.ts"
import type { Commit } from "./Commit.ts"

const accountOf = ({ key, kind, value }: Row): ReadonlyArray<string> => {
  if (kind === "account") return [key]
  return "account" in value ? [value.account] : []
}

/** Returns each of them once; none where nothing tells. */
export const accounts = ({ debits, events, puts, reply }: Commit): ReadonlyArray<string> => [
  ...new Set<string>([
    ...debits.map(({ account }) => account),
    ...events.map(({ account }) => account),
    ...puts.flatMap(accountOf),
    ...(reply === null ? [] : [reply.claim.account])
  ])
]
