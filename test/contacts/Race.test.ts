/**
 * Two nodes that deal with one recipient at the same time. Both have loaded what they decide by before either may
 * commit, so neither sees what the other does.
 */
import { Accounts } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import { CreateContact, DeleteContact, SendMessage, UpdateContact } from "@signalbox/core/Catalogue"
import * as ChosenSenders from "@signalbox/core/ChosenSenders"
import * as Commit from "@signalbox/core/Commit"
import type { ConsentRecord } from "@signalbox/core/ConsentRecord"
import type { Contact } from "@signalbox/core/Contact"
import { Contacts } from "@signalbox/core/Contact"
import type { Executor } from "@signalbox/core/Executor"
import type { ContactId } from "@signalbox/core/Id"
import { Suppress } from "@signalbox/core/internal/account/Suppress"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { CarrierConsent } from "@signalbox/core/internal/consent/CarrierConsent"
import { Inherit } from "@signalbox/core/internal/contact/Inherit"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { Receive } from "@signalbox/core/internal/inbound/Receive"
import { ReceivePart } from "@signalbox/core/internal/inbound/ReceivePart"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import type { Store } from "@signalbox/core/Store"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import type { Lease } from "@signalbox/core/Work"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Leases from "../stores/Leases.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, gate, storages } from "../stores/Nodes.ts"

const account = Given.account()
const caller: Caller = { account, keyAccount: account }
const recipient = Given.phone(1)
const known = Given.contact()
const template = Given.template()

type Run<A = unknown> = (executor: Executor["Service"], store: Store["Service"]) => Effect.Effect<A, unknown>

const using = <Command, Answer>(use: Decision<Command, Answer>, command: Command): Run<Answer> => (executor) =>
  Effect.map(executor.run(use, command), ({ answer }) => answer)

const furnish: Run = (_, store) =>
  store.commit([Commit.make({
    puts: [
      Commit.put(Accounts, account),
      Commit.put(Templates, template),
      Commit.put(TemplateRevisions, revisionOf(template))
    ],
    debits: [{ account: account.id, amount: money(-10_000), floor: money(0), once: "opening" }]
  })])

const puts = (...rows: Commit.Commit["puts"]): Run => (_, store) => store.commit([Commit.make({ puts: rows })])

const about = { query: {}, caller, consulted: undefined }
const asked = { ...about, consulted: ChosenSenders.none }
const creates = using(CreateContact.decides, { ...asked, path: {}, body: { phone_number: recipient } })
const patches = (optOut: boolean) =>
  using(UpdateContact.decides, { ...asked, path: { id: known.id }, body: { opt_out: optOut } })
const deletes = using(DeleteContact.decides, { ...about, path: { id: known.id }, body: {} })
const sends = using(SendMessage.decides, {
  ...about,
  path: {},
  body: { to: [recipient], text: "Hello", channel: ["sms"] }
})
const suppresses = using(Suppress, { account: account.id, phones: [recipient], suppressed: true })
const releases = using(Suppress, { account: account.id, phones: [recipient], suppressed: false })
const inherits = using(Inherit, { account: account.id, phone: recipient, isInherited: true })
const prefersWhatsapp = using(UpdateContact.decides, {
  ...asked,
  path: { id: known.id },
  body: { default_channel: "whatsapp" }
})
const signals = (consent: "opt_in" | "opt_out") =>
  using(CarrierConsent, {
    carrier: Given.carrierId("sms-a"),
    to: { _tag: "Number", number: Given.phone(9000) },
    phone: recipient,
    channel: "sms",
    consent
  })
const inbound = {
  carrier: Given.carrierId("sms-a"),
  reference: "ref-1",
  channel: "sms",
  from: recipient,
  to: { _tag: "Number", number: Given.phone(9000) },
  text: "STOP",
  media: []
} as const
const stops = using(Receive, inbound)
const part = (index: number, reference: string) =>
  using(ReceivePart, {
    ...inbound,
    reference,
    text: `part ${index} `,
    part: { series: "7", index, count: 2 }
  })

const settings = {
  rules: [],
  markets: [],
  carriers: [{
    carrier: Given.carrierId("sms-a"),
    channels: ["sms" as const],
    answersWithin: 30_000,
    references: "alone" as const
  }],
  rates: [{ channel: "sms" as const, region: null, price: money(79), activeContactPrice: money(10) }]
}

/** Takes the waiting message up, as the worker that holds it. */
const dispatches = (lease: Lease) => using(Dispatch, { lease, settings, at: Given.now })

interface After {
  readonly contacts: ReadonlyArray<Contact>
  readonly messages: ReadonlyArray<Message>
}

const look = (store: Store["Service"]) =>
  Effect.gen(function*() {
    const rows = <A>(list: "contacts" | "messages") =>
      Effect.map(
        store.list({ list, scope: account.id, offset: 0, limit: 10 }),
        (page) => page.rows.map(({ value }) => value as A)
      )
    return { contacts: yield* rows<Contact>("contacts"), messages: yield* rows<Message>("messages") } satisfies After
  })

/** Runs two at the same time, and returns what each of them came to and what is there afterwards. */
const race = <A>(
  storage: Storage,
  before: ReadonlyArray<Run>,
  [left, right]: readonly [Run, Run],
  after: (store: Store["Service"]) => Effect.Effect<A, unknown>
) =>
  Effect.gen(function*() {
    const one = yield* storage.first
    const two = yield* storage.another(one)
    const alone = yield* executor(one.store, 1)
    yield* Effect.forEach([furnish, ...before], (run) => run(alone, one.store))
    const through = gate(2)
    const [leftStore, rightStore] = [through(one.store), through(two.store)]
    const ends = yield* Effect.all([
      Effect.exit(Effect.flatMap(executor(leftStore, 2), (run) => left(run, leftStore))),
      Effect.exit(Effect.flatMap(executor(rightStore, 3), (run) => right(run, rightStore)))
    ], { concurrency: 2 })
    return { ends: ends.map(({ _tag }) => _tag), after: yield* after(one.store) }
  }).pipe(Effect.scoped, Effect.runPromise)

/** The message that waits, and the lease of the work on it. */
const leased = (one: Services) =>
  Effect.gen(function*() {
    const { rows } = yield* one.store.list({ list: "messages", scope: account.id, offset: 0, limit: 1 })
    const due = DispatchWork.due({ message: rows[0]!.key, send: 1 }, account.id, Given.now)
    yield* one.store.commit([Commit.make({ due: [due] })])
    const now = yield* one.store.now
    const leases = yield* Leases.claim(one.store, {
      node: "one" as never,
      offset: Given.now - now + 1000,
      limit: 1,
      lanes: { send: { width: 64, shared: true } }
    })
    return leases[0]!
  })

const refusals: ReadonlyArray<readonly [string, Run]> = [
  ["writes STOP", stops],
  ["is opted out by a carrier", signals("opt_out")],
  ["is opted out by a client", patches(true)],
  ["is put on the suppression list", suppresses]
]

describe.each(storages("contacts"))("two nodes at the same time (%s)", (_, storage) => {
  /** Runs the late one up to its commit, then the other one from end to end, then that commit. */
  const overtaken = (before: ReadonlyArray<Run>, late: (one: Services) => Effect.Effect<Run, unknown>, other: Run) =>
    Effect.gen(function*() {
      const one = yield* storage.first
      const two = yield* storage.another(one)
      const alone = yield* executor(one.store, 1)
      yield* Effect.forEach([furnish, ...before], (run) => run(alone, one.store))
      const waiting = yield* late(one)
      const [decided, gone] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const store: Store["Service"] = {
        ...one.store,
        commit: (batch) =>
          Deferred.succeed(decided, undefined).pipe(
            Effect.andThen(Deferred.await(gone)),
            Effect.andThen(one.store.commit(batch))
          )
      }
      const overtaking = yield* Effect.forkChild(Effect.flatMap(executor(store, 2), (run) => waiting(run, store)))
      yield* Deferred.await(decided)
      yield* other(yield* executor(two.store, 3), two.store)
      yield* Deferred.succeed(gone, undefined)
      yield* Fiber.join(overtaking)
      return yield* look(one.store)
    }).pipe(Effect.scoped, Effect.runPromise)

  it.each(refusals)(
    "send nothing to a recipient who %s between the decision and its commit [CNS-019, STM-001]",
    async (_, refuses) => {
      const waiting = Commit.put(Messages, Given.message({ requested: "sms", channel: "sms" }))
      const before = [puts(Commit.put(Contacts, known), waiting)]
      const { contacts, messages } = await overtaken(
        before,
        (one) => Effect.map(leased(one), (lease) => dispatches(lease)),
        refuses
      )
      const [contact] = contacts
      expect(contact!.optOut || contact!.suppressedAt !== undefined).toBe(true)
      const [sent] = messages.filter(({ direction }) => direction === "OUTBOUND")
      expect(sent).toMatchObject({ status: "FILTERED", code: "BUSINESS_004", attempts: [] })
    }
  )

  const changes: ReadonlyArray<readonly [string, Run, (contact: Contact) => boolean]> = [
    ["a keyword", stops, ({ optOut }) => optOut],
    ["a carrier's signal", signals("opt_out"), ({ optOut }) => optOut],
    ["a client's choice", prefersWhatsapp, ({ defaultChannel }) => defaultChannel === "whatsapp"],
    ["a suppression", suppresses, ({ suppressedAt }) => suppressedAt !== undefined],
    ["an inheritance", inherits, ({ isInherited }) => isInherited === true]
  ]

  // What is inherited is not for a client to change.
  it.each(changes.filter(([name]) => name !== "a client's choice"))(
    "lose no change that overtakes %s",
    async (_, run, holds) => {
      for (const [, other, isThere] of changes) {
        const { contacts: [contact] } = await overtaken(
          [puts(Commit.put(Contacts, known))],
          () => Effect.succeed(run),
          other
        )
        expect([holds(contact!), isThere(contact!)]).toEqual([true, true])
      }
    }
  )

  it("lose no opt-out and no suppression that overtakes a client's choice", async () => {
    for (const [name, other, isThere] of changes.filter(([name]) => name !== "an inheritance")) {
      const late = () => Effect.succeed(prefersWhatsapp)
      const { contacts: [contact] } = await overtaken([puts(Commit.put(Contacts, known))], late, other)
      expect([name, contact!.defaultChannel, isThere(contact!)]).toEqual([name, "whatsapp", true])
    }
  })

  it("do not bring back a suppression that is lifted while a send makes the contact", async () => {
    const entry: Contact = { ...known, suppressedAt: Given.now, isOnlySuppressed: true }
    const { contacts, messages } = await overtaken(
      [puts(Commit.put(Contacts, entry))],
      () => Effect.succeed(sends),
      releases
    )
    expect(contacts.map(({ suppressedAt }) => suppressedAt)).toEqual([undefined])
    expect(messages.map(({ contact }) => contact)).toEqual(contacts.map(({ id }) => id))
  })

  it("make one contact of a request and a send, and of two requests", async () => {
    for (const other of [sends, creates]) {
      const { after } = await race(storage, [], [creates, other], look)
      expect(after.contacts).toHaveLength(1)
      expect(new Set(after.messages.map(({ contact }) => contact)).size).toBeLessThanOrEqual(1)
      for (const { contact } of after.messages) expect(contact).toBe(after.contacts[0]!.id)
    }
  })

  it("refuse one of two requests for one contact [CNT-004]", async () => {
    const { after, ends } = await race(storage, [], [creates, creates], look)
    expect([ends.toSorted(), after.contacts.length]).toEqual([["Failure", "Success"], 1])
  })

  it("lose neither a suppression nor a send to a number that nobody knew", async () => {
    const { after, ends } = await race(storage, [], [suppresses, sends], look)
    expect(ends).toEqual(["Success", "Success"])
    expect(after.contacts).toHaveLength(1)
    expect(after.contacts[0]!.suppressedAt).toBeDefined()
    expect(after.messages.map(({ contact }) => contact)).toEqual([after.contacts[0]!.id])
  })

  it("lose neither an opt-out nor a suppression", async () => {
    const { after } = await race(storage, [puts(Commit.put(Contacts, known))], [suppresses, stops], look)
    expect(after.contacts).toHaveLength(1)
    expect(after.contacts[0]).toMatchObject({ optOut: true, suppressedAt: expect.any(Number) as unknown })
  })

  it("change a contact in two ways, one after the other: each record tells of a change", async () => {
    const { after } = await race(
      storage,
      [puts(Commit.put(Contacts, known))],
      [signals("opt_out"), patches(true)],
      (store) =>
        Effect.all([
          look(store),
          store.list({ list: "consent_records", scope: `${account.id}/${known.id}`, offset: 0, limit: 10 })
        ])
    )
    const [{ contacts }, { rows }] = after
    expect(contacts.map(({ optOut }) => optOut)).toEqual([true])
    const sources = rows.map(({ value }) => (value as ConsentRecord).source).toSorted()
    // The client's request leaves no record when the carrier was first.
    expect([["API", "PROVIDER_SIGNAL"], ["PROVIDER_SIGNAL"]]).toContainEqual(sources)
  })

  it("delete a contact while it opts out, and no record of it stays [CNT-015]", async () => {
    const { after } = await race(
      storage,
      [puts(Commit.put(Contacts, known))],
      [deletes, stops],
      (store) =>
        Effect.all([
          look(store),
          store.list({ list: "consent_records", scope: `${account.id}/${known.id}`, offset: 0, limit: 10 })
        ])
    )
    const [{ contacts, messages }, { rows }] = after
    // Deleted first, the recipient who writes is a new contact.
    const ids: ReadonlyArray<ContactId> = contacts.map(({ id }) => id)
    expect(ids).not.toContain(known.id)
    expect(contacts.every(({ optOut }) => optOut)).toBe(true)
    expect(messages).toHaveLength(1)
    expect(rows).toEqual([])
  })

  it("make one message of the parts that come to both", async () => {
    const { after, ends } = await race(storage, [], [part(1, "a"), part(2, "b")], look)
    expect(ends).toEqual(["Success", "Success"])
    expect(after.messages.map(({ rendered }) => rendered?.content)).toEqual(["part 1 part 2 "])
  })

  it("make one message when its last part comes to both", async () => {
    const { after } = await race(storage, [part(1, "a")], [part(2, "b"), part(2, "b")], look)
    expect(after.messages.map(({ rendered }) => rendered?.content)).toEqual(["part 1 part 2 "])
  })
})
