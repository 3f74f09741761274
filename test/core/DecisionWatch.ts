/**
 * Holds each decision to it that its commit expects every row that it has read, or that a reason stands in the table
 * for which it may rest on an older one.
 */
import type { Commit, ExpectedRow } from "@signalbox/core/Commit"
import { DecisionWatch, type Watch, type Watched } from "@signalbox/core/internal/engine/DecisionWatch"
import * as Layer from "effect/Layer"
import { mayBeOlder } from "./MayBeOlder.ts"

type Ref = Watched["reads"][number]

const text = ({ key, kind }: Ref) => `${kind} ${key}`

/** Returns whether the commit at most ends or gives back its own work, and keeps the reply: then nothing rests on what was read. */
const onlyEnds = (commit: Commit): boolean =>
  [
    commit.puts,
    commit.deletes,
    commit.debits,
    commit.counts,
    commit.tallies,
    commit.events,
    commit.due,
    commit.pauses,
    commit.cancels
  ]
    .every((part) => part.length === 0)

/** The rows that a decision has read, that its commit does not expect, and for which no reason stands in the table. */
export const forgotten = ({ commit, name, reads }: Watched): ReadonlyArray<string> => {
  if (onlyEnds(commit)) return []
  const expected = new Set(commit.expects.flatMap((each) => "ref" in each ? [text((each as ExpectedRow).ref)] : []))
  const written = new Set([...commit.puts, ...commit.deletes].map(text))
  const missing = reads.filter((ref) => {
    if (expected.has(text(ref))) return false
    const reason = mayBeOlder(name, ref.kind)
    return reason === undefined || (written.has(text(ref)) && reason.isWritten !== true)
  })
  return [...new Set(missing.map((ref) => `${name} ${ref.kind}${written.has(text(ref)) ? ", which it writes" : ""}`))]
}

/** All that was forgotten in this process: a simulated world goes on where a decision fails. */
export const everForgotten = new Set<string>()

/** A decision that has forgotten what it rests on fails, and says so. */
export const watch: Watch = (watched) => {
  const found = forgotten(watched)
  for (const each of found) everForgotten.add(each)
  if (found.length > 0) throw new Error(`read and not expected: ${found.join("; ")}`)
}

export const layer = Layer.succeed(DecisionWatch, watch)
