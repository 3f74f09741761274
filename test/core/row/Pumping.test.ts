/** The thresholds that count for an account: its own, or else its organization's, with what the service says. */
import * as Pumping from "@signalbox/core/Pumping"
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
