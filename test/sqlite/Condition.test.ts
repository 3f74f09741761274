/**
 * SQLite's words for a file that it cannot read become ours.
 */
import * as Condition from "@signalbox/sqlite/internal/Condition"
import { expect, it } from "vitest"

const said = (parts: object): unknown => {
  const refusal = Condition.unreadable(Object.assign(new Error("secret"), parts))
  return refusal === null ? null : { reason: refusal.reason, message: refusal.message, cause: refusal.cause }
}

it("a file that is too damaged to be checked is refused, and any other failure is none of a file", () => {
  const damaged = {
    reason: "failed",
    message: "the file is damaged (its words); put a backup in its place",
    cause: null
  }
  const none = {
    reason: "failed",
    message: "the file is no database of SQLite, or its beginning is damaged; put a backup in its place",
    cause: null
  }
  const codes = [10, 11, 267, 12, 25, 26, 282, 27]
  expect(codes.map((errcode) => said({ errcode, errstr: "its words" }))).toStrictEqual([
    null,
    damaged,
    damaged,
    null,
    null,
    none,
    none,
    null
  ])
  expect([said({ errcode: 11 }), said({ errstr: "its words" }), Condition.unreadable({ errcode: 11, errstr: "" })])
    .toStrictEqual([null, null, null])
})
