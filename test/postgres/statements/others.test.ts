/**
 * The other statements of the store, word by word, and what comes of their answers. A clause that changes no answer stands here
 * (`Recorded.ts`).
 */
import type { Document } from "@signalbox/core/Documents"
import { Documents } from "@signalbox/core/Documents"
import type { EventId, NodeId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import { plus } from "@signalbox/core/Instant"
import { Lockout } from "@signalbox/core/Lockout"
import type { KeyQuery, SumQuery } from "@signalbox/core/Relocation"
import { Relocation } from "@signalbox/core/Relocation"
import type { ClaimToken } from "@signalbox/core/Reply"
import type { KeyHash } from "@signalbox/core/Secret"
import { Store } from "@signalbox/core/Store"
import type { TraceQuery } from "@signalbox/core/Traces"
import { Traces } from "@signalbox/core/Traces"
import type { Lane } from "@signalbox/core/Work"
import { PostgresNodes } from "@signalbox/postgres/PostgresNodes"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import { recorded } from "../Recorded.ts"

const account = Given.accountId(1)
const { now } = Given

it("the schema, and what a node says when it comes and goes", async () => {
  const told = await recorded((run) => run("that is all", Effect.void), true)
  await expect(told).toMatchFileSnapshot("schema.txt")
})

const lane: Lane = `dispatch:${account}`

const reply = {
  claim: { account, key: "k" },
  token: 5 as ClaimToken,
  status: 202,
  outcome: { part: "data" as const, json: "{}" },
  requestId: "q",
  at: now,
  sandbox: false,
  profile: null
}

const by = (more: Partial<KeyQuery>): KeyQuery => ({
  kind: "contact",
  by: { prefix: "a/" },
  after: "",
  looked: 3,
  found: 2,
  ...more
})

const hit = (key: string | null, hit: boolean, looked: number) => ({ key, hit, looked })

it("giving an account away", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const relocation = yield* Relocation
    const { keys } = relocation
    yield* run("keys by their beginning, more", keys(by({})), [{ key: "a/1" }, { key: "a/2" }])
    yield* run("keys by their beginning, no more", keys(by({ looked: 1, after: "a/2" })), [])
    const field = { by: { field: "u", values: ["1", "2"] } } as const
    yield* run("keys by a field, as many as asked for", keys(by(field)), [
      hit("1", true, 3),
      hit("2", true, 3),
      hit("3", false, 3)
    ])
    yield* run("keys by a field, more to look at", keys(by(field)), [hit("1", true, 3), hit("3", false, 3)])
    yield* run("keys by a field, no more", keys(by(field)), [hit("1", true, 2), hit("2", false, 2)])
    yield* run("keys by a field, none", keys(by(field)), [])
    yield* run("keys of messages", keys(by({ kind: "message" })))
    const waiting = { kind: "dispatch", key: "w", lane, at: now, failures: 0, due: "17", seq: "4" }
    yield* run("work, more", relocation.waiting({ lanes: [lane], after: null, limit: 2 }), [waiting, {
      ...waiting,
      failures: 3,
      seq: "5"
    }])
    yield* run(
      "work, no more",
      relocation.waiting({ lanes: [lane], after: JSON.stringify([lane, "17", "5"]), limit: 2 }),
      [waiting]
    )
    yield* run("work that lapses, more", relocation.settle({ owners: ["a"], after: null, looked: 2 }), [{
      due: "17",
      seq: "4",
      looked: 2
    }])
    yield* run("work that lapses, no more", relocation.settle({ owners: ["a"], after: "[\"17\",\"4\"]", looked: 2 }), [{
      due: "18",
      seq: "5",
      looked: 1
    }])
    yield* run("no work that lapses", relocation.settle({ owners: [], after: null, looked: 2 }))
    yield* run("what is held", relocation.held([lane]), [{ held: 3 }])
    yield* run("lanes", relocation.lanes({ kind: "dispatch", after: null, limit: 2 }), [{ lane }])
    yield* run("lanes after one", relocation.lanes({ kind: "dispatch", after: lane, limit: 2 }))
    const query: SumQuery = { book: "counter", names: ["a/", "b"], after: null, limit: 2 }
    yield* run("counters, more", relocation.sums(query), [{ name: "a/1", amount: -3 }, { name: "b", amount: 0 }])
    yield* run("balances, no more", relocation.sums({ ...query, book: "balance", after: "a" }), [{
      name: "b",
      amount: 4
    }])
    const once = { name: "a/1", once: "o", at: now }
    yield* run("keys of counts, more", relocation.onces(query), [once, { ...once, once: "p" }])
    yield* run("keys of debits, no more", relocation.onces({ ...query, book: "balance", after: "[\"a/1\",\"p\"]" }), [
      once
    ])
    const answer = { key: "k", fingerprint: "f", reply: JSON.stringify(reply) }
    yield* run("answers, more", relocation.answered({ account, after: null, limit: 1 }), [answer])
    yield* run("answers, no more", relocation.answered({ account, after: "k", limit: 1 }))
    yield* run("days", relocation.days({ account, after: null, limit: 1 }), [{ day: "2030-01-15" }])
    yield* run(
      "keeping",
      relocation.keep([
        { _tag: "Once", book: "counter", name: "a/1", once: "o", at: now },
        { _tag: "Answered", fingerprint: "f", reply }
      ])
    )
    yield* run("keeping nothing", relocation.keep([]))
    const forgotten = { account, counters: ["c/"], most: 2 }
    const gone = (count: number) => [{ gone: count }]
    yield* run("forgetting, more", relocation.forget(forgotten), gone(1), gone(0), gone(2), gone(1))
    yield* run("forgetting, no more", relocation.forget(forgotten), gone(1), gone(1), gone(0), gone(1))
    const whileAt = { ref: { kind: "residence", key: account }, version: 4 }
    yield* run("forgetting while a row stands", relocation.forget({ ...forgotten, whileAt }), [{ version: 4 }])
    yield* run("forgetting when it does not", relocation.forget({ ...forgotten, whileAt }), [{ version: 5 }])
    yield* run(
      "forgetting where there is none",
      relocation.forget({ ...forgotten, whileAt: { ...whileAt, version: 0 } })
    )
  }))
  await expect(told).toMatchFileSnapshot("relocation.txt")
})

const trace = (more: Partial<TraceQuery>): TraceQuery => ({
  kind: "contact",
  text: "+1",
  after: "",
  looked: 3,
  found: 2,
  ...more
})

it("what names a person", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const traces = yield* Traces
    const looked = (...hits: ReadonlyArray<boolean>) => hits.map((hit, index) => ({ key: `k${index}`, hit }))
    yield* run("rows, as many as asked for", traces.find(trace({})), looked(true, true, true))
    yield* run("rows, more to look at", traces.find(trace({ after: "a" })), looked(true, false, false))
    yield* run("rows, no more", traces.find(trace({})), looked(false, true))
    yield* run("messages", traces.find(trace({ kind: "message", after: Given.messageId(1) })))
    yield* run("messages from the first on", traces.find(trace({ kind: "message" })))
    yield* run(
      "events",
      traces.find(trace({ kind: "event", after: "01900000-0000-7000-8000-000000000001" as EventId }))
    )
    yield* run("deliveries", traces.find(trace({ kind: "delivery" })))
    const clear = { account, texts: ["+12", "+13"], counters: ["c/", "d/"], after: "k", looked: 2 }
    yield* run("replies and counters, more", traces.clear(clear), [], [], [], [], [{ looked: 2, last: "k2" }])
    yield* run("replies, no more", traces.clear({ ...clear, counters: [] }), [{ looked: 1, last: "k2" }])
    yield* run("usage", traces.forgetUsage({ account, before: "2030-01-15", most: 2 }), [{ gone: 2 }])
  }))
  await expect(told).toMatchFileSnapshot("traces.txt")
})

const document = (number: number): Document => ({
  id: `d${number}`,
  account,
  key: "logo",
  fileName: "a.png",
  contentType: "image/png",
  bytes: new Uint8Array([number, 2, 3])
})

it("documents, usage and the clock", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const documents = yield* Documents
    const put = (all: ReadonlyArray<Document>, most: number) => documents.put(all, plus(now, 9), most, now)
    yield* run("none to put", put([], 0))
    yield* run("as many as there is room for", put([document(1), document(2)], 10), [], [], [{ bytes: 4 }])
    yield* run("one more", put([document(1)], 6), [], [], [{ bytes: 4 }])
    yield* run("kept", documents.keep("d1"))
    yield* run("removed", documents.remove(["d1", "d2"]))
    yield* run("found", documents.find("d1", now), [document(1)])
    yield* run("not found", documents.find("d1", now))
    yield* run("next, for a while", documents.next(account, "d0"), [{ ...document(1), until: now }])
    yield* run("next, for good", documents.next(account, "d0"), [{ ...document(1), until: null }])
    yield* run("no next", documents.next(account, "d9"))
    yield* run("restored", documents.restore({ document: document(1), until: now }))
    yield* run("restored for good", documents.restore({ document: document(1), until: null }))
    const store = yield* Store
    yield* run("usage", store.usage({ account, first: "2030-01-15", last: "2030-01-16" }), [
      { day: "2030-01-15", what: "sms/SENT/US", messages: 1, segments: 2, price: 3, more: 4 }
    ])
    yield* run("the clock", store.now, [{ now: 7 }])
  }))
  await expect(told).toMatchFileSnapshot("documents.txt")
})

it("requests", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const idempotency = yield* Idempotency
    const begin = idempotency.begin({ account, key: "k" }, "f", now)
    const found = { mine: false, token: 5, fingerprint: "f", reply: null }
    yield* run("a key that is free", begin, [{ ...found, mine: true, fingerprint: "" }])
    yield* run("a key that is asked for twice", begin, [], [found])
    yield* run("a key of another request", begin, [{ ...found, fingerprint: "g" }])
    yield* run("a key with an answer", begin, [{ ...found, reply: JSON.stringify(reply) }])
    yield* run("given up", idempotency.abandon({ account, key: "k" }, 5 as ClaimToken))
    const { clear, fail, standing } = yield* Lockout
    const credential = "hash" as KeyHash
    const counter = (until: number | null, failedAt: number) => [{ credential, failures: 3, until, failedAt }]
    yield* run("no failures", standing(credential, now))
    yield* run("failures", standing(credential, now), counter(null, now))
    yield* run("failures and a lock", standing(credential, now), counter(now + 1, now))
    yield* run("failures and a lock that is over", standing(credential, now), counter(now, now))
    yield* run("failures of yesterday", standing(credential, now), counter(null, now - 86_400_000))
    yield* run("failures of a day less a moment", standing(credential, now), counter(null, now - 86_399_999))
    yield* run("a failure", fail(credential, now), [{ until: null }])
    yield* run("a failure that locks", fail(credential, now), [{ until: now + 60_000 }])
    yield* run("a failure while it is locked", fail(credential, now), [], counter(now + 1, now))
    yield* run("success", clear(credential))
  }))
  await expect(told).toMatchFileSnapshot("requests.txt")
})

it("the queue", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run) {
    const store = yield* Store
    const node = "one" as NodeId
    const request = {
      node,
      offset: 3,
      limit: 4,
      lanes: { dispatch: { width: 5, shared: true }, send: { width: 6, shared: false } },
      leaves: ["send:acme/", "dispatch:b/"]
    }
    const picked = { alive: 1, blocked: null, more: false, hasOpen: false, next: null, now: "17", picked: null }
    const lease = { kind: "dispatch", key: "a", lane, at: now, token: 31, failures: 1 }
    const leases = [{ leases: JSON.stringify([lease]) }]
    yield* run("the first claim", store.claim(request), [], [{ epoch: "11", watchful: true }], [], [{
      ...picked,
      next: now
    }])
    yield* run("a claim that brings work", store.claim(request), [{ ...picked, picked: "[1]" }], leases)
    yield* run("a claim that brings none", store.claim(request), [{ ...picked, hasOpen: true }])
    yield* run("a claim that looks again", store.claim(request), [{ ...picked, more: true }], [{
      ...picked,
      next: now
    }])
    yield* run(
      "a claim that looks as often as it may",
      store.claim(request),
      ...Array.from({ length: 4 }, () => [{ ...picked, more: true, picked: "[1]" }])
        .flatMap((each) => [each, [{ leases: null }]])
    )
    yield* run("a claim that waits for another", store.claim(request), [{ ...picked, blocked: 7 }], [], [{
      ...picked,
      blocked: 7
    }])
    yield* run(
      "what it holds without knowing",
      store.claim({ ...request, leaves: [], doubts: [{ kind: "dispatch", key: "b" }] }),
      [
        { ...lease, key: "b", token: 30 }
      ],
      [{ ...picked, picked: "[1]" }],
      leases
    )
    yield* run("the claim of a node that was declared dead", store.claim(request), [{ ...picked, alive: 0 }], [], [
      { epoch: "12", watchful: false }
    ], [picked])
    yield* run("the claim of a node whose id was taken", store.claim(request), [{ ...picked, alive: 0 }], [{
      taken: 1
    }])
    const nodes = yield* PostgresNodes
    yield* run("a node is declared dead", nodes.forget(node), [{ epoch: "12" }])
    yield* run("a node that is none", nodes.forget(node))
    yield* run("nothing is due", store.nextDue(3), [{ at: null }])
    yield* run("something is due", store.nextDue(3), [{ at: 5 }])
    const backlog = { lane, first_at: 5, waiting: 1, held: 2, paused_until: null }
    const lanes = { kind: "dispatch", after: null, limit: 2, depth: 3, offset: 4 }
    yield* run("lanes", store.backlogs(lanes), [backlog, { ...backlog, paused_until: 6 }])
    yield* run("lanes after one", store.backlogs({ ...lanes, after: lane, limit: 1 }))
    yield* run("no lanes", store.backlogs({ ...lanes, limit: 0 }))
  }))
  await expect(told).toMatchFileSnapshot("queue.txt")
})
