/**
 * Answers a command on rows that are given, and says all of what its commit does. Nothing is committed, so the whole of an
 * answer, of a commit and of its events can be compared.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Continuation from "@signalbox/core/internal/commit/Continuation"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import type { Json } from "@signalbox/core/Json"
import type { Row } from "@signalbox/core/Row"
import * as Result from "effect/Result"
import type { Changes } from "./Decided.ts"
import * as Decided from "./Decided.ts"
import * as Given from "./Given.ts"
import { expectFacts } from "./Lacking.ts"

interface Everything extends Changes {
  readonly debits: Commit["debits"]
  /** The bodies of the events, as their receivers read them. */
  readonly events: ReadonlyArray<Json>
}

interface Answered<Answer> extends Everything {
  readonly answer: Answer
}

/** Returns the answer with what its commit does, or the code and the details of the refusal. */
export const answered = <Command, Answer>(
  use: Decision<Command, Answer>,
  command: Command,
  rows: ReadonlyArray<Row>,
  now = Given.now
): Answered<Answer> | readonly [code: string, details: object | null] => {
  const facts = Decided.gathered(rows, (known) => Continuation.needs(use, command, known))
  const decided = Continuation.decide(use, command, { facts, now, ids: Given.ids() })
  expectFacts(use, command, facts, now)
  if (Result.isFailure(decided)) {
    return [decided.failure.code, decided.failure.details === undefined ? null : { ...decided.failure.details }]
  }
  const { answer, commit } = decided.success
  return {
    answer,
    ...Decided.told(commit),
    debits: commit.debits,
    events: commit.events.map(({ body }) => JSON.parse(body) as Json)
  }
}

/** A commit that does nothing. */
export const nothing: Everything = {
  puts: [],
  deletes: [],
  expects: [],
  due: [],
  cancels: [],
  completes: [],
  debits: [],
  events: []
}
