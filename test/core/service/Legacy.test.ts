/**
 * Legacy v2 without HTTP: the day of quick messages, and how a message is shown (specification "Limits", "Versioning").
 */
import * as Commit from "@signalbox/core/Commit"
import { make as instant } from "@signalbox/core/Instant"
import { GetLegacyMessage, operations, QuickMessage } from "@signalbox/core/Legacy"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { Operations } from "@signalbox/core/Operations"
import { Store } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }

const frame = { path: {}, query: {}, requestId: "req", idempotency: null }

const quick = Effect.fnUntraced(function*(at: number, as = caller) {
  const [clock, { run }] = [yield* Bench.TheClock, yield* Operations]
  clock.set(instant(at))
  const body = { phoneNumber: Given.phone(1), customMessage: "Hi" }
  const { retryAfter, status } = yield* run(QuickMessage, as, { ...frame, body })
  return { status, retryAfter }
})

const day = 86_400_000
const midnight = Date.UTC(2030, 0, 16)

describe("quick messages", () => {
  it("are five until midnight UTC, and five again after it [V2-001, V2-002]", async () => {
    await Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        for (let count = 0; count < 5; count++) expect((yield* quick(midnight - 5 * 3_600_000)).status).toBe(200)
        expect(yield* quick(midnight - 3_600_000)).toEqual({ status: 429, retryAfter: 3600 })
        expect(yield* quick(midnight - 1)).toEqual({ status: 429, retryAfter: 1 })
        for (let count = 0; count < 5; count++) expect((yield* quick(midnight)).status).toBe(200)
        expect(yield* quick(midnight)).toEqual({ status: 429, retryAfter: 86_400 })
      })
    )
  })

  propWith({ runs: 40 })(
    "are at most five of one customer in each UTC day, whenever they come [V2-001, V2-002]",
    fc.array(fc.tuple(fc.constantFrom(1, 2), fc.oneof(fc.nat({ max: 10_000_000 }), fc.nat({ max: day }))), {
      minLength: 10,
      maxLength: 40
    }),
    async (arrivals) => {
      await Bench.run(
        Bench.layer(),
        Effect.gen(function*() {
          const sent = new Map<string, number>()
          let at = Date.UTC(2030, 0, 15, 20)
          for (const [customer, pause] of arrivals) {
            at += pause
            const as = Given.account({ id: Given.accountId(customer) })
            const key = `${customer} ${new Date(at).toISOString().slice(0, 10)}`
            const before = sent.get(key) ?? 0
            expect((yield* quick(at, { account: as, keyAccount: as })).status).toBe(before < 5 ? 200 : 429)
            if (before < 5) sent.set(key, before + 1)
          }
        })
      )
    }
  )
})

const rich: Message["rendered"] = {
  header: "Order",
  content: "Ready.",
  footer: "Bye",
  buttons: [{ type: "URL", value: "https://example.com", text: "Look", postbackData: null }],
  headerMedia: null,
  media: [],
  subject: null,
  plain: "Ready."
}

const shown = (message: Message) =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const [store, { run }] = [yield* Store, yield* Operations]
      yield* store.commit([Commit.make({ puts: [Commit.put(Messages, message)] })])
      const { outcome } = yield* run(GetLegacyMessage, caller, { ...frame, path: { id: message.id }, body: {} })
      return JSON.parse(outcome!.json) as Readonly<Record<string, unknown>>
    })
  )

describe("a message", () => {
  it("is shown with its text, and with type and value of its buttons [V2-005, V2-011]", async () => {
    expect(await shown(Given.message({ rendered: rich }))).toMatchObject({
      messageBody: {
        header: "Order",
        content: "Ready.",
        footer: "Bye",
        buttons: [{ type: "URL", value: "https://example.com" }]
      }
    })
  })

  it("of a free text has no templateId", async () => {
    const found = await shown(Given.message({ template: null }))
    expect(found).toMatchObject({ templateName: null, templateCategory: null })
    expect("templateId" in found).toBe(false)
  })
})

describe("the operations of v2", () => {
  it("go by their own names", () => {
    for (const [name, operation] of Object.entries(operations)) {
      expect([operation.name, operation.decides.name]).toEqual([name, name])
    }
  })
})
