/**
 * Rows whose keys follow from other rows come with one of those that lead to them: each with one, and nobody else's.
 */
import type { Commit } from "@signalbox/core/Commit"
import { make as commit, put } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId, TemplateId, VerificationId, WebhookId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Companions from "@signalbox/core/internal/cells/Companions"
import { newEndpoint } from "@signalbox/core/internal/delivery/Health"
import { CarrierReferences } from "@signalbox/core/internal/row/CarrierReference"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import { OneTimeCodes } from "@signalbox/core/internal/row/OneTimeCode"
import { Redactions } from "@signalbox/core/internal/row/Redaction"
import { Verifications } from "@signalbox/core/internal/row/Verification"
import type { Ref } from "@signalbox/core/Kind"
import { refText } from "@signalbox/core/Kind"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { Messages } from "@signalbox/core/Message"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { Endpoints, Webhooks } from "@signalbox/core/Webhook"
import type { Lane } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Memory from "../../stores/Memory.ts"
import * as Given from "../Given.ts"

interface Kept {
  readonly commit: (parts: Partial<Commit>) => Effect.Effect<void>
  /** Runs something with the store, and remembers how often it was asked for rows, and for which lists. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Store>) => Effect.Effect<A>
  readonly asked: { loads: number; readonly lists: Array<ListQuery> }
}

/** A store that has these rows. */
const kept = (rows: ReadonlyArray<Row>, use: (kept: Kept) => Effect.Effect<void>): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const { store } = yield* Memory.make
    const asked: Kept["asked"] = { loads: 0, lists: [] }
    const watched: Store["Service"] = {
      ...store,
      load: (...given) => {
        asked.loads++
        return store.load(...given)
      },
      list: (query) => {
        asked.lists.push(query)
        return store.list(query)
      }
    }
    const write: Kept["commit"] = (parts) =>
      Effect.map(Effect.orDie(store.commit([commit(parts)])), (outcomes) => expect(outcomes[0]?._tag).toBe("Done"))
    yield* write({ puts: rows })
    yield* use({
      asked,
      commit: write,
      run: (effect) => Effect.orDie(Effect.provideService(effect, Store, watched))
    })
  })))

const texts = (rows: ReadonlyArray<Ref>): ReadonlyArray<string> => rows.map(refText)

const account = Given.accountId(1)
const verificationId = (number: number) => `11111111-0000-7000-8000-00000000000${number}` as VerificationId

/** An event of the account. They come in the order of their numbers. */
const event = (number: number, parts: Partial<Event> = {}): Event => ({
  id: `01900000-0000-7000-8000-${String(number).padStart(12, "0")}` as EventId,
  account,
  name: "message.sent",
  at: Given.now,
  body: "{}",
  ...parts
})

const delivered = (of: Event, webhook: WebhookId): Row => put(Deliveries, Fanout.delivery(of, webhook))

describe("rows that are asked for", () => {
  it("are those that there are, each once, in their order; nobody is asked for none", () =>
    kept(
      [put(Webhooks, Given.webhook()), put(Endpoints, newEndpoint(Given.webhookId(1)))],
      ({ asked, run }) =>
        Effect.gen(function*() {
          const endpoint = { kind: "endpoint", key: Given.webhookId(1) }
          const webhook = { kind: "webhook", key: Given.webhookId(1) }
          const found = yield* run(
            Companions.load([endpoint, { kind: "endpoint", key: "none" }, webhook, endpoint])
          )
          expect(found).toStrictEqual([
            put(Endpoints, newEndpoint(Given.webhookId(1))),
            put(Webhooks, Given.webhook())
          ])
          expect(asked.loads).toBe(1)
          expect(yield* run(Companions.load([]))).toStrictEqual([])
          expect(asked.loads).toBe(1)
        })
    ))
})

describe("what comes with a message", () => {
  const attempts = [
    Given.attempt({ reference: "own", parts: [{ reference: "part", report: null }] }),
    Given.attempt({ id: Given.attemptId(2), reference: "taken over" }),
    Given.attempt({ id: Given.attemptId(3), reference: null })
  ]
  const [own, other] = [Given.messageId(1), Given.messageId(2)]
  const reference = (name: string, message = own, to = false): Row =>
    put(CarrierReferences, {
      carrier: Given.carrierId("sms-a"),
      reference: name,
      ...to ? { to: Given.phone(1) } : {},
      message,
      attempt: Given.attemptId(1)
    })
  const verification = (number: number, ...sends: ReadonlyArray<typeof own>): Row =>
    put(Verifications, {
      id: verificationId(number),
      account,
      phone: Given.phone(1),
      purpose: `purpose ${number}`,
      status: "approved",
      codeLength: 6,
      code: null,
      tries: 0,
      sends: sends.map((message) => ({
        message,
        channel: "sms" as const,
        template: { id: Given.templateId(1), name: "code" },
        at: Given.now
      })),
      createdAt: Given.now,
      expiresAt: Given.now,
      endedAt: Given.now
    })
  const code = (number: number): Row => put(OneTimeCodes, { verification: verificationId(number), code: "1" })
  const message = (number: number, template: TemplateId | null, parts: Parameters<typeof Given.message>[0] = {}): Row =>
    put(
      Messages,
      Given.message({
        id: Given.messageId(number),
        template: template === null ? null : { ...Given.message().template!, id: template, revision: 2 },
        ...parts
      })
    )
  const revision = (id: TemplateId, number: number): Row =>
    put(TemplateRevisions, { ...revisionOf(Given.template({ id })), revision: number })
  const [alive, deleted] = [Given.templateId(1), Given.templateId(2)]
  const rows: ReadonlyArray<Row> = [
    reference("own"),
    reference("own", own, true),
    reference("part"),
    reference("taken over", other),
    reference("strange"),
    // The code was sent again by this message, or again by another one, or by none.
    verification(1, other, own),
    code(1),
    verification(2, own, other),
    code(2),
    put(Templates, Given.template({ id: alive, revision: 3 })),
    ...[1, 2, 3].map((number) => revision(alive, number)),
    ...[1, 2, 3].map((number) => revision(deleted, number))
  ]

  it("are the names that it had last, its verification with the code, and what it was sent by", () =>
    kept(rows, ({ run }) =>
      Effect.gen(function*() {
        const given = [
          message(1, deleted, { attempts, verification: { id: verificationId(1) } }),
          message(3, alive, { verification: { id: verificationId(2) } }),
          message(4, null),
          message(5, deleted)
        ]
        expect(yield* run(Companions.withCompanions(given))).toStrictEqual([
          ...given,
          reference("own"),
          reference("own", own, true),
          reference("part"),
          verification(1, other, own),
          code(1),
          revision(deleted, 2)
        ])
      })))

  it("are, of a template, all its revisions", () =>
    kept(rows, ({ run }) =>
      Effect.gen(function*() {
        const given = [put(Templates, Given.template({ id: alive, revision: 3 }))]
        expect(texts(yield* run(Companions.withCompanions(given)))).toEqual([
          `template/${alive}`,
          ...[1, 2, 3].map((number) => `template_revision/${alive}/${number}`)
        ])
      })))
})

it("comes with a webhook as long as that is there, and then with what tells that it was", () => {
  const [there, clone, gone] = [Given.webhookId(1), Given.webhookId(2), Given.webhookId(3)]
  const deleted = (id: WebhookId): Row => put(DeletedWebhooks, { id, account, at: Given.now })
  const redaction = (webhook: WebhookId): Row => put(Redactions, { account, webhook })
  // The profile has deleted its clone, whose row stays.
  const cloned = put(Webhooks, Given.webhook({ id: clone, deletedAt: Given.now, subscribes: [] }))
  const webhook = put(Webhooks, Given.webhook({ id: there }))
  const rows = [
    webhook,
    cloned,
    ...[there, clone, gone].flatMap((id) => [put(Endpoints, newEndpoint(id)), redaction(id)]),
    deleted(clone),
    deleted(gone)
  ]
  return kept(rows, ({ run }) =>
    Effect.gen(function*() {
      expect(texts(yield* run(Companions.withCompanions([cloned, webhook])))).toEqual([
        `webhook/${clone}`,
        `webhook/${there}`,
        `endpoint/${clone}`,
        `redaction/${clone}`,
        `endpoint/${there}`,
        `redaction/${there}`
      ])
      expect(texts(yield* run(Companions.withCompanions([deleted(clone), deleted(gone)])))).toEqual([
        `deleted_webhook/${clone}`,
        `deleted_webhook/${gone}`,
        `redaction/${gone}`
      ])
    }))
})

describe("the webhooks of an account", () => {
  it.each([0, 199, 200, 201, 400])("are all that it has and had, however many (%i)", (count) => {
    // All of an instant but the first two: pages go on within it.
    const made = Array.from({ length: count }, (_, index) => Given.webhookId(1000 - index))
    const rows = made.map((id, index) =>
      put(Webhooks, Given.webhook({ id, createdAt: Instant.plus(Given.now, index < 2 ? -index : 1) }))
    )
    const had = Array.from({ length: count }, (_, index) => Given.webhookId(3000 - index))
    const others = [
      put(Webhooks, Given.webhook({ id: Given.webhookId(1), account: Given.accountId(2) })),
      put(DeletedWebhooks, { id: Given.webhookId(2), account: Given.accountId(2), at: Given.now })
    ]
    return kept([...rows, ...others, ...had.map((id) => put(DeletedWebhooks, { id, account, at: Given.now }))], (
      { asked, run }
    ) =>
      Effect.gen(function*() {
        expect(yield* run(Companions.webhooksOf(account))).toEqual([...made, ...had].toSorted())
        // Each question is for two hundred, and counts nothing.
        expect(new Set(asked.lists.map(({ isCounted, limit, offset }) => `${isCounted} ${limit} ${offset}`))).toEqual(
          new Set(["false 200 0"])
        )
        expect(asked.lists).toHaveLength(2 * (Math.floor(count / 200) + 1))
      }))
  })

  it("let so many deliveries be looked at together that their events are not asked for too often", () => {
    const table = [[0, 40], [1, 38], [12, 25], [20, 20], [100, 6], [380, 2], [780, 1], [781, 1], [5000, 1]] as const
    expect(table.map(([webhooks]) => [webhooks, Companions.deliveriesAtATime(webhooks)])).toEqual(table)
  })
})

describe("events", () => {
  const [first, second, third] = [Given.webhookId(1), Given.webhookId(2), Given.webhookId(3)]
  const webhooks = [first, second, third]
  const [alone, shared, later, waiting, lost, strange] = [1, 2, 3, 4, 5, 6].map((number) => event(number)) as [
    Event,
    Event,
    Event,
    Event,
    Event,
    Event
  ]
  const rows = [
    ...[alone, shared, later].map((each) => put(Events, each)),
    delivered(alone, second),
    delivered(shared, first),
    delivered(shared, third),
    delivered(later, second),
    delivered(later, third),
    delivered(lost, second)
  ]

  it("come with the first of the webhooks that got them", () =>
    kept(rows, ({ run }) =>
      Effect.gen(function*() {
        const of = (webhook: WebhookId, ...events: ReadonlyArray<Event>) =>
          run(Companions.eventsOf(events.map((each) => Fanout.delivery(each, webhook)), webhooks))
        expect(yield* of(first, shared)).toStrictEqual([put(Events, shared)])
        expect(yield* of(second, alone, later, lost)).toStrictEqual([put(Events, alone), put(Events, later)])
        expect(yield* of(third, shared, later)).toStrictEqual([])
      })))

  it("that wait come with their work, with those that they lead, unless a webhook has got them", () => {
    const followers = {
      audiences: [webhooks],
      events: [[waiting.id, 0], [shared.id, 0], [lost.id, 0], [alone.id, 0]] as const,
      reached: 0
    }
    const head = event(7, { subscribers: webhooks, followers })
    const reached = event(8, { subscribers: webhooks, followers: { ...followers, events: [[strange.id, 0]] } })
    const more = [head, reached, waiting, strange].map((each) => put(Events, each))
    // Its only delivery was made for a webhook that the account had.
    const had = Given.webhookId(9)
    const deliveries = [delivered(reached, had)]
    const own = [
      ...webhooks.map((id) => put(Webhooks, Given.webhook({ id }))),
      put(DeletedWebhooks, { id: had, account, at: Given.now })
    ]
    return kept([...rows, ...more, ...deliveries, ...own], ({ run }) =>
      Effect.gen(function*() {
        const found = yield* run(Companions.eventsOfWork([
          { kind: "dispatch", key: alone.id },
          { kind: "fanout", key: head.id },
          { kind: "fanout", key: reached.id },
          { kind: "fanout", key: head.id },
          { kind: "fanout", key: event(99).id }
        ]))
        expect(found).toStrictEqual([head, waiting, strange].map((each) => put(Events, each)))
        expect(yield* run(Companions.eventsOfWork([]))).toEqual([])
      }))
  })
})

describe("lanes", () => {
  it("tell their account behind their last slash, or behind their kind", () => {
    const lanes: ReadonlyArray<Lane> = [`send:${account}`, `submission:acme/${account}`, `submission:a/b:c/${account}`]
    expect(lanes.map(Companions.accountOf)).toEqual([account, account, account])
  })

  it("are the accounts' by their names, and by their webhooks, deleted ones as well", () => {
    const other = Given.accountId(2)
    const [there, gone, foreign, foreignGone] = [1, 2, 3, 4].map(Given.webhookId) as [
      WebhookId,
      WebhookId,
      WebhookId,
      WebhookId
    ]
    const rows = [
      put(Webhooks, Given.webhook({ id: there })),
      put(DeletedWebhooks, { id: gone, account, at: Given.now }),
      put(Webhooks, Given.webhook({ id: foreign, account: other })),
      put(DeletedWebhooks, { id: foreignGone, account: other, at: Given.now })
    ]
    const lanes = (own: ReadonlyArray<string>, webhooks: ReadonlyArray<WebhookId>): ReadonlyArray<Lane> => [
      ...own.flatMap((id): ReadonlyArray<Lane> => [`send:${id}`, `submission:acme/${id}`]),
      ...webhooks.flatMap((id): ReadonlyArray<Lane> => [`delivery:${id}`, `retry:${id}`])
    ]
    return kept(rows, ({ run }) =>
      Effect.gen(function*() {
        const mine = lanes([account], [there, gone])
        const theirs = lanes([other], [foreign, foreignGone])
        // A lane of a webhook is never that of the account whose id it has, and the pass over all accounts is nobody's.
        const nobodys: ReadonlyArray<Lane> = [`delivery:${account}`, `retry:${Given.webhookId(5)}`, "retention:all"]
        const all = [...theirs, ...mine, ...nobodys]
        expect(yield* run(Companions.ofLanes(all, [account]))).toEqual(mine)
        expect(yield* run(Companions.ofLanes(all, [other, account]))).toEqual([...theirs, ...mine])
        expect(yield* run(Companions.ofLanes(all, []))).toEqual([])
      }))
  })
})
