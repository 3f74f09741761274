/**
 * The statements beside the calls of the store, word by word: rate windows and paces, what clears up, steps of the schema, and
 * what stands in a transaction of a host. A clause that changes no answer stands here (`Recorded.ts`).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { make, put } from "@signalbox/core/Commit"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import { plus } from "@signalbox/core/Instant"
import { Lockout } from "@signalbox/core/Lockout"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { Pace } from "@signalbox/core/Pace"
import type { Take } from "@signalbox/core/RateWindow"
import { RateWindow } from "@signalbox/core/RateWindow"
import { encode, kinds } from "@signalbox/core/Row"
import type { KeyHash } from "@signalbox/core/Secret"
import { Patience, Store } from "@signalbox/core/Store"
import { HostTransaction } from "@signalbox/postgres/HostTransaction"
import * as SumRetention from "@signalbox/postgres/internal/commit/sumRetention"
import * as Database from "@signalbox/postgres/internal/connection/database"
import * as Claiming from "@signalbox/postgres/internal/queue/claiming"
import * as Nodes from "@signalbox/postgres/internal/queue/nodes"
import * as Shares from "@signalbox/postgres/internal/rateLimits/shares"
import * as Claims from "@signalbox/postgres/internal/requests/claims"
import * as Migrate from "@signalbox/postgres/internal/schema/migrate"
import type { Migration } from "@signalbox/postgres/internal/schema/migrations"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import { ManualClock } from "../ManualClock.ts"
import { recorded, recordedWithin } from "../Recorded.ts"

const { now } = Given

const database = Effect.map(PgClient, (client) => Database.make(client, "s"))

it("rate windows and paces", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const clock = yield* ManualClock.make
    const still = Effect.provideService(Clock.Clock, clock)
    const windows = yield* RateWindow
    const take = (asked: Take) => still(windows.take(asked))
    const asked = { pool: "p", limit: 100, millis: 60_000, shape: "fixed", now } as const
    yield* run("a fixed window", take(asked), [{ admitted: true, until: now }])
    yield* run("a fixed window that is used up", take(asked), [{ admitted: false, until: plus(now, 5) }])
    const sliding = { ...asked, shape: "sliding", pool: "q" } as const
    yield* run("a sliding window", take(sliding), [], [{ held: 3, wait: null }])
    yield* run("a sliding window that others have used up", take({ ...sliding, pool: "r" }), [], [{
      held: 100,
      wait: 7
    }])
    const shares = Shares.make(yield* database, "o")
    yield* run("what is confirmed", shares.keep(["p"], ["q"]), [{ pool: "p" }])
    yield* run("what is given up", shares.leave([{ pool: "p", number: 1, waits: [2], counts: [3] }]))
    yield* run("what is over", shares.sweep)
    const pace = yield* Pace
    const paced = { pool: "p", perSecond: 3, inFlight: 5, parts: [1, 2, 3] }
    yield* run("a pace", still(pace.take(paced)), [], [{ recent: 0, underWay: 0, ahead: false }])
    yield* run("a pace that others have used up", still(pace.take({ ...paced, pool: "q" })), [], [{
      recent: 3,
      underWay: 0,
      ahead: false
    }])
  }))
  await expect(told).toMatchFileSnapshot("rates.txt")
})

it("what clears up, and nodes that live", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const db = yield* database
    const gone = (count: number) => [{ gone: count }]
    yield* run(
      "keys of sums",
      SumRetention.forget(db),
      gone(2000),
      gone(1999),
      ...Array.from({ length: 11 }, () => gone(2000))
    )
    const nodes = yield* Nodes.make(db, 5000)
    const node = "one" as NodeId
    yield* run("a beat of no node", nodes.beat)
    yield* run("a node that comes", nodes.epoch(node), [{ epoch: "10" }], [], [{ epoch: "11", watchful: false }])
    yield* run("a node that is known", nodes.epoch(node))
    yield* run("a second beat", nodes.beat, [{ watchful: false }])
    yield* run("a third beat", nodes.beat, [{ watchful: false }])
    yield* run("a fourth beat, which judges", nodes.beat, [{ watchful: false }], [{ epoch: "7" }])
    yield* run("a beat that fails", nodes.beat, new Error("no"))
    yield* run("a beat after that", nodes.beat, [{ watchful: false }])
    yield* run("a beat of one who has watched", nodes.beat, [{ watchful: true }])
    yield* run("another epoch is over", nodes.isOver(node, "12"))
    yield* run("it is known still", Effect.sync(() => nodes.known(node)))
    yield* run("its epoch is over", nodes.isOver(node, "11"))
    yield* run("it is not known", Effect.sync(() => nodes.known(node)))
    yield* run("it comes back", nodes.epoch(node), [], [{ epoch: "13", watchful: true }], [{ epoch: "8" }])
    const { claim, tidy } = yield* Claiming.make(db, "s", nodes)
    yield* run("tidying up before a claim", tidy)
    yield* run("a claim", claim({ node, offset: 9, limit: 1, lanes: {} }), [
      { alive: 1, blocked: null, more: false, hasOpen: false, next: null, now: "17", picked: null }
    ])
    yield* run("tidying up after it", tidy)
    yield* run("a node that leaves", nodes.leave, [{ epoch: "13" }])
    yield* run("whether it can be written", Database.refusal(db), [{ is: "off" }])
    yield* run("whether a standby can", Database.refusal(db), [{ is: "on" }])
    yield* run("all data goes", PostgresStore.wipe({ schema: "s" }))
  }))
  await expect(told).toMatchFileSnapshot("upkeep.txt")
})

const second: Migration = {
  id: 2,
  name: "second",
  statements: (t) => [`analyze ${t.rows}`],
  derives: ["message", "delivery", "template", "contact"]
}

/** Statements without their parameters, each with how often it follows itself. */
const counted = (told: string): string => {
  const found: Array<{ readonly line: string; times: number }> = []
  for (const line of told.split("\n").filter((each) => !each.startsWith("  "))) {
    const last = found.at(-1)
    if (last?.line === line) last.times++
    else found.push({ line, times: 1 })
  }
  return found.map(({ line, times }) => times === 1 ? line : `${times} times ${line}`).join("\n")
}

it("what is over goes with one call in so many", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const { begin } = yield* Idempotency
    const { fail } = yield* Lockout
    const { take } = yield* RateWindow
    const mine = [{ mine: true, token: 5, fingerprint: "", reply: null }]
    const often = <A, E>(times: number, call: () => Effect.Effect<A, E>) =>
      Effect.asVoid(Effect.forEach(Array.from({ length: times }), call))
    const answers = <A>(times: number, answer: A) => Array.from({ length: times }, () => answer)
    const key = { account: Given.accountId(1), key: "k" }
    yield* run("claims", often(65, () => begin(key, "f", now)), ...answers(64, mine), [], mine)
    yield* run("failures", often(257, () => fail("hash" as KeyHash, now)), ...answers(256, [{ until: null }]), [], [], [
      { until: null }
    ])
    const taken = () => take({ pool: "p", limit: 1, millis: 9, shape: "fixed", now })
    const admitted = [{ admitted: true, until: now }]
    yield* run("fixed windows", often(257, taken), ...answers(256, admitted), [], admitted)
  }))
  await expect(counted(told)).toMatchFileSnapshot("sweeps.txt")
})

const coded = (code: string): Error => Object.assign(new Error("it failed"), { code })

it("calls that fail are asked again, given up or doubted", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const store = yield* Store
    const usage = store.usage({ account: Given.accountId(1), first: "2030-01-15", last: "2030-01-16" })
    for (const code of ["40001", "40P01", "55P03", "23505", "22012"]) yield* run(`${code} once`, usage, coded(code), [])
    yield* run("40001 each time", usage, ...Array.from({ length: 21 }, () => coded("40001")))
    yield* run("57014", usage, coded("57014"))
    const commit = store.commit([
      make({ debits: [{ account: Given.accountId(1), amount: money(-1), floor: money(0), once: null }] })
    ])
    const lost = coded("22012")
    yield* run("a commit that lost, and the long way", commit, lost, [{ sums: null }], [{ whole: true, version: null }])
    yield* run("a commit that is blocked", commit, coded("55P03"), [{ sums: null }], [{ whole: true, version: null }])
    yield* run("one that may not wait", Effect.provideService(commit, Patience, 7), coded("55P03"))
    yield* run(
      "one that may not wait on the long way",
      Effect.provideService(commit, Patience, 7),
      [{ holds: false }],
      coded("55P03")
    )
    yield* run("one that cannot be stored", store.commit([make({ cancels: [{ kind: "dispatch", key: "\0" }] })]))
    const clock = yield* ManualClock.make
    const { begin, settle } = Claims.make(yield* database)
    const claim = Effect.provideService(begin({ account: Given.accountId(1), key: "k" }, "f", now), Clock.Clock, clock)
    const settled = Effect.provideService(settle, Clock.Clock, clock)
    yield* run("a claim of a key that another transaction holds", claim, coded("55P03"))
    yield* run("a claim that is refused", claim, coded("42P01"))
    yield* run("nothing to settle", settled)
    yield* run("a claim whose answer is lost", claim, coded("08006"))
    clock.pass(14_999)
    yield* run("it is settled", settled)
    clock.pass(1)
    yield* run("it is settled for the last time", settled)
    yield* run("nothing is left to settle", settled)
  }))
  await expect(counted(told)).toMatchFileSnapshot("failures.txt")
})

it("what is over may stay where it cannot be cleared away, and nobody's call fails for that", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const { begin } = yield* Idempotency
    const { fail } = yield* Lockout
    const { take } = yield* RateWindow
    /** Makes so many calls, of which the last one clears away in vain. */
    const last = <A, E>(times: number, call: () => Effect.Effect<A, E>, answer: object) => {
      const answers = Array.from({ length: times }, () => [answer])
      const calls = Effect.forEach(answers, call)
      return run("the last one", Effect.map(calls, (all) => all.at(-1)), ...answers, coded("22012"))
    }
    const key = { account: Given.accountId(1), key: "k" }
    yield* last(64, () => begin(key, "f", now), { mine: true, token: 5, fingerprint: "", reply: null })
    yield* last(256, () => fail("hash" as KeyHash, now), { until: null })
    yield* last(256, () => take({ pool: "p", limit: 1, millis: 9, shape: "fixed", now }), {
      admitted: true,
      until: now
    })
  }))
  expect(told.split("\n").filter((line) => line.startsWith("=>") || line.startsWith("delete"))).toStrictEqual([
    expect.stringMatching(/^delete from "s"."claim" /),
    "=> {\"_tag\":\"Started\",\"token\":5}",
    expect.stringMatching(/^delete from "s"."lockout" where failed_at/),
    "=> {\"isCounted\":true,\"lockedUntil\":null}",
    expect.stringMatching(/^delete from "s"."rate_fixed" /),
    "=> {\"_tag\":\"Admitted\"}"
  ])
})

/** So many statements without an answer. */
const none = (count: number): ReadonlyArray<[]> => Array.from({ length: count }, () => [])

it("a step of the schema that derives anew", async () => {
  const message = Given.message()
  const stored = (key: string, value: unknown) => ({ key, value: JSON.stringify(value), state: null })
  const event = { s: "FAILED", n: "message.sent", e: message.id, w: Given.webhookId(1), p: null, i: null, t: now }
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const db = yield* database
    yield* run(
      "messages, deliveries and other rows",
      Migrate.migrate(db, "s", [{ ...second, id: 0 }, second]),
      ...none(2),
      [{ found: 1 }],
      ...none(4),
      [{ ...stored(message.id, { u: message.account, w: now, ...encode(put(kinds.message, message)) as object }) }],
      ...none(4),
      [{ ...stored(Given.messageId(7), event), state: "{}" }],
      ...none(3),
      [stored(Given.templateId(1), encode(put(kinds.template, Given.template())))],
      ...none(3),
      [stored(Given.contact().id, encode(put(kinds.contact, Given.contact())))]
    )
    yield* run("its standing where there is nothing", Migrate.standing(db, [second]))
    yield* run("what is pending", Migrate.pending(db, [second]))
  }))
  await expect(told).toMatchFileSnapshot("steps.txt")
})

it("a transaction of a host", async () => {
  const told = await recordedWithin(Effect.fnUntraced(function*(run) {
    const store = yield* Store
    const { isMissing, isOver } = yield* HostTransaction
    const standing = Effect.sync(() => [isOver(), isMissing()])
    const waits = [{ locks: "0", statements: "7s" }]
    const contact = put(kinds.contact, Given.contact())
    yield* run("a commit", store.commit([make({ puts: [contact], tallies: [] })]), waits, [{ locked: null }], [{
      whole: true,
      version: 3
    }])
    yield* run(
      "a commit with a bound of the service's, which is none of the host's",
      Effect.provideService(store.commit([make({ puts: [contact], tallies: [] })]), Patience, 70),
      waits,
      [{ locked: null }],
      [{ whole: true, version: 4 }]
    )
    yield* run("a load", store.load({ ...Needs.none, balances: [Given.accountId(1) as AccountId] }), waits)
    yield* run("its standing", standing)
    yield* run("a statement that is refused", store.load({ ...Needs.none, rows: [contact] }), waits, new Error("no"))
    yield* run("its standing after that", standing)
    yield* run("a view that is too old", store.now, waits, Object.assign(new Error("old"), { code: "40001" }))
    yield* run("its standing at the end", standing)
    yield* run("nothing more", store.now)
    yield* run("work", store.claim({ node: "one" as NodeId, offset: 0, limit: 1, lanes: {} }))
  }))
  await expect(told).toMatchFileSnapshot("within.txt")
})
