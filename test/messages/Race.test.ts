/**
 * Two nodes that want something of one message, or of one balance, at the same time: what is decided by is loaded
 * before either may commit, or the one that decided first is kept last.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import type { Executor } from "@signalbox/core/Executor"
import type { NodeId } from "@signalbox/core/Id"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { Dispatch } from "@signalbox/core/internal/dispatch/Dispatch"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import type { Reported } from "@signalbox/core/internal/receipt/Report"
import { Report } from "@signalbox/core/internal/receipt/Report"
import { laneTerms } from "@signalbox/core/Jobs"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { blank } from "@signalbox/core/Profile"
import type { Store } from "@signalbox/core/Store"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import type { Lease } from "@signalbox/core/Work"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Leases from "../stores/Leases.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, gate, storages } from "../stores/Nodes.ts"

type AStore = Store["Service"]

/** One node does something, and says in a word what comes of it. */
type Run = (executor: Executor["Service"]) => Effect.Effect<string>

const using = <Command, Answer>(
  use: Decision<Command, Answer>,
  command: Command,
  word: (answer: Answer) => string
): Run =>
(executor) =>
  Effect.map(
    Effect.result(executor.run(use, command)),
    (end) =>
      Result.isSuccess(end)
        ? word(end.success.answer)
        : end.failure._tag === "Refused"
        ? end.failure.code
        : end.failure._tag
  )

const account = Given.account({ channels: ["sms"] })
const template = Given.template()
const routes = ["sms-a", "sms-b"].map((id) => ({
  carrier: Given.carrierId(id),
  channels: ["sms"] as const,
  answersWithin: 30_000,
  references: "alone" as const
}))
const rate = { channel: "sms", region: null, price: money(79), activeContactPrice: money(10) } as const
const price = 79 + 10
const settings: RoutingSettings = { carriers: routes, rates: [rate], rules: [], markets: [] }

const asked = {
  caller: { account, keyAccount: account },
  consulted: undefined,
  query: {},
  path: { id: Given.messageId(1) },
  body: {}
}
const resend = using(operations["messages.resend"].decides, asked, ({ status }) => status)
const cancel = using(operations["messages.cancel"].decides, asked, ({ status }) => status)

const report = (reported: Reported): Run =>
  using(
    Report,
    { subject: { _tag: "Attempt", message: Given.messageId(1), attempt: Given.attempt().id }, reported },
    (answer) => answer
  )

const dispatch = (lease: Lease): Run => using(Dispatch, { lease, settings, at: Given.now }, () => "done")

const [first, second] = ["node-one" as NodeId, "node-two" as NodeId]

const claim = (store: AStore, node: NodeId, limit = 10) =>
  Effect.flatMap(store.now, (now) => {
    const { deadline: _, submission: __, ...lanes } = laneTerms
    return Leases.claim(store, { node, offset: Given.now - now + 1000, limit, lanes })
  })

/** Returns whether it waits to be dispatched: as a new message, as a held one, or because its route has failed. */
const isWaiting = ({ attempts, status }: Message): boolean =>
  ["QUEUED", "SCHEDULED"].includes(status) || (status === "SENT" && attempts.every(({ report }) => report === "FAILED"))

/** An account with money, its template, and messages with the work that waits for them. */
const given = (store: AStore, balance: number, messages: ReadonlyArray<Message>, accounts: ReadonlyArray<Account>) =>
  store.commit([Commit.make({
    puts: [
      ...accounts.map((each) => Commit.put(Accounts, each)),
      Commit.put(Templates, template),
      Commit.put(TemplateRevisions, revisionOf(template)),
      ...messages.map((message) => Commit.put(Messages, message))
    ],
    debits: [{ account: account.id, amount: money(-balance), floor: money(0), once: "opening" }],
    due: messages.filter(isWaiting).map((message) => ({
      work: { kind: "dispatch", key: `${message.id}/${message.send}` },
      lane: DispatchWork.lane.of(message.account),
      at: Given.now
    }))
  })])

const balanceOf = (store: AStore) =>
  Effect.map(
    store.load(Needs.balance(account.id)),
    ({ balances }) => Number(balances.get(account.id) ?? 0)
  )

const read = (store: AStore, message: Message) =>
  Effect.map(
    store.list({ list: "messages", scope: message.account, offset: 0, limit: 10 }),
    ({ rows }) => rows.map(({ value }) => value as Message).find(({ id }) => id === message.id)!
  )

/** Nobody's decision is made first and kept last, or that of one of the two. */
const orders = ["together", "the first one late", "the second one late"] as const
type Order = (typeof orders)[number]

/** The store as it is, but its first commit goes in only after `meanwhile`. */
const late = (store: AStore, meanwhile: Effect.Effect<void>): AStore => {
  let isFirst = true
  return {
    ...store,
    commit: (batch) =>
      Effect.suspend(() => {
        if (!isFirst) return store.commit(batch)
        isFirst = false
        return Effect.andThen(meanwhile, store.commit(batch))
      })
  }
}

const inOrder = (order: Order, [one, two]: readonly [AStore, AStore], [left, right]: readonly [Run, Run]) =>
  Effect.gen(function*() {
    if (order === "together") {
      const through = gate(2)
      return yield* Effect.all([
        Effect.flatMap(executor(through(one), 2), left),
        Effect.flatMap(executor(through(two), 3), right)
      ], { concurrency: 2 })
    }
    const [slow, fast] = order === "the first one late" ? [left, right] : [right, left]
    const [decided, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const held = late(one, Effect.andThen(Deferred.succeed(decided, undefined), Deferred.await(go)))
    const waiting = yield* Effect.forkChild(Effect.flatMap(executor(held, 2), slow))
    yield* Deferred.await(decided)
    const early = yield* Effect.flatMap(executor(two, 3), fast)
    yield* Deferred.succeed(go, undefined)
    const ended = yield* Fiber.join(waiting)
    return slow === left ? [ended, early] : [early, ended]
  })

const nodes = (storage: Storage) =>
  Effect.flatMap(storage.first, (one) => Effect.map(storage.another(one), (two) => [one, two] as const))

const run = <A, E>(
  storage: Storage,
  program: (one: Services, two: Services) => Effect.Effect<A, E, Scope.Scope>
): Promise<A> =>
  Effect.flatMap(nodes(storage), ([one, two]) => program(one, two)).pipe(Effect.scoped, Effect.runPromise)

/** Two nodes and one message: how each ended, what the message is then, and what waits. */
const race = (
  storage: Storage,
  order: Order,
  message: Message,
  runs: (leases: ReadonlyArray<Lease>) => readonly [Run, Run],
  of: Account = account
) =>
  run(storage, (one, two) =>
    Effect.gen(function*() {
      yield* given(one.store, 1000, [message], [of])
      const leases = yield* claim(one.store, first)
      const ends = yield* inOrder(order, [one.store, two.store], runs(leases))
      const held = new Set(leases.map(({ work }) => work.key))
      yield* one.killNode(first)
      const waiting = (yield* claim(two.store, second)).map(({ work }) => work.key)
      return {
        ends,
        message: yield* read(one.store, message),
        balance: yield* balanceOf(one.store),
        waiting: waiting.filter((key) => !held.has(key))
      }
    }))

const told = ({ history }: Message) => history.map(({ reached, status }) => reached ? status : `(${status})`)

const tried = (parts: Partial<Message>, attempt: Parameters<typeof Given.attempt>[0]): Message =>
  Given.message({
    requested: "sms",
    channel: "sms",
    attempts: [Given.attempt({ charge: "taken", ...attempt })],
    ...parts
  })

const failed = tried({ status: "FAILED", code: "DELIVERY_005" }, { report: "FAILED", failure: "invalid_number" })
const sent = tried({ status: "SENT" }, { report: "SENT" })
const rerouted = tried({ status: "SENT" }, { report: "FAILED", failure: "provider_unavailable" })
const held = Given.message({ status: "SCHEDULED", requested: "sms", channel: "sms", scheduledAt: Given.now })

describe.each(storages("messages"))("two nodes at the same time (%s)", (_, storage) => {
  it.each(orders)("resend a message and take in a late receipt, and lose neither: %s [MSG-066]", async (order) => {
    const { ends, message, waiting } = await race(
      storage,
      order,
      failed,
      () => [resend, report({ _tag: "Delivered" })]
    )
    expect(ends).toEqual(["QUEUED", "applied"])
    expect(message).toMatchObject({
      status: "QUEUED",
      send: 2,
      code: null,
      attempts: [{ send: 1, report: "DELIVERED" }]
    })
    expect(waiting).toEqual([`${failed.id}/2`])
    // Before the resend the receipt counts, after it it is an activity only.
    const [before, after] = [["DELIVERED", "QUEUED"], ["QUEUED", "(QUEUED)"]]
    if (order === "together") expect([before, after]).toContainEqual(told(message))
    else expect(told(message)).toEqual(order === "the first one late" ? before : after)
  })

  it.each(orders)("resend one message once: %s [MSG-068]", async (order) => {
    const { ends, message, waiting } = await race(storage, order, failed, () => [resend, resend])
    expect(ends.toSorted()).toEqual(["BUSINESS_006", "QUEUED"])
    expect([message.send, told(message)]).toEqual([2, ["QUEUED"]])
    expect(waiting).toEqual([`${failed.id}/2`])
  })

  it.each(orders)("cancel a message and release it, and one of them wins: %s [MSG-064, STM-009]", async (order) => {
    const { balance, ends: [cancelled, released], message, waiting } = await race(
      storage,
      order,
      held,
      (leases) => [cancel, dispatch(leases[0]!)]
    )
    if (cancelled === "CANCELLED") {
      expect(order).not.toBe("the first one late")
      expect(["done", "LeaseLost"]).toContain(released)
      expect([message.status, told(message), message.attempts, balance]).toEqual(["CANCELLED", ["CANCELLED"], [], 1000])
    } else {
      expect(order).not.toBe("the second one late")
      expect([cancelled, released]).toEqual(["BUSINESS_006", "done"])
      expect(told(message)).toEqual(["QUEUED", "PROCESSED", "ROUTED"])
      expect([message.attempts.length, balance]).toEqual([1, 1000 - price])
    }
    expect(waiting).toEqual([])
  })

  // It is 7:34 in New Jersey.
  const asleep = { ...account, quietHours: "us-tcpa" } as const
  const morning = Date.UTC(2030, 0, 15, 13)

  it.each(orders)("cancel a message and hold it again, and nothing is left of it: %s [STM-009]", async (order) => {
    const { balance, ends: [cancelled, released], message, waiting } = await race(
      storage,
      order,
      held,
      (leases) => [cancel, dispatch(leases[0]!)],
      asleep
    )
    expect(cancelled).toBe("CANCELLED")
    expect(["done", "LeaseLost"]).toContain(released)
    const [before, after] = [["CANCELLED"], ["QUEUED", "PROCESSED", "SCHEDULED", "CANCELLED"]]
    if (order === "together") expect([before, after]).toContainEqual(told(message))
    else expect(told(message)).toEqual(order === "the first one late" ? after : before)
    expect([message.attempts, balance, waiting]).toEqual([[], 1000, []])
  })

  it.each(orders)("hold a message for the night and take in a late success, which counts: %s", async (order) => {
    const { balance, ends: [dispatched, reported], message } = await race(
      storage,
      order,
      rerouted,
      (leases) => [dispatch(leases[0]!), report({ _tag: "Delivered" })],
      asleep
    )
    expect([dispatched, reported]).toEqual(["done", "applied"])
    const [before, after] = [["DELIVERED"], ["QUEUED", "SCHEDULED", "DELIVERED"]]
    if (order === "together") expect([before, after]).toContainEqual(told(message))
    else expect(told(message)).toEqual(order === "the first one late" ? before : after)
    expect([message.attempts.length, balance]).toEqual([1, 1000])
  })

  it.each(orders)("hold a message until the morning once, whoever of two does: %s [SCH-001]", async (order) => {
    const { ends, message } = await race(
      storage,
      order,
      Given.message({ requested: "sms", channel: "sms" }),
      (leases) => [dispatch(leases[0]!), dispatch(leases[0]!)],
      asleep
    )
    expect(ends.toSorted()).toEqual(["LeaseLost", "done"])
    expect([told(message), message.scheduledAt]).toEqual([["PROCESSED", "SCHEDULED"], morning])
  })

  it.each(orders)("take in one receipt once: %s", async (order) => {
    const delivered = report({ _tag: "Delivered" })
    const { ends, message } = await race(storage, order, sent, () => [delivered, delivered])
    expect(ends.toSorted()).toEqual(["applied", "repeated"])
    expect([message.status, told(message)]).toEqual(["DELIVERED", ["DELIVERED"]])
  })

  it.each(orders.flatMap((order) => (["invalid_number", "provider_unavailable"] as const).map((why) => [why, order])))(
    "take in two receipts, of which the better one counts: %s, %s",
    async (why, order) => {
      const failure = why as "invalid_number" | "provider_unavailable"
      const { ends, message } = await race(
        storage,
        order as Order,
        sent,
        () => [report({ _tag: "Delivered" }), report({ _tag: "Failed", failure })]
      )
      expect(ends[0]).toBe("applied")
      expect([message.status, message.attempts[0]!.report]).toEqual(["DELIVERED", "DELIVERED"])
      expect(told(message).filter((line) => line === "DELIVERED")).toHaveLength(1)
    }
  )

  it.each(orders)("route a message on and take in a late success, which counts: %s", async (order) => {
    const { balance, ends, message } = await race(
      storage,
      order,
      rerouted,
      (leases) => [dispatch(leases[0]!), report({ _tag: "Delivered" })]
    )
    expect(ends).toEqual(["done", "applied"])
    expect([message.status, message.attempts[0]!.report]).toEqual(["DELIVERED", "DELIVERED"])
    // Only a route that was chosen before is there, with the money that it may come to cost.
    const routed = told(message).includes("ROUTED")
    if (order !== "together") expect(routed).toBe(order === "the second one late")
    expect([message.attempts.length, balance]).toEqual(routed ? [2, 1000 - price] : [1, 1000])
  })

  it("take one message up once: only one of them gets it", () =>
    run(storage, (one, two) =>
      Effect.gen(function*() {
        yield* given(one.store, 1000, [Given.message({ requested: "sms" })], [account])
        const leases = yield* Effect.all([claim(one.store, first), claim(two.store, second)], { concurrency: 2 })
        expect(leases.map(({ length }) => length).toSorted()).toEqual([0, 1])
      })))

  it("take one message up once, when one of them is taken for dead and is not", () =>
    run(storage, (one, two) =>
      Effect.gen(function*() {
        const message = Given.message({ requested: "sms" })
        yield* given(one.store, 1000, [message], [account])
        const [lost] = yield* claim(one.store, first)
        const takeOver: Run = (executor) =>
          Effect.gen(function*() {
            yield* one.killNode(first)
            const [lease] = yield* claim(two.store, second)
            return yield* dispatch(lease!)(executor)
          }).pipe(Effect.orDie)
        const ends = yield* inOrder("the first one late", [one.store, two.store], [dispatch(lost!), takeOver])
        expect(ends).toEqual(["LeaseLost", "done"])
        const after = yield* read(one.store, message)
        expect([told(after), after.attempts.length]).toEqual([["PROCESSED", "ROUTED"], 1])
        expect(yield* balanceOf(one.store)).toBe(1000 - price)
      })))

  it("send a hundred messages on money for ten: ten go, and nothing is owed [STM-022]", () =>
    run(storage, (one, two) =>
      Effect.gen(function*() {
        // Each profile has a lane of its own, so that all hundred are dispatched at the same time; one organization pays.
        const profile = { ...blank("approved"), billingModel: "organization" } as const
        const profiles = Array.from({ length: 100 }, (_, index) => {
          const { id } = Given.account({ id: Given.accountId(index + 2) })
          // The number that they send from is their organization's.
          const numbers = account.numbers.map((own) => ({ ...own, isShared: true }))
          return Given.account({ ...account, id, type: "profile", organization: account.id, profile, numbers })
        })
        const messages = profiles.map(({ id }, index) =>
          Given.message({ id: Given.messageId(index + 1), account: id, phone: Given.phone(index), requested: "sms" })
        )
        yield* given(one.store, price * 10 + price - 1, messages, [account, ...profiles])
        const leases = [
          ...(yield* claim(one.store, first, 50)).map((lease) => [one.store, lease] as const),
          ...(yield* claim(two.store, second, 50)).map((lease) => [two.store, lease] as const)
        ]
        expect(leases).toHaveLength(100)
        const lowest = { balance: Infinity }
        const watched = (store: AStore): AStore => ({
          ...store,
          commit: (batch) =>
            Effect.tap(store.commit(batch), () =>
              Effect.map(balanceOf(store), (balance) => {
                lowest.balance = Math.min(lowest.balance, balance)
              }))
        })
        const through = gate(100)
        const ends = yield* Effect.forEach(
          leases,
          ([store, lease], index) => Effect.flatMap(executor(through(watched(store)), index + 10), dispatch(lease)),
          { concurrency: "unbounded" }
        )
        expect(new Set(ends)).toEqual(new Set(["done"]))
        const after = yield* Effect.forEach(messages, (message) => read(one.store, message))
        const gone = after.filter(({ status }) => status === "ROUTED")
        const stopped = after.filter(({ status }) => status === "BLOCKED")
        expect([gone.length, stopped.length]).toEqual([10, 90])
        expect(new Set(stopped.map(({ attempts, code }) => `${code} ${attempts.length}`))).toEqual(
          new Set(["BUSINESS_003 0"])
        )
        expect([yield* balanceOf(one.store), lowest.balance]).toEqual([price - 1, price - 1])
      })))
})
