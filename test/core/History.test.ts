/**
 * The model test of a message's whole life: dispatch, carriers' answers, deadlines, receipts, reroutes and resends in
 * any order and repetition, by one worker or several, as pure decisions over a tiny store, against a reference model
 * written from the texts.
 *
 * `HISTORIES=100000` lives through more of them.
 */
import { propWith } from "@signalbox/testing/Prop"
import type * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Seen } from "./HistoryRun.ts"
import { HistoryRun } from "./HistoryRun.ts"
import { steps } from "./HistorySteps.ts"
import type { World } from "./HistoryWorld.ts"
import { one, ruled, two } from "./HistoryWorld.ts"

const histories = Number(process.env["HISTORIES"] ?? 10_000)
const seen: Seen = new Map()

const live = (title: string, share: number, world: fc.Arbitrary<World>, length: number): void =>
  propWith({ runs: Math.ceil(histories * share), timeout: 120_000 + histories * 10 })(
    title,
    world,
    steps(length),
    (made, history) => {
      const run = new HistoryRun(made, seen)
      for (const step of history) run.step(step)
    }
  )

describe("a message", () => {
  live("has the history of the texts, whatever carriers say and in whatever order", 0.4, one, 30)
  live("goes where the rules of its account and of the operator send it", 0.3, ruled, 24)
  live("shares money, consent, conversation and the day's limit with another one", 0.3, two, 36)
})
