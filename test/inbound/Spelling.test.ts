/**
 * However a carrier spells the number that a recipient wrote to, and that of the recipient, a STOP opts out; one that
 * nobody owns is told to the operator (decisions 7.7 "The number written to").
 */
import { Executor } from "@signalbox/core/Executor"
import type { CarrierId } from "@signalbox/core/Id"
import type { InboundMessage } from "@signalbox/core/Inbound"
import * as Inbounds from "@signalbox/core/Inbound"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import * as ConsentSignals from "@signalbox/core/internal/consent/ConsentSignals"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import * as Money from "@signalbox/core/Money"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, storages } from "../stores/Nodes.ts"
import * as Sqlite from "../stores/Sqlite.ts"

const account = Given.account()
const own = account.numbers[0]!.number

const sqlite: Pick<Storage, "first"> = { first: Sqlite.make(":memory:") }
const all: ReadonlyArray<readonly [string, Pick<Storage, "first">]> = [...storages("spelling"), ["sqlite", sqlite]]

/** The country code and the rest of a number of the United States. */
const parts = (number: string) => [number.slice(2, 5), number.slice(5, 8), number.slice(8)] as const

const spellings = (number: string): ReadonlyArray<string> => {
  const [area, exchange, line] = parts(number)
  return [
    number,
    number.slice(1),
    `00${number.slice(1)}`,
    `+1 ${area} ${exchange} ${line}`,
    `+1 (${area}) ${exchange}-${line}`,
    `1.${area}.${exchange}.${line}`,
    `001 ${area}\u00a0${exchange}\u2011${line}`,
    `\u202a+1${area}${exchange}${line}\u202c`,
    ` ${number}\n`
  ]
}

const carrier = "sms-a" as CarrierId

const written = (to: string, message: Partial<InboundMessage> = {}): InboundMessage => ({
  carrier,
  reference: `${to} ${message.from ?? ""}`,
  channel: "sms",
  from: Given.phone(1),
  to: { _tag: "Number", number: to as PhoneNumber },
  text: "STOP",
  media: [],
  ...message
})

/** Runs a program on a store with one account; answers what was logged as well. */
const scene = <A, E>(
  storage: Pick<Storage, "first">,
  program: (
    receive: (message: InboundMessage) => Effect.Effect<Inbounds.Answer, unknown>,
    contacts: Effect.Effect<ReadonlyArray<Contact>, unknown>,
    report: ConsentSignals.ConsentSignals["Service"]["report"]
  ) => Effect.Effect<A, E>
): Promise<{ readonly answer: A; readonly logged: ReadonlyArray<unknown> }> => {
  const logged: Array<unknown> = []
  return Effect.gen(function*() {
    const { store } = yield* storage.first
    const run = yield* executor(store, 1)
    yield* run.run(CreateAccount, { account, apiKeys: [], balance: Money.zero })
    const intake = Layer.mergeAll(Inbounds.layer, ConsentSignals.layer).pipe(
      Layer.provide(Layer.succeed(Executor, run))
    )
    const answer = yield* Effect.provide(
      Effect.gen(function*() {
        const { receive } = yield* Inbounds.Inbound
        const { report } = yield* ConsentSignals.ConsentSignals
        const contacts = Effect.map(
          store.list({ list: "contacts", scope: account.id, offset: 0, limit: 100 }),
          ({ rows }) => rows.map(({ value }) => value as Contact)
        )
        return yield* program(receive, contacts, report)
      }),
      intake
    )
    return { answer, logged }
  }).pipe(
    Effect.provide(Logger.layer([Logger.make(({ logLevel, message }) => void logged.push([logLevel, message]))])),
    Effect.scoped,
    Effect.runPromise
  )
}

const counted = Effect.map(
  Metric.snapshot,
  (found) =>
    found.flatMap(({ attributes, id, state }) =>
      id === "signalbox_inbound_undeliverable" && attributes?.["carrier"] === carrier
        ? [Number((state as { readonly count: number | bigint }).count)]
        : []
    )[0] ?? 0
)

describe.each(all)("a STOP (%s)", (_, storage) => {
  it("opts out however its numbers are spelt, and is one message", async () => {
    const { answer, logged } = await scene(storage, (receive, contacts) =>
      Effect.gen(function*() {
        const answers = yield* Effect.forEach(spellings(own), (to, index) =>
          receive(written(to, { from: Given.phone(index), reference: `${index}` })))
        const again = yield* Effect.forEach(spellings(Given.phone(0)), (from, index) =>
          receive(written(own, { from: from as PhoneNumber, reference: `again ${index}`, text: "Hello" })))
        return { answers, again, contacts: yield* contacts }
      }))
    expect(answer.answers.map(({ _tag }) => _tag)).toEqual(spellings(own).map(() => "Received"))
    expect(answer.again.map(({ _tag }) => _tag)).toEqual(spellings(own).map(() => "Received"))
    expect(answer.contacts.map(({ optOut, phone }) => [phone, optOut]).toSorted()).toEqual(
      spellings(own).map((_, index) => [Given.phone(index), true])
    )
    expect(logged).toEqual([])
  })

  it("by a carrier's own signal opts out as well", async () => {
    const { answer } = await scene(storage, (_, contacts, report) =>
      Effect.gen(function*() {
        const number = own.slice(1) as PhoneNumber
        const phone = `00${Given.phone(3).slice(1)}` as PhoneNumber
        const signal = { carrier, channel: "sms", consent: "opt_out" } as const
        return [
          yield* report({ ...signal, phone, to: { _tag: "Number", number } }),
          yield* report({ ...signal, phone, to: { _tag: "Number", number: Given.phone(8999) } }),
          (yield* contacts).map((each) => [each.phone, each.optOut])
        ]
      }))
    expect(answer).toMatchObject([{ _tag: "Taken" }, { _tag: "UnknownNumber" }, [[Given.phone(3), true]]])
  })

  it("to what nobody owns is logged with its carrier and a masked number, and counted", async () => {
    const [area, exchange, line] = parts(own)
    const strange = [Given.phone(8999), "12345", `${area}${exchange}${line}`, "55501", "", "ACME", `+${own}`]
    const { answer, logged } = await scene(storage, (receive, contacts) =>
      Effect.gen(function*() {
        const before = yield* counted
        const answers = yield* Effect.forEach(strange, (to) => receive(written(to)))
        return { answers, contacts: yield* contacts, count: (yield* counted) - before }
      }))
    expect(answer).toEqual({ answers: strange.map(() => ({ _tag: "UnknownNumber" })), contacts: [], count: 7 })
    expect(logged).toEqual(strange.map(() => [
      "Warn",
      ["a recipient wrote to a number that nobody owns", {
        carrier,
        channel: "sms",
        number: expect.stringContaining("***")
      }]
    ]))
    expect(JSON.stringify(logged)).not.toContain(Given.phone(8999).slice(3))
  })
})
