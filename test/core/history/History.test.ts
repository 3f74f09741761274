/**
 * The model test of a message's whole life: schedule, dispatch, release, quiet hours, carriers' answers, deadlines,
 * receipts, reroutes, resends and cancellations in any order and repetition, by one worker or several, as pure decisions over a tiny store, against a reference model
 * written from the texts.
 *
 * `HISTORIES=100000` lives through more of them.
 */
import { DropReason } from "@signalbox/core/DropReason"
import { OutcomeCode } from "@signalbox/core/OutcomeCode"
import { check, define } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Matrix from "../../http/Matrix.ts"
import type { Seen } from "./Comparison.ts"
import { HistoryRun } from "./Run.ts"
import { steps } from "./Steps.ts"
import type { World } from "./World.ts"
import { one, ruled, two } from "./World.ts"

const histories = Number(process.env["HISTORIES"] ?? Matrix.searched(10_000, 0.6))
const seen: Seen = new Map()

const lived = (world: fc.Arbitrary<World>, length: number) =>
  fc.property(world, steps(length), (made, history) => {
    const run = new HistoryRun(made, seen)
    for (const step of history) run.step(step)
    // Whatever differed has been thrown: comparisons that hold are no assertions for vitest, which takes its time.
    return true
  })

const live = (title: string, share: number, world: fc.Arbitrary<World>, length: number): void =>
  define(title, lived(world, length), {
    runs: Math.ceil(histories * share),
    timeout: 120_000 + histories * 10,
    asserts: true
  })

describe("a message", () => {
  live(
    "has the history of the texts, whatever carriers say and in whatever order [SCH-001, SCH-002, SCH-004, " +
      "STM-007, STM-009, EVT-036, RTE-005, RTE-013, RTE-014, RTE-015, RTE-016, STM-038, EVT-025, EVT-034, EVT-037, EVT-038, EVT-039]",
    0.4,
    one,
    30
  )
  live(
    "goes where the rules of its account and of the operator send it [RTE-019, RTE-020, RTE-021, RTE-022]",
    0.3,
    ruled,
    24
  )
  live(
    "shares money, consent, conversation and the day's limit with another one [STM-023, STM-027, STM-028, STM-029]",
    0.3,
    two,
    36
  )

  // Where chance has left something out, further histories are lived until it has been there. A few histories, or a single one
  // that is looked at again, do not get everywhere.
  it.skipIf(histories < 6000 || process.env["PROP_SEED"] !== undefined)(
    "has been everywhere in these histories, or in some times as many",
    { timeout: 600_000 },
    async ({ task }) => {
      const final = ["DELIVERED", "READ", "FAILED", "FILTERED", "BLOCKED", "CANCELLED"]
      const statuses = ["SCHEDULED", "QUEUED", "ROUTED", "SENT", ...final]
      const contact = ["contact.opt_in", "contact.opt_out", "contact.help"]
      const messages = [...statuses, "RECEIVED"].map((status) => `message.${status.toLowerCase()}`)
      const events = [...messages, ...contact, "account.spend_warning"]
      // No gate and no carrier of these histories gives these reasons.
      const absentCodes = ["BUSINESS_019", "SIGNALBOX_002", "SIGNALBOX_003", "SIGNALBOX_004"]
      const codes = OutcomeCode.literals.filter((code) => !absentCodes.includes(code))
      const turns = [
        "reroute",
        "three routes",
        "an order of its own",
        "gone on",
        "waits on",
        "resend",
        "race",
        "not on WhatsApp",
        "handed over again",
        "not handed over"
      ]
      const workers = ["superseded answer", "superseded dispatch", "superseded hand-over"]
      // A carrier hardly ever refuses at night what it was asked by day: `Night.test.ts` looks at that.
      const nights = [
        "held at its dispatch",
        "held again",
        "held in line",
        "held before another route",
        "awake after all"
      ]
      const payers = ["two payers", "organization suspended"]
      // Every channel has a price in these histories, and none is reviewed by itself. MMS that is not acceptable has
      // hardly ever another channel to go to: `Attachments.test.ts` looks at that. Nobody drains a carrier here:
      // `OperatorWork.test.ts` looks at that.
      const absent = [
        "no_rate",
        "template_not_approved_there",
        "not_acceptable_on_mms",
        "carrier_drained"
      ]
      const reasons = DropReason.literals.filter((why) => !absent.includes(why))
      const all = [...statuses, ...events, ...codes, ...turns, ...workers, ...nights, ...payers, ...reasons]
      const unseen = () => all.filter((what) => !seen.has(what))
      const worlds = [one, ruled, two]
      for (let turn = 0; turn * 500 < 4 * histories && unseen().length > 0; turn++) {
        await check(lived(worlds[turn % worlds.length]!, 30), { runs: 500, timeout: 60_000 }, task)
      }
      expect(unseen()).toEqual([])
    }
  )
})
