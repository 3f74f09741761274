/**
 * A whole service while Twilio is slow, busy and loses answers, and while its callbacks are repeated and out of order: every
 * message ends, none is created twice, and what Twilio has delivered is DELIVERED.
 */
import { propWith } from "@signalbox/testing/Prop"
import { twilio } from "@signalbox/twilio"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, vi } from "vitest"
import { order, start } from "../facade/Acme.ts"
import type { Reply } from "../http-carrier/Provider.ts"
import type { FakeTwilio } from "./FakeTwilio.ts"
import * as Fakes from "./FakeTwilio.ts"

const isWhole = process.env["MATRIX"] === "whole"

/** How long anything may take on a crowded machine, in milliseconds. */
const patience = 60_000

const faults = ["none", "slow", "busy", "refused", "lost before", "lost after", "failed after"] as const

const count = 24

const plans = fc.array(fc.constantFrom(...faults), { minLength: count, maxLength: count })

/** The order in which the callbacks of a message come, some of them twice. */
const orders = fc.shuffledSubarray(["queued", "sending", "sent", "sent", "delivered", "delivered"], { minLength: 6 })

const answer = async (fault: (typeof faults)[number], create: () => Reply): Promise<Reply> => {
  switch (fault) {
    case "none":
      return create()
    case "slow":
      // Others overtake it.
      return new Promise((late) => setTimeout(() => late(create()), 30))
    case "busy":
      return Fakes.refusal(429, 20_429, "Too many requests", { "retry-after": "0.05" })
    case "refused":
      return Fakes.refusal(400, 21_211)
    case "lost before":
      return "lost"
    case "lost after":
      return create() && "lost"
    case "failed after":
      return create() && { status: 502, body: "<html>" }
  }
}

const recipients = Array.from({ length: count }, (_, index) => `+12015551${String(index).padStart(3, "0")}`)

const recipientsOf = ({ created }: FakeTwilio) => created.map(({ form }) => form.get("To") ?? "")

propWith({ runs: isWhole ? 5 : 1 })(
  "a service gets along with whatever Twilio does",
  plans,
  orders,
  (plan, states) =>
    Effect.gen(function*() {
      const fake = yield* Fakes.make
      let turn = 0
      const told: Array<Promise<void>> = []
      yield* Effect.promise(async () => {
        await using service = await start({}, {
          carriers: [twilio({ ...fake.options, answersWithin: 2000, pace: { perSecond: 1000, inFlight: 20 } })]
        })
        const own = service.box.as(service.account)
        const call = async (index: number, state: string): Promise<number> => {
          const { body, headers, url } = Fakes.status(fake.created[index]!, state)
          const request = { method: "POST", headers, body: Uint8Array.from(body) }
          return (await service.box.fetch(new Request(`http://10.0.0.7${url.replace("/inner", "")}`, request))).status
        }
        const bring = async (index: number): Promise<void> => {
          // Twilio brings again what could not be taken.
          for (const state of states) {
            await vi.waitFor(async () => expect(await call(index, state)).toBe(200), {
              timeout: patience,
              interval: 20
            })
          }
        }
        fake.answer = async (create) => {
          const reply = await answer(plan[turn++] ?? "none", () => {
            const created = create()
            told.push(bring(fake.created.length - 1))
            return created
          })
          return reply
        }
        const sent = await own.messages.send({ ...order, to: recipients })
        const statusOf = async ({ message_id }: (typeof sent.recipients)[number], index: number) => {
          const { status } = await own.messages.get(message_id)
          return [recipients[index]!, status] as const
        }
        const statuses = async () => new Map(await Promise.all(sent.recipients.map(statusOf)))
        await vi.waitFor(async () => {
          for (const status of (await statuses()).values()) expect(["DELIVERED", "FAILED"]).toContain(status)
        }, { timeout: patience, interval: 20 })
        await Promise.all(told)
        const created = recipientsOf(fake)
        expect(new Set(created).size).toBe(created.length)
        const delivered = [...await statuses()].filter(([, status]) => status === "DELIVERED").map(([to]) => to)
        expect(delivered.toSorted()).toEqual(created.toSorted())
      })
    }).pipe(Effect.scoped, Effect.runPromise)
)
