/** Whatever goes wrong in the service is an error of the facade, of which each field is looked at. */
import * as Answer from "@signalbox/core/Answer"
import { Conflict, LeaseLost } from "@signalbox/core/Executor"
import { refused } from "@signalbox/core/Refused"
import { StoreError } from "@signalbox/core/Store"
import * as Exit from "effect/Exit"
import type { SignalboxError } from "signalbox"
import * as Errors from "signalbox/internal/errors"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

/** All that an error tells, but for its stack. */
const told = ({ cause, code, details, message, name, requestId, retryAfterMs, status }: SignalboxError) => ({
  name,
  code,
  message,
  status,
  details,
  retryAfterMs,
  requestId,
  cause
})

const error = {
  name: "SignalboxError",
  code: "VALIDATION_001",
  message: "Request validation failed",
  status: 400,
  details: {},
  retryAfterMs: null,
  requestId: null,
  cause: undefined
}

describe("an error", () => {
  it("has the sentence and the status of its code unless it has others", () => {
    const cause = new Error("the cause")
    expect(told(Errors.error("VALIDATION_001"))).toStrictEqual(error)
    expect(told(Errors.error("VALIDATION_001", "Oh.", { cause }))).toStrictEqual({ ...error, message: "Oh.", cause })
    expect(told(Errors.wrong("me.get", ["a is b", "c is d"]))).toStrictEqual({
      ...error,
      message: "me.get: a is b; c is d"
    })
  })

  it("says the first five flaws, and has all of them", () => {
    const details = { to: ["one", "two"], text: ["three"], a: ["four"], b: ["five", "six"], c: [] }
    const message = "Request validation failed: to one; to two; text three; a four; b five"
    expect(told(Errors.fields(details))).toStrictEqual({ ...error, message, details })
    expect(told(Errors.fields({ c: [] }))).toStrictEqual({ ...error, details: { c: [] } })
    expect(told(Errors.fromRefused(refused("VALIDATION_001", { a: ["four"] }), "req_1", 413))).toStrictEqual({
      ...error,
      message: "Request validation failed: a four",
      details: { a: ["four"] },
      status: 413,
      requestId: "req_1"
    })
  })

  it("of an answer is what the answer says", () => {
    const about = { requestId: "req_1", at: Given.now, sandbox: false, profile: null }
    const answer = Answer.failure(about, refused("VALIDATION_001", { a: ["four"] }), "")
    expect(told(Errors.fromAnswer(answer))).toStrictEqual({
      ...error,
      message: "Request validation failed: a four",
      details: { a: ["four"] },
      requestId: "req_1"
    })
    expect(told(Errors.fromAnswer({ ...Answer.failure(about, refused("VALIDATION_001"), ""), retryAfter: 2 })))
      .toStrictEqual({ ...error, retryAfterMs: 2000, requestId: "req_1" })
  })

  it("of what may succeed soon says when, and of a defect of the store that it is one", () => {
    const soon = { ...error, code: "INTERNAL_005", status: 503, retryAfterMs: 1000 }
    expect(told(Errors.later("Again."))).toStrictEqual({ ...soon, message: "Again." })
    const away = new StoreError({ reason: "unavailable", message: "away", cause: null })
    const broken = new StoreError({ reason: "failed", message: "broken", cause: null })
    const { message } = Errors.error("INTERNAL_005")
    for (const cause of [away, new Conflict({ use: "x" }), new LeaseLost({ use: "x" })]) {
      expect(told(Errors.fromExecution(cause))).toStrictEqual({ ...soon, message, cause })
    }
    const fault = told(Errors.fromExecution(broken))
    expect(fault).toStrictEqual({ ...told(Errors.error("INTERNAL_002")), cause: broken })
    expect(told(Errors.fromExecution(refused("VALIDATION_001"), "req_2"))).toStrictEqual({
      ...error,
      requestId: "req_2"
    })
    expect(told(Errors.closed())).toStrictEqual({
      ...soon,
      message: "This Signalbox is closed.",
      retryAfterMs: null
    })
  })

  it("after which a transaction can only be rolled back has what has failed in it", () => {
    const over = {
      ...error,
      code: "TRANSACTION_001",
      message:
        "The transaction has failed, and COMMIT would not commit it: roll back, and try again from its beginning.",
      status: 503
    }
    const cause = Errors.closed()
    expect(told(Errors.over(Exit.fail(cause)))).toStrictEqual({ ...over, cause })
    expect(told(Errors.over(Exit.succeed(1)))).toStrictEqual(over)
  })
})
