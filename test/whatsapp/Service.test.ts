/**
 * A whole service with WhatsApp: messages, statuses, what recipients write, and templates that Meta reviews.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import { propWith } from "@signalbox/testing/Prop"
import type { Options } from "@signalbox/whatsapp/Options"
import { whatsapp, whatsappReview } from "@signalbox/whatsapp/Whatsapp"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import type { Account, LogEntry, Options as BoxOptions, Signalbox } from "signalbox"
import { createSignalbox, memory, postgres } from "signalbox"
import { describe, expect, it, vi } from "vitest"
import type { Reply } from "../http-carrier/Provider.ts"
import * as SmppBench from "../smpp/Bench.ts"
import * as Meta from "./Meta.ts"

const isWhole = process.env["MATRIX"] === "whole"
const storages = ["memory", "postgres"] as const
const patience = { timeout: 20_000, interval: 10 }

interface Service {
  readonly box: Signalbox
  readonly own: Account
  readonly meta: Meta.Meta
  readonly logged: ReadonlyArray<LogEntry>
  readonly bring: (...changes: ReadonlyArray<Meta.Change>) => Promise<number>
}

interface Given {
  readonly storage?: "memory" | "postgres"
  readonly options?: Partial<Options>
  readonly isReviewed?: boolean
}

const brought = async (box: Signalbox, { body, headers, url }: CarrierRequest): Promise<number> => {
  const request = new Request(`http://localhost${url}`, { method: "POST", headers, body: Buffer.from(body) })
  return (await box.fetch(request)).status
}

const run = (test: (service: Service) => Promise<void>, given: Given = {}): Promise<void> =>
  SmppBench.run(Effect.gen(function*() {
    const meta = yield* Meta.make
    const logged: Array<LogEntry> = []
    const review = given.isReviewed === true ? { businessAccount: Meta.businessAccount } : {}
    const options = Meta.options(meta, { pace: null, ...review, ...given.options })
    const storage: Pick<BoxOptions, "secretKeys" | "storage"> = given.storage === "postgres"
      ? {
        storage: postgres((yield* SmppBench.database).url, { maxConnections: 4 }),
        secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`
      }
      : { storage: memory() }
    yield* Effect.promise(async () => {
      const box = createSignalbox({
        ...storage,
        carriers: [whatsapp(options)],
        log: (entry) => logged.push(entry),
        ...(given.isReviewed === true ? { review: whatsappReview(options) } : {})
      })
      try {
        const numbers = [`+${Meta.display}`]
        const { id } = await box.accounts.ensure({ name: "Acme", balance: 100, numbers, channels: ["whatsapp"] })
        const bring = (...changes: ReadonlyArray<Meta.Change>) => brought(box, Meta.signed(Meta.webhook(...changes)))
        await test({ box, own: box.as(id), meta, logged, bring })
      } finally {
        await box.close({ graceMs: 100 })
      }
    })
  }))

const template = {
  name: "order",
  definition: {
    body: {
      multiChannel: {
        template: "Order {{0:variable}} is on its way.",
        variables: [
          { id: 0, name: "order", type: "variable", props: { variableType: "text", sample: "A-1" } }
        ]
      }
    }
  }
} as const

const to = (index: number): string => `+1201555${String(index).padStart(4, "0")}`

const order = (count: number) => ({
  to: Array.from({ length: count }, (_, index) => to(index)),
  channel: ["whatsapp" as const],
  template: { name: "order", parameters: { order: "A-42" } }
})

/** The faults that Meta has with a message: it is slow, busy, or its answer is lost. */
type Fault = "none" | "slow" | "busy" | "lost" | "refused"

/** Brings all statuses in batches, some of them twice, in an order that a number decides. */
const callbacks = async (
  { bring, meta }: Service,
  endings: ReadonlyMap<string, string>,
  shuffle: ReadonlyArray<number>
): Promise<void> => {
  const all = meta.sent.flatMap((each) => {
    const ending = endings.get(each.message.to)
    const errors = ending === "failed" ? { errors: [{ code: 131026, title: "Message undeliverable" }] } : {}
    const statuses = ending === "read" ? ["sent", "delivered", "read"] : ["sent", ending!]
    return [...statuses, ...statuses].map((status) => Meta.statusOf(each, status, status === "failed" ? errors : {}))
  })
  const ordered = all.map((status, index) => ({ status, at: shuffle[index % shuffle.length]! })).toSorted((a, b) =>
    a.at - b.at
  )
  for (let at = 0; at < ordered.length; at += 7) {
    expect(await bring(Meta.statuses(...ordered.slice(at, at + 7).map(({ status }) => status)))).toBe(200)
  }
}

describe("a service with WhatsApp", () => {
  propWith({ runs: 3 })(
    "brings every message home once, however slow, busy and forgetful Meta is",
    fc.array(
      fc.record({
        fault: fc.constantFrom<Fault>("none", "none", "slow", "busy", "lost", "refused"),
        ending: fc.constantFrom("delivered", "read", "failed")
      }),
      { minLength: 3, maxLength: 12 }
    ),
    fc.array(fc.nat(), { minLength: 5, maxLength: 40 }),
    (plans, shuffle) =>
      run(async (service) => {
        const { meta, own } = service
        await own.templates.ensure(template, { reviewedWithinMs: 20_000 })
        const seen = new Set<string>()
        meta.fault = (message): Reply | null => {
          const { fault } = plans[Number(message.to.slice(-4))]!
          const isFirst = !seen.has(message.to)
          seen.add(message.to)
          if (fault === "busy" && isFirst) return Meta.failed(130429)
          if (fault === "refused") return Meta.failed(132000)
          return fault === "lost" ? "lost" : null
        }
        // Statuses overtake the answers of those.
        meta.delay = (message) => plans[Number(message.to.slice(-4))]!.fault === "slow" ? 700 : 0
        const endings = new Map(plans.map(({ ending }, index) => [to(index), ending]))
        const sent = await own.messages.send(order(plans.length))
        const expected = plans.filter(({ fault }) => fault !== "refused").length
        await vi.waitFor(() => expect(meta.sent.length).toBe(expected), patience)
        await callbacks(service, endings, shuffle)
        await vi.waitFor(async () => {
          const found = await Promise.all(sent.recipients.map(({ message_id }) => own.messages.get(message_id)))
          expect(found.map(({ status }) => status)).toEqual(
            plans.map(({ ending, fault }) => fault === "refused" ? "FAILED" : ending.toUpperCase())
          )
        }, patience)
        expect(new Set(meta.sent.map(({ message }) => message.to)).size).toBe(meta.sent.length)
      })
  )

  it.each(isWhole ? storages : ["memory"] as const)(
    "on %s hears what recipients write, once, and who wants no more",
    (storage) =>
      run(async ({ bring, own }) => {
        const changes = [Meta.messages(Meta.text("wamid.7", "Hello"), Meta.text("wamid.8", "STOP", "12015550009"))]
        expect(await bring(...changes)).toBe(200)
        expect(await bring(...changes)).toBe(200)
        expect(await bring(Meta.preferences({ wa_id: "16505551234", value: "stop" }))).toBe(200)
        const { contacts } = await own.contacts.list({ page: 1, page_size: 10 })
        expect(contacts.map(({ opt_out, phone_number }) => [phone_number, opt_out]).toSorted()).toEqual([
          ["+12015550009", true],
          ["+16505551234", true]
        ])
        const inbound = await own.messages.list({ direction: "INBOUND" })
        expect(inbound.messages.length).toBe(2)
      }, { storage })
  )

  it("opens the window for free texts, which go out as they are", () =>
    run(async ({ bring, meta, own }) => {
      expect(await bring(Meta.messages(Meta.text("wamid.7", "Hello")))).toBe(200)
      await own.messages.send({ to: ["+16505551234"], channel: ["whatsapp"], text: "Hi yourself" })
      await vi.waitFor(() => expect(meta.sent.length).toBe(1), patience)
      expect(meta.sent[0]?.message).toMatchObject({ type: "text", text: { body: "Hi yourself" } })
    }))

  it("logs no secret, no text and no number, whatever goes wrong", () =>
    run(async ({ bring, box, logged, meta, own }) => {
      await own.templates.ensure(template, { reviewedWithinMs: 20_000 })
      const replies: Array<Reply> = [
        Meta.failed(190, "Malformed access token EAAtoken", 401),
        "lost",
        Meta.failed(1, "?", 500)
      ]
      meta.fault = () => replies.pop() ?? null
      const sent = await own.messages.send(order(3))
      await vi.waitFor(() => expect(replies.length).toBe(0), patience)
      await bring(Meta.messages({ odd: true }), Meta.templateStatus("theirs", "PAUSED"))
      await brought(box, { ...Meta.signed(Meta.webhook()), headers: { "x-hub-signature-256": "sha256=00" } })
      const told = JSON.stringify([logged, await own.messages.activities(sent.recipients[0]!.message_id)])
      expect(told).toContain("Meta tells of what cannot be read")
      for (const word of ["EAA", "secret of", "to verify", "A-42"]) expect(told).not.toContain(word)
      expect(JSON.stringify(logged)).not.toMatch(/1201555|1555078/)
    }, { options: { answersWithin: 3000 } }))
})

describe("a template that Meta reviews", () => {
  it.each(storages)(
    "on %s is sent when it is approved, and not while Meta pauses it",
    (storage) =>
      run(async ({ bring, meta, own }) => {
        const created = await own.templates.ensure(template, { reviewedWithinMs: 0 })
        await vi.waitFor(() => expect(meta.templates.length).toBe(1), patience)
        const { name } = meta.templates[0]!
        const status = async () => (await own.templates.get(created.id)).status
        expect(await status()).toBe("PENDING")
        expect(await bring(Meta.templateStatus(name, "APPROVED"))).toBe(200)
        expect(await status()).toBe("APPROVED")

        const ends = async () => {
          const { recipients } = await own.messages.send(order(1))
          return recipients[0]!.message_id
        }
        await ends()
        await vi.waitFor(() => expect(meta.sent.length).toBe(1), patience)
        expect(meta.sent[0]?.message["template"]).toEqual({
          name,
          language: { policy: "deterministic", code: "en_US" },
          components: [{ type: "body", parameters: [{ type: "text", text: "A-42" }] }]
        })

        const info = { other_info: { title: "FIRST_PAUSE", description: "Paused for 3 hours." } }
        for (let again = 0; again < 2; again++) expect(await bring(Meta.templateStatus(name, "PAUSED", info))).toBe(200)
        expect(await status()).toBe("PAUSED")
        const blocked = await ends()
        await vi.waitFor(async () => expect((await own.messages.get(blocked)).status).toBe("BLOCKED"), patience)
        expect(await bring(Meta.templateStatus(name, "APPROVED"))).toBe(200)
        expect(await status()).toBe("APPROVED")

        const category = { message_template_name: name, previous_category: "UTILITY", new_category: "MARKETING" }
        expect(await bring({ field: "template_category_update", value: category })).toBe(200)
        expect((await own.templates.get(created.id)).category).toBe("MARKETING")
      }, { storage, isReviewed: true, options: { reviews: "template" } })
  )

  it("is rejected for Meta's reason, which its event tells, and handed in again with its next revision", () =>
    run(async ({ bring, box, meta, own }) => {
      const reasons: Array<unknown> = []
      box.on("templates.rejected", ({ payload }) => void reasons.push(payload.reason))
      const created = await own.templates.ensure(template, { reviewedWithinMs: 0 })
      await vi.waitFor(() => expect(meta.templates.length).toBe(1), patience)
      const first = meta.templates[0]!.name
      const why = { reason: "INVALID_FORMAT", rejection_info: { reason: "Too short.", recommendation: "Say more." } }
      expect(await bring(Meta.templateStatus(first, "REJECTED", why))).toBe(200)
      await vi.waitFor(() => expect(reasons.length).toBeGreaterThan(1), patience)
      expect(reasons[0]).toBe("Meta finds the format wrong (INVALID_FORMAT): Too short.: Say more.")
      await own.templates.update(created.id, {
        definition: { body: { multiChannel: { template: "Your order is on its way to you." } } },
        submit_for_review: true
      })
      await vi.waitFor(() => expect(meta.templates.length).toBe(2), patience)
      // News of the first revision do not touch the second.
      expect(await bring(Meta.templateStatus(first, "APPROVED"))).toBe(200)
      expect((await own.templates.get(created.id)).status).toBe("PENDING")
      expect(await bring(Meta.templateStatus(meta.templates[1]!.name, "APPROVED"))).toBe(200)
      expect((await own.templates.get(created.id)).status).toBe("APPROVED")
    }, { isReviewed: true, options: { reviews: "template" } }))

  it("is paused on WhatsApp alone, where Meta's verdicts count, and goes out on other channels", () =>
    run(async ({ bring, meta, own }) => {
      const created = await own.templates.ensure(template, { reviewedWithinMs: 0 })
      await vi.waitFor(() => expect(meta.templates.length).toBe(1), patience)
      const { name } = meta.templates[0]!
      await vi.waitFor(async () => {
        expect(await bring(Meta.templateStatus(name, "APPROVED"))).toBe(200)
        expect((await own.templates.get(created.id)).status).toBe("APPROVED")
      }, patience)
      expect(await bring(Meta.templateStatus(name, "PAUSED"))).toBe(200)
      expect((await own.templates.get(created.id)).status).toBe("APPROVED")
      const { recipients } = await own.messages.send(order(1))
      await vi.waitFor(async () => {
        expect((await own.messages.get(recipients[0]!.message_id)).status).toBe("BLOCKED")
      }, patience)
      expect(meta.sent).toEqual([])
    }, { isReviewed: true }))
})
