/** A recipient who writes to a number that nobody owns is not passed over in silence (decisions 7.7). */
import type { AccountId, CarrierId } from "@signalbox/core/Id"
import type { Addressee } from "@signalbox/core/internal/account/Addressee"
import * as Undeliverable from "@signalbox/core/internal/account/Undeliverable"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const number: Addressee = { _tag: "Number", number: "+12015550123" as PhoneNumber }
const account: Addressee = { _tag: "Account", account: Given.accountId(9) as AccountId, sender: "ACME" }

it("the operator reads of it in the log, with a masked number, and counts it for each carrier", async () => {
  const lines: Array<unknown> = []
  const tell = (carrier: string, to: Addressee) =>
    Undeliverable.tell({ carrier: carrier as CarrierId, channel: "sms", to })
  const counted = await Effect.gen(function*() {
    yield* tell("undeliverable-a", number)
    yield* tell("undeliverable-b", account)
    yield* tell("undeliverable-a", number)
    return yield* Metric.snapshot
  }).pipe(
    Effect.provideService(Metric.MetricRegistry, new Map()),
    Effect.provide(Logger.layer([Logger.map(Logger.formatStructured, ({ level, message }) => {
      lines.push({ level, message })
    })])),
    Effect.runPromise
  )
  const line = (carrier: string, shown: string) => ({
    level: "WARN",
    message: ["a recipient wrote to a number that nobody owns", { carrier, channel: "sms", number: shown }]
  })
  expect(lines).toStrictEqual([
    line("undeliverable-a", "+12***23"),
    line("undeliverable-b", "***"),
    line("undeliverable-a", "+12***23")
  ])
  const told = counted.map(({ attributes, description, id, state, type }) => ({
    attributes,
    description,
    id,
    state,
    type
  }))
  const counter = (carrier: string, count: number) => ({
    id: "signalbox_inbound_undeliverable",
    type: "Counter",
    description: "What recipients wrote to numbers that no account has.",
    attributes: { carrier },
    state: { count, incremental: true }
  })
  expect(told).toStrictEqual([counter("undeliverable-a", 2), counter("undeliverable-b", 1)])
})
