/**
 * Declares what operations that only read have in common, and makes the decisions that give an answer and change
 * nothing.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ErrorCode } from "../catalogue/ErrorCode.ts"
import { done } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"

/** An operation of anyone whose key is valid, who gives nothing but the path. A sandbox call reads as any other. */
export const operation = {
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  status: 200,
  role: null,
  scope: "read",
  tier: "standard",
  idempotent: false,
  check: () => [],
  simulate: null
} as const

/** A reading operation whose answer is history, which stays when its profile is deleted. */
export const history = { ...operation, readsDeleted: true } as const

export const answer = <A>(answer: A) => done(answer)

/** Shows what was found, or refuses with the code of what there is not. */
export const answerOr = <Row, A>(found: Row | null, code: ErrorCode, show: (row: Row) => A) =>
  found === null ? Result.fail(Refused.refused(code)) : answer(show(found))
