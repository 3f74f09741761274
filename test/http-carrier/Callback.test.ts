/** Whatever a callback brings is stored before it is answered. */
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import type { CarrierId } from "@signalbox/core/Id"
import type { InboundMessage } from "@signalbox/core/Inbound"
import { Inbound } from "@signalbox/core/Inbound"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Answer, Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import { refused } from "@signalbox/core/Refused"
import { StoreError } from "@signalbox/core/Store"
import type { Brought, CallbackOptions } from "@signalbox/http-carrier/Callback"
import * as Callback from "@signalbox/http-carrier/Callback"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { describe, expect, it } from "vitest"
import type { Kept } from "./Kept.ts"
import * as Keeping from "./Kept.ts"

const carrier = "acme" as CarrierId

const phone = "+12015550123" as PhoneNumber

const to = { _tag: "Number", number: "+12015550100" as PhoneNumber } as const

const receipt: Receipt = { subject: { _tag: "Reference", carrier, reference: "p-1" }, reported: { _tag: "Delivered" } }

const message: InboundMessage = {
  carrier,
  reference: "in-1",
  from: phone,
  to,
  channel: "sms",
  text: "hello",
  media: []
}

const consent = { carrier, to, phone, channel: "sms", consent: "opt_out" } as const

const all: Brought = { receipts: [receipt], inbound: [message], consents: [consent] }

const take = (kept: Kept, brought: Brought, options: Partial<CallbackOptions> = {}) =>
  Callback.make({ carrier, ...options }).pipe(
    Effect.flatMap((store) => store(brought)),
    Effect.provide(Keeping.layer(kept)),
    Effect.runPromise
  )

describe("Callback", () => {
  it("stores receipts, messages and consents", async () => {
    const kept = Keeping.make()
    expect(await take(kept, all)).toEqual({ status: 200 })
    expect(kept).toMatchObject({ receipts: [receipt], messages: [message], consents: [consent] })
    expect(await take(kept, {})).toEqual({ status: 200 })
  })

  it("stores sixteen of its messages at the same time, and all of them before it is answered", async () => {
    const underWay = { now: 0, most: 0, ended: 0 }
    const receive = Effect.gen(function*() {
      underWay.most = Math.max(underWay.most, ++underWay.now)
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      underWay.now -= 1
      underWay.ended += 1
      return { _tag: "UnknownNumber" } as const
    })
    const answer = await Callback.make({ carrier }).pipe(
      Effect.flatMap((store) => store({ inbound: Array.from({ length: 50 }, () => message) })),
      Effect.provideService(Inbound, { receive: () => receive }),
      Effect.provide(Keeping.layer(Keeping.make())),
      Effect.runPromise
    )
    expect([answer, underWay]).toEqual([{ status: 200 }, { now: 0, most: 16, ended: 50 }])
  })

  it("asks nobody about receipts where there are none", async () => {
    const broken = Effect.die(new Error("the store is away"))
    const answer = await Callback.make({ carrier }).pipe(
      Effect.flatMap((store) => store({ receipts: [], inbound: [message] })),
      Effect.provideService(Receipts, { report: () => broken, reportAll: () => broken }),
      Effect.provide(Keeping.layer(Keeping.make())),
      Effect.runPromise
    )
    expect(answer).toEqual({ status: 200 })
  })

  it("has the provider bring again what cannot be stored", async () => {
    for (const brought of [{ receipts: [receipt] }, { inbound: [message] }, { consents: [consent] }]) {
      const kept = Keeping.make()
      kept.isBroken = true
      expect(await take(kept, brought)).toMatchObject({ status: 503, headers: { "retry-after": "1" } })
      expect(kept.log.join("")).toContain("cannot be stored")
    }
  })

  it("has the provider bring a receipt of an unknown message again, unless others send there", async () => {
    const kept = Keeping.make()
    kept.answer = () => "unknown"
    expect(await take(kept, { receipts: [receipt] })).toMatchObject({ status: 503 })
    expect(await take(kept, { receipts: [receipt] }, { unknownReceipts: "taken" })).toEqual({ status: 200 })
  })

  const again = { status: 503, headers: { "retry-after": "1" } }

  const names = "what a carrier brought names no phone number or channel"

  const unstored = (cause: string) => [
    "what a carrier brought cannot be stored",
    { carrier: "acme", cause: expect.stringContaining(cause) as string }
  ]

  const gone = new StoreError({ reason: "unavailable", message: "the database is gone", cause: null })

  const no = refused("VALIDATION_001")

  it.each<[string, Effect.Effect<never, StoreError | typeof no>, object, unknown]>([
    ["names nobody is taken, since it would come again and again", Effect.fail(no), { status: 200 }, [names, {
      carrier
    }]],
    ["cannot be stored now comes again", Effect.fail(gone), again, unstored("StoreError")],
    ["meets a defect comes again", Effect.die(new TypeError("a secret")), again, unstored("TypeError")],
    ["meets a defect that is called a refusal comes again", Effect.die(no), again, unstored("Refused")]
  ])("of a message or a consent that %s, and the log says why", async (_, end, answer, line) => {
    for (const brought of [{ inbound: [message] }, { consents: [consent] }]) {
      const kept = Keeping.make()
      const told = await Callback.make({ carrier }).pipe(
        Effect.flatMap((store) => store(brought)),
        Effect.provideService(Inbound, { receive: () => end }),
        Effect.provideService(ConsentSignals, { report: () => end }),
        Effect.provide(Keeping.layer(kept)),
        Effect.runPromise
      )
      expect(told).toStrictEqual(answer)
      expect(kept.log.map((each): unknown => JSON.parse(each))).toEqual([line])
      expect(kept.log.join()).not.toContain("a secret")
    }
  })

  it.each<[string, ReadonlyArray<Exit.Exit<Answer, StoreError>>, object, object, ReadonlyArray<unknown>]>([
    ["repeated", [Exit.succeed("repeated")], { status: 200 }, { status: 200 }, []],
    ["unknown among others", [Exit.succeed("applied"), Exit.succeed("unknown")], again, { status: 200 }, []],
    ["lost among others", [Exit.succeed("applied"), Exit.fail(gone)], again, again, [unstored("StoreError")]],
    [
      "lost, two of them",
      [Exit.die(new TypeError("a secret")), Exit.fail(gone)],
      again,
      again,
      // The first one stands for all.
      [unstored("TypeError")]
    ]
  ])("of receipts that are %s is answered so, whoever else sends there", async (_, told, own, others, lines) => {
    for (const [unknownReceipts, answer] of [["again", own], ["taken", others]] as const) {
      const kept = Keeping.make()
      const stored = await Callback.make({ carrier, unknownReceipts }).pipe(
        Effect.flatMap((store) =>
          store({ receipts: told.map(() => receipt), inbound: [message], consents: [consent] })
        ),
        Effect.provideService(Receipts, {
          report: () => Effect.die(new Error("they are reported together")),
          reportAll: () => Effect.succeed(told)
        }),
        Effect.provide(Keeping.layer(kept)),
        Effect.runPromise
      )
      expect(stored).toStrictEqual(answer)
      expect(kept.log.map((each): unknown => JSON.parse(each))).toEqual(lines)
      // What comes with them is stored all the same.
      expect([kept.messages, kept.consents]).toStrictEqual([[message], [consent]])
    }
  })
})
