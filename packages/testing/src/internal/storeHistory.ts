/**
 * The contract of the store as a whole: after any history it returns what the model returns.
 */
import type { Commit, ExpectedRow, Fence } from "@signalbox/core/Commit"
import { make } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import type { Facts } from "@signalbox/core/Facts"
import { deliveryId } from "@signalbox/core/Fanout"
import { DispatchWork, ReviewWork } from "@signalbox/core/Jobs"
import type { ListName, Ref } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import { make as money } from "@signalbox/core/Money"
import { none } from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import { leasesOf } from "@signalbox/core/Outcome"
import type { ClaimToken, Reply } from "@signalbox/core/Reply"
import { listings } from "@signalbox/core/Row"
import type { Due, Lease } from "@signalbox/core/Work"
import { laneKind } from "@signalbox/core/Work"
import { describe, expect } from "vitest"
import { propWith } from "../Prop.ts"
import type { Harness } from "../StoreHarness.ts"
import type { Given } from "./given.ts"
import { run } from "./given.ts"
import * as Sample from "./samples.ts"
import type { Model } from "./storeModel.ts"
import * as Model_ from "./storeModel.ts"
import type { Plan, Step } from "./storePlans.ts"
import { steps, unit } from "./storePlans.ts"

const accounts = [Sample.alice, Sample.bob]
const counters = ["counter/0", "counter/1"]
const numbers = [0, 1, 2]
const owner = (number: number) => accounts[number === 2 ? 1 : 0]!

const subjects: ReadonlyArray<Ref> = [
  ...numbers.map((number) => Sample.contactRef(number)),
  ...numbers.map((number) => Sample.webhookRef(number))
]
const contactNumbers = accounts.flatMap((account) => numbers.map((number) => Sample.contactNumber(number, account)))
const lanes = [
  DispatchWork.lane.of(Sample.alice),
  DispatchWork.lane.of(Sample.bob),
  ReviewWork.lane.of(Sample.alice),
  "submission:sms-a/shared"
] as const
const shared = 3

/** A test knows this of a store that it watches. */
interface Watch {
  readonly model: Model
  /** The stamp of the model for each version that was ever loaded. */
  readonly seen: Map<string, Map<number, number>>
  facts: Facts
  readonly leases: Array<Lease>
  readonly claims: Array<{ readonly key: Reply["claim"]; readonly token: ClaimToken }>
  readonly events: Array<Event>
  clock: number
}

const text = (outcome: Outcome): string =>
  outcome._tag === "Stale"
    ? `Stale ${outcome.because}`
    : outcome._tag === "Taken"
    ? `Taken ${uniqueText(outcome.key)}`
    : outcome._tag === "Insufficient"
    ? `Insufficient ${outcome.of}`
    : "Done"

/** The one before so many later ones; round again when there are not so many. */
const latest = <A>(items: ReadonlyArray<A>, number: number): ReadonlyArray<A> =>
  items.toReversed().slice(number % items.length).slice(0, 1)

const expectedFree = (watch: Watch, { how, subject }: Plan["expects"][number]): ReadonlyArray<ExpectedRow> => {
  const ref = subjects[subject]!
  const version = watch.facts.rows.get(ref)?.version ?? 0
  if (how === "now") return [{ ref, version }]
  if (how === "absent") return [{ ref, version: 0 }]
  const before = [...watch.seen.get(refText(ref))?.keys() ?? []].filter((each) => each !== version)
  return before.slice(-1).map((version) => ({ ref, version }))
}

const eventOf = (watch: Watch, { account, late, name }: Plan["events"][number]): Event => {
  const event = Sample.event(watch.events.length, {
    account: accounts[account]!,
    name,
    at: Sample.after(watch.clock + late * unit)
  })
  watch.events.push(event)
  return event
}

const dueOf = (
  watch: Watch,
  offset: number,
  { failures, holder, lane, late, work }: Plan["due"][number]
): Due => ({
  ...Sample.due(work, {
    lane: lanes[lane]!,
    at: Sample.after(watch.clock + late * unit),
    ...(failures === 0 ? {} : { failures })
  }),
  ...(holder === null
    ? {}
    : { holder: { node: Sample.node(holder), offset, ...(lane === shared ? {} : { isAlone: true }) } })
})

const fences = (watch: Watch, numbers: ReadonlyArray<number>): ReadonlyArray<Fence> =>
  numbers.flatMap((number) => latest(watch.leases, number)).map(({ token, work }) => ({ token, work }))

const commitOf = (watch: Watch, offset: number, plan: Plan): Commit =>
  make({
    expects: [
      ...plan.expects.flatMap((each) => expectedFree(watch, each)),
      ...plan.free.map(({ account, phone }) => ({ free: Sample.contactNumber(phone, accounts[account]!) }))
    ],
    puts: plan.puts.map(({ late, phone, subject, subscribes }) => {
      const number = subject % 3
      return subject < 3
        ? Sample.contact(number, {
          account: owner(number),
          createdAt: Sample.after(late),
          phone: phone ?? number
        })
        : Sample.webhook(number, { account: owner(number), subscribes })
    }),
    deletes: plan.deletes.map((subject) => subjects[subject]!),
    debits: plan.debits.map(({ account, amount, floor, once }) =>
      Sample.spend(amount, once === null ? null : `${once}`, { account: accounts[account]!, floor: money(floor) })
    ),
    counts: plan.counts.map(({ by, ceiling, counter, once }) =>
      Sample.count(by, once === null ? null : `${once}`, { counter: counters[counter]!, ceiling })
    ),
    events: plan.events.map((each) => eventOf(watch, each)),
    due: plan.due.map((each) => dueOf(watch, offset, each)),
    completes: fences(watch, plan.completes),
    holds: fences(watch, plan.holds),
    releases: fences(watch, plan.releases),
    pauses: plan.pauses.map(({ lane, late }) => ({
      lane: lanes[lane]!,
      until: late === null ? null : Sample.after(watch.clock + late * unit)
    })),
    cancels: plan.cancels.map((work) => Sample.due(work).work),
    reply: plan.reply === null
      ? null
      : latest(watch.claims, plan.reply).map(({ key, token }) =>
        Sample.reply(key, token, Sample.after(watch.clock))
      )[0] ?? null
  })

/**
 * Expects that a commit gave what a claim could have brought, but for what the same commit does to its lane afterwards.
 */
const give = (watch: Watch, { due, pauses }: Commit, leases: ReadonlyArray<Lease>) => {
  const now = Sample.after(watch.clock)
  const scheduled = new Set(due.map(({ work }) => work.key))
  for (const lease of leases) {
    const { holder } = due.findLast(({ work }) => work.key === lease.work.key)!
    expect(watch.model.living.has(holder!.node)).toBe(true)
    const terms = { width: Infinity, shared: lease.lane === lanes[shared] }
    const request = { node: holder!.node, lanes: { [laneKind(lease.lane)]: terms } }
    if (!pauses.some(({ lane }) => lane === lease.lane)) {
      const line = Model_.claimable(watch.model, request, now).get(lease.lane) ?? []
      const place = line.findIndex(({ work }) => work.key === lease.work.key)
      expect(line.slice(0, place).filter(({ work }) => !scheduled.has(work.key))).toEqual([])
      expect(line[place]).toMatchObject({ at: lease.at })
    }
    for (const { token } of watch.leases) expect(lease.token).toBeGreaterThan(token)
    Model_.lease(watch.model, lease, holder!.node, lease.token)
    watch.leases.push(lease)
  }
}

const batch = function*(given: Given, watch: Watch, { plans }: Extract<Step, { _tag: "Batch" }>) {
  const offset = yield* given.offset(Sample.after(watch.clock))
  const commits = plans.map((plan) => commitOf(watch, offset, plan))
  const outcomes = yield* given.store.commit(commits)
  expect(outcomes).toHaveLength(commits.length)
  const isFresh = ({ ref, version }: ExpectedRow): boolean =>
    (version === 0 ? 0 : watch.seen.get(refText(ref))?.get(version)) === Model_.stamp(watch.model, ref)
  for (const [index, commit] of commits.entries()) {
    expect(Model_.commit(watch.model, commit, isFresh), `commit ${index}`).toContain(text(outcomes[index]!))
    give(watch, commit, leasesOf(outcomes[index]!))
  }
}

const claim = function*(given: Given, watch: Watch, { limit, node, width }: Extract<Step, { _tag: "Claim" }>) {
  const now = Sample.after(watch.clock)
  const request = {
    node: Sample.node(node),
    offset: yield* given.offset(now),
    limit,
    lanes: {
      send: { width, shared: false },
      review: { width, shared: false },
      delivery: { width, shared: false },
      submission: { width, shared: true }
    }
  }
  const claimable = Model_.claimable(watch.model, request, now)
  watch.model.living.add(request.node)
  const { leases } = yield* given.store.claim(request)
  const available = [...claimable.values()].flat().length
  expect(leases).toHaveLength(Math.min(limit, available))
  const shares: Array<number> = []
  const rests: Array<number> = []
  for (const [lane, due] of claimable) {
    const mine = leases.filter((lease) => lease.lane === lane)
    expect(mine.map(({ at, failures, work }) => ({ at, failures, work })), lane)
      .toEqual(due.slice(0, mine.length).map(({ at, failures = 0, work }) => ({ at, failures, work })))
    shares.push(mine.length)
    if (due.length > mine.length) rests.push(mine.length)
  }
  // Nobody gets an item more while somebody who has work waits for it.
  for (const rest of rests) expect(Math.max(...shares)).toBeLessThanOrEqual(rest + 1)
  const highest = Math.max(0, ...watch.leases.map(({ token }) => token))
  for (const lease of leases) {
    expect(lease.token).toBeGreaterThan(highest)
    Model_.lease(watch.model, lease, request.node, lease.token)
    watch.leases.push(lease)
  }
  expect(new Set(watch.leases.map(({ token }) => token)).size).toBe(watch.leases.length)
}

const begin = function*(given: Given, watch: Watch, { fingerprint, key: number }: Extract<Step, { _tag: "Begin" }>) {
  const key = Sample.claimKey(`key-${number}`)
  const at = Sample.after(watch.clock)
  const expected = Model_.begin(watch.model, key, fingerprint, at)
  const begun = yield* given.idempotency.begin(key, fingerprint, at)
  if (expected !== null || begun._tag !== "Started") {
    expect(begun).toEqual(expected ?? { _tag: "Started" })
    return
  }
  expect(watch.claims.filter((each) => each.key.key === key.key && each.token === begun.token)).toEqual([])
  watch.claims.push({ key, token: begun.token })
  Model_.began(watch.model, key, { token: begun.token, fingerprint, at })
}

const take = function*(given: Given, watch: Watch, step: Step) {
  switch (step._tag) {
    case "Batch":
      return yield* batch(given, watch, step)
    case "Claim":
      return yield* claim(given, watch, step)
    case "Begin":
      return yield* begin(given, watch, step)
    case "Kill":
      Model_.kill(watch.model, Sample.node(step.node))
      return yield* given.killNode(Sample.node(step.node))
    case "Abandon":
      for (const { key, token } of latest(watch.claims, step.claim)) {
        Model_.abandon(watch.model, key, token)
        yield* given.idempotency.abandon(key, token)
      }
      return
    case "Wait":
      watch.clock += step.millis
  }
}

/** The rows that could be there. */
const refs = (watch: Watch): ReadonlyArray<Ref> => [
  ...subjects,
  ...watch.events.map(({ id }): Ref => ({ kind: "event", key: id })),
  ...watch.events.flatMap(({ id }) =>
    numbers.map((number): Ref => ({ kind: "delivery", key: deliveryId(id, Sample.webhookId(number)) }))
  )
]

const compareRows = (watch: Watch): void => {
  for (const ref of refs(watch)) {
    const { row, version } = watch.facts.rows.get(ref)!
    const stamp = Model_.stamp(watch.model, ref)
    expect(row, refText(ref)).toEqual(watch.model.rows.get(refText(ref))?.row ?? null)
    expect(version === 0, refText(ref)).toBe(row === null)
    if (row === null) continue
    const seen = watch.seen.get(refText(ref)) ?? new Map<number, number>()
    watch.seen.set(refText(ref), seen)
    // A version stands for one state of the row for ever, and a later state has a higher one.
    for (const [otherVersion, otherStamp] of seen) {
      expect(Math.sign(version - otherVersion), refText(ref)).toBe(Math.sign(stamp - otherStamp))
    }
    seen.set(version, stamp)
  }
}

const compareList = function*({ store }: Given, { model }: Watch, list: ListName, scope: string) {
  const places = [...model.rows.values()].flatMap(({ row }) =>
    listings(row).filter((place) => place.list === list && place.scope === scope).map(({ at }) => ({ at, row }))
  ).toSorted((a, b) => b.at - a.at || (a.row.key < b.row.key ? 1 : -1))
  const page = yield* store.list({ list, scope, offset: 1, limit: 2 })
  expect(page).toEqual({ rows: places.slice(1, 3).map(({ row }) => row), total: places.length })
}

const compare = function*(given: Given, watch: Watch) {
  const { model } = watch
  watch.facts = yield* given.store.load({
    ...none,
    rows: refs(watch),
    uniques: contactNumbers,
    balances: accounts,
    counters
  })
  compareRows(watch)
  for (const key of contactNumbers) {
    const owner = Model_.owner(model, key)
    expect(watch.facts.owners.get(uniqueText(key)), uniqueText(key))
      .toEqual(owner === null ? null : { kind: owner.kind, key: owner.key })
  }
  expect([...watch.facts.balances]).toEqual(accounts.map((each) => [each, model.balances.get(each) ?? 0]))
  expect([...watch.facts.counters]).toEqual(counters.map((each) => [each, model.counters.get(each) ?? 0]))
  const now = Sample.after(watch.clock)
  expect(yield* given.nextDueAt(now)).toBe(Model_.nextDue(model, now))
  for (const account of accounts) {
    yield* compareList(given, watch, "contacts", account)
    yield* compareList(given, watch, "webhooks", account)
  }
  for (const number of numbers) yield* compareList(given, watch, "deliveries", Sample.webhookId(number))
}

export const storeHistory = (harness: Harness): void => {
  describe("a history", () => {
    propWith({ runs: 150, timeout: 120_000 })(
      "of any steps leaves what the model leaves",
      steps,
      (history) =>
        run(harness, function*(given) {
          const watch: Watch = {
            model: Model_.make(),
            seen: new Map(),
            facts: yield* given.store.load(none),
            leases: [],
            claims: [],
            events: [],
            clock: 0
          }
          for (const step of history) {
            yield* take(given, watch, step)
            yield* compare(given, watch)
          }
        })
    )
  })
}
