/** The thresholds that count for an account: its own, or else its organization's, with what the service says; and their bounds. */
import * as Pumping from "@signalbox/core/Pumping"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

const usual = { unchecked: 0.8, undelivered: 0.8, minimum: 20, windowMinutes: 30, pauseMinutes: 60 }

it("thresholds are those of the first who has said something, and the usual ones where nothing else was said", () => {
  const own = { unchecked: null, undelivered: 0.5, minimum: 7, windowMinutes: 8, pauseMinutes: 9 }
  expect(Pumping.of([{}, {}])).toBeNull()
  expect(Pumping.of([{ pumping: "off" }, { pumping: own }])).toBeNull()
  expect(Pumping.of([{}, { pumping: own }])).toEqual(own)
  expect(Pumping.of([{ pumping: {} }, { pumping: own }])).toEqual(usual)
  expect(Pumping.of([{ pumping: { undelivered: null } }])).toEqual({ ...usual, undelivered: null })
})

const decode = Schema.decodeUnknownResult(Pumping.Thresholds)

it.each(
  [
    ["unchecked", [0.01, 0.8, 1, null], [0, -1, 1.01], "must be above 0 and 1 at most"],
    ["undelivered", [0.01, 0.8, 1, null], [0, -1, 1.01], "must be above 0 and 1 at most"],
    ["minimum", [5, 100_000], [4, 100_001], "must be a whole number between 5 and 100000"],
    ["windowMinutes", [5, 60], [4, 61], "must be a whole number between 5 and 60"],
    ["pauseMinutes", [1, 1440], [0, 1441], "must be a whole number between 1 and 1440"]
  ] as const
)("%s may be one of %j, and none of %j: it %s", (name, right, wrong, message) => {
  for (const value of right) expect(decode({ [name]: value })).toEqual(Result.succeed({ [name]: value }))
  for (const value of wrong) {
    expect(Result.match(decode({ [name]: value }), { onFailure: String, onSuccess: () => null })).toContain(message)
  }
})
