/**
 * A year of traffic, a week after the other, with retention: the store has one size after it, and what was removed is answered
 * as what never was (decisions 19.2).
 */
import { TravelClock } from "@signalbox/emulator/clock/TravelClock"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import * as Client from "@signalbox/testing/http/HttpClient"
import * as Receiver from "@signalbox/testing/http/Receiver"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { describe, expect, it, vi } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Contents from "../privacy/Contents.ts"

const day = 24 * 3_600_000
const patient = { timeout: 30_000, interval: 20 }
const [memory, , postgres] = Contents.all

const definition = { body: { multiChannel: { template: "It is on its way." } } }
const codeText = {
  body: {
    multiChannel: {
      type: null,
      template: "Your code is {{0:variable}}.",
      variables: [{ id: 0, name: "code", type: "variable", props: { variableType: "text", sample: "123456" } }]
    }
  }
}

/** The days and the weeks of traffic before each count: a whole year where there is time for it. */
const isLong = Matrix.searched(2, 0.5) === 2
const retention = isLong
  ? { messages: 30, webhookEvents: 14, usage: 60, contacts: 45 }
  : { messages: 5, webhookEvents: 5, usage: 6, contacts: 8 }
const weeks = isLong ? 26 : 5
/** The rows of a kind that is kept for so many days, at most: of the last weeks, four in each, and of those that rest for a week. */
const most = (days: number) => 4 * (days / 7 + 3)

interface Listed {
  readonly total: number
  readonly statuses: ReadonlyArray<string>
}

/** How many rows there are of each kind; a database tells no kinds, so its rows are told apart by their beginning. */
const sizes = (lines: ReadonlyArray<string>, isRead: boolean): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const line of lines) {
    const kind = isRead
      ? String((JSON.parse(line) as ReadonlyArray<unknown>)[0])
      : /^\(([a-z_]+),/.exec(line)?.[1] ?? "else"
    found.set(kind, (found.get(kind) ?? 0) + 1)
  }
  return found
}

describe.each(Matrix.sampled([memory, postgres]))("in %s", (name, make) => {
  it("the store has one size after six months and after twelve, and what is gone is not found [XRE-014, XRE-016]", {
    timeout: 300_000
  }, async () => {
    const { contents, storage } = await make()
    const receiver = await Receiver.start()
    const clock = new TravelClock(Effect.runSync(Clock.Clock))
    const subject = await starter({ mount: Mounts.node, storage, clock })()
    const travel = (millis: number) => {
      clock.stand(clock.currentTimeMillisUnsafe() + millis as never)
      clock.run()
    }
    const made = await subject.freshAccount!({ auditLogDays: 7, retention })
    const client = Client.make(subject.baseUrl).as({ "x-api-key": made.apiKey })
    const post = async (path: string, body: object) =>
      (await client.post(path, body, { "idempotency-key": randomUUID() })).text
    const idIn = (text: string, field = "id"): string => new RegExp(`"${field}":"([^"]+)"`).exec(text)?.[1] ?? text
    const data = async <Data>(path: string): Promise<Data> =>
      ((await client.get(path)).json as { readonly data: Data }).data
    const approved = async (definition: object, category: string) => {
      const id = idIn(await post("/v3/templates", { definition, category, submit_for_review: true }))
      await vi.waitFor(
        async () => expect(await data(`/v3/templates/${id}`)).toMatchObject({ status: "APPROVED" }),
        patient
      )
      return id
    }
    const [template, code] = [await approved(definition, "UTILITY"), await approved(codeText, "AUTHENTICATION")]
    const hook = idIn(
      await post("/v3/webhooks", {
        display_name: "Mine",
        endpoint_url: receiver.url("/mine"),
        event_types: ["message"]
      })
    )
    const listed = async (path: string, items: "messages" | "events"): Promise<Listed> => {
      const found = await data<{
        readonly pagination: { readonly total_count: number }
        readonly messages?: ReadonlyArray<{ readonly status: string }>
        readonly events?: ReadonlyArray<{ readonly delivery_status: string }>
      }>(`${path}?page_size=100`)
      return {
        total: found.pagination.total_count,
        statuses: items === "messages"
          ? found.messages!.map(({ status }) => status)
          : found.events!.map((each) => each.delivery_status)
      }
    }

    const week = async (number: number) => {
      const phone = (index: number) => `+4930${String(1_000_000 + number * 10 + index)}`
      const sent = await post("/v3/messages", {
        to: [phone(0), phone(1)],
        channel: ["sms"],
        template: { id: template }
      })
      await subject.receive!({
        carrier: "sms-a",
        reference: randomUUID(),
        channel: "sms",
        from: phone(2),
        to: DefaultNumber.of(made.id as never).number,
        text: "Where is it?",
        media: []
      })
      const verification = idIn(
        await post("/v3/verifications", { phone_number: phone(3), template: { id: code }, channel: "sms" })
      )
      const ids = [...sent.matchAll(/"message_id":"([^"]+)"/g)].map(([, id = ""]) => id)
      // All of it has come to its end before a week is over.
      const told = await vi.waitFor(async () => {
        const [messages, events] = [
          await listed("/v3/messages", "messages"),
          await listed(`/v3/webhooks/${hook}/events`, "events")
        ]
        expect(messages.statuses.filter((each) => each !== "DELIVERED" && each !== "RECEIVED")).toEqual([])
        expect(events.statuses.filter((each) => each !== "DELIVERED")).toEqual([])
        // Later they may be gone: it depends on how many hours pass until nothing more is removed.
        expect(messages.total).toBeGreaterThanOrEqual(4)
        expect(events.total).toBeGreaterThanOrEqual(4)
        return events.total
      }, patient)
      for (const kind of sizes(await contents(), name === "memory").keys()) seen.add(kind)
      travel(7 * day)
      return { ids, told, verification }
    }

    /**
     * A few days later than the last week of traffic everything is done that was due. Recipients are looked through once a
     * day, and a week that passes in one step is one day of looking, so the hours that follow pass one by one.
     */
    const settled = async () => {
      let before: ReadonlyMap<string, number> = new Map()
      await vi.waitFor(async () => {
        travel(3_600_000)
        const now = sizes(await contents(), name === "memory")
        const messages = await listed("/v3/messages", "messages")
        const isStill = JSON.stringify([...now]) === JSON.stringify([...before])
        before = now
        expect(isStill).toBe(true)
        expect(messages.total).toBeLessThanOrEqual(most(retention.messages))
        expect(now.get("contact") ?? 0).toBeLessThanOrEqual(most(retention.contacts))
      }, { timeout: 30_000, interval: 200 })
      return before
    }

    /** The kinds of what there was while there was traffic: later all that ends may be gone. */
    const seen = new Set<string>()
    const first = await week(0)
    const usage = await data<unknown>("/v3/usage?from=2000-01-01")
    expect(usage).toBeDefined()
    for (let number = 1; number < weeks; number++) await week(number)
    const half = await settled()
    for (let number = weeks; number < 2 * weeks; number++) await week(number)
    const whole = await settled()
    // Nobody waits above for the pass that removes events, so two weeks of them may still be there on a slow machine.
    // A week more or less of each kind: it depends on the hour at which a pass began. What nothing ends would be twice as
    // much. A database clears the keys of counters away by its own clock, which does not travel.
    const kinds = [...new Set([...half.keys(), ...whole.keys()])].filter((kind) => kind !== "counter")
    const grown = kinds.flatMap((kind) => {
      const [before, after] = [half.get(kind) ?? 0, whole.get(kind) ?? 0]
      const more = kind === "event" || kind === "delivery" ? 2 * first.told : 13
      return after > Math.max(1.6 * before + 2, before + more) ? [[kind, before, after]] : []
    })
    expect(grown).toEqual([])
    expect(seen.size).toBeGreaterThan(name === "memory" ? 10 : 1)

    const gone = [
      ...first.ids.flatMap((id) => [`/v3/messages/${id}`, `/v3/messages/${id}/activities`]),
      `/v3/verifications/${first.verification}`
    ]
    for (const path of gone) expect([path, (await client.get(path)).status]).toEqual([path, 404])
    expect((await listed("/v3/messages", "messages")).total).toBeLessThanOrEqual(most(retention.messages))
    await subject.stop()
    await receiver.stop()
  })
})
