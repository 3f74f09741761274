/**
 * A batch is decided in memory as if its commits came one after the other: each on what those before it have left.
 */
import type { Commit } from "@signalbox/core/Commit"
import { make, put } from "@signalbox/core/Commit"
import type { ContactId, EventId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { uniqueText } from "@signalbox/core/Kind"
import { idempotencyLifetime } from "@signalbox/core/Limit"
import { make as money } from "@signalbox/core/Money"
import type { ClaimToken, Reply } from "@signalbox/core/Reply"
import type { Row } from "@signalbox/core/Row"
import { kinds, unique } from "@signalbox/core/Row"
import type { Due, LeaseToken } from "@signalbox/core/Work"
import { decide } from "@signalbox/postgres/internal/commit/decide"
import type { Reading, RowFound } from "@signalbox/postgres/internal/commit/reading"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const account = Given.accountId(1)
const { now } = Given

const tags = (reading: Reading, ...batch: ReadonlyArray<Commit>): ReadonlyArray<string> =>
  decide(batch, reading, 100).outcomes.map((outcome) =>
    outcome._tag === "Stale" ? outcome.because : outcome._tag === "Insufficient" ? outcome.of : outcome._tag
  )

const changes = (reading: Reading, ...batch: ReadonlyArray<Commit>) => {
  const found = decide(batch, reading, 100).changes
  if (found === null) throw new Error("nothing is written")
  return found
}

const reply = (more: Partial<Reply> = {}): Reply => ({
  claim: { account, key: "k" },
  token: 5 as ClaimToken,
  status: 202,
  outcome: { part: "data", json: "{}" },
  requestId: "q",
  at: now,
  sandbox: false,
  profile: null,
  ...more
})

const replying = (more: Partial<Reply> = {}): Commit => make({ reply: reply(more) })

const claims = [{ account, key: "k", token: 5, at: now }]

describe("a claim", () => {
  it("is answered once, by who holds it, for a day", () => {
    expect(tags({ claims }, replying(), replying())).toEqual(["Done", "claim"])
    expect(tags({ claims }, replying({ token: 6 as ClaimToken }), replying())).toEqual(["claim", "Done"])
    expect(tags({ claims }, replying({ claim: { account, key: "l" } }))).toEqual(["claim"])
    expect(tags({ claims }, replying({ at: plus(now, idempotencyLifetime) }))).toEqual(["claim"])
    expect(tags({ claims }, replying({ at: plus(now, idempotencyLifetime - 1) }))).toEqual(["Done"])
    expect(tags({}, replying())).toEqual(["claim"])
    expect(changes({ claims }, replying()).replies).toEqual([reply()])
    expect(decide([replying()], {}, 100).changes).toBeNull()
  })
})

const ref = (key: string) => ({ kind: "dispatch", key })
const fence = (key: string, token = 7) => ({ work: ref(key), token: token as LeaseToken })

const due = (key: string, more: Partial<Due> = {}): Due => ({
  work: ref(key),
  lane: `dispatch:${account}`,
  at: now,
  ...more
})

const works = ["a", "b", "c"].map((key) => ({ ...ref(key), token: 7 }))

/** The work that a batch changes, by its keys. */
const worked = (...batch: ReadonlyArray<Commit>) => {
  const found = changes({ works: [...works, { ...ref("free"), token: null }] }, ...batch)
  return {
    due: found.due.map(({ due, takesOver }) =>
      takesOver === null ? due.work.key : `${due.work.key} over ${takesOver.key}`
    ),
    ended: found.ended.map(({ key, token }) => `${key} ${token}`),
    freed: found.freed.map(({ key }) => key)
  }
}

const none = { due: [], ended: [], freed: [] }

describe("work", () => {
  const ways: ReadonlyArray<readonly [string, Commit]> = [
    ["completed", make({ completes: [fence("a")] })],
    ["released", make({ releases: [fence("a")] })],
    ["cancelled", make({ cancels: [ref("a")] })],
    ["scheduled again", make({ due: [due("a")] })]
  ]

  it.each(ways)("that was %s is not held any more", (_, before) => {
    for (const after of ["completes", "holds", "releases"] as const) {
      expect(tags({ works }, before, make({ [after]: [fence("a")] })), after).toEqual(["Done", "lease"])
      expect(tags({ works }, make({ [after]: [fence("a", 6)] }), before), after).toEqual(["lease", "Done"])
      expect(tags({ works }, make({ holds: [fence("a")] }), make({ [after]: [fence("a"), fence("d")] })), after)
        .toEqual(["Done", "lease"])
    }
  })

  it("ends, is free or is scheduled by what the last commit says", () => {
    expect(worked(make({ due: [due("x")] }), make({ cancels: [ref("x")] }))).toEqual(none)
    expect(worked(make({ cancels: [ref("a"), ref("x"), ref("free")] }))).toEqual({
      ...none,
      ended: ["a null", "free null"]
    })
    expect(worked(make({ releases: [fence("a")] }), make({ cancels: [ref("a")] }))).toEqual({
      ...none,
      ended: ["a null"]
    })
    expect(worked(make({ releases: [fence("a"), fence("b")] }), make({ due: [due("b")] })))
      .toEqual({ ...none, due: ["b"], freed: ["a"] })
    expect(worked(make({ completes: [fence("a")] }), make({ due: [due("a")] }))).toEqual({ ...none, due: ["a"] })
    expect(worked(make({ due: [due("x"), due("y")] }), make({ due: [due("x")] }))).toEqual({ ...none, due: ["y", "x"] })
  })

  it("takes over the row of work that was held until it ended, unless it has one or may lapse", () => {
    const completes = [fence("a"), fence("b")]
    expect(worked(make({ completes, due: [due("x")] }))).toEqual({ due: ["x over b"], ended: ["a 7"], freed: [] })
    expect(worked(make({ completes, due: [due("x"), due("y"), due("z")] })))
      .toEqual({ ...none, due: ["x over b", "y over a", "z"] })
    expect(worked(make({ completes, due: [due("c"), due("free"), due("x", { lapsesWith: Given.messageId(1) })] })))
      .toEqual({ due: ["c", "free", "x"], ended: ["a 7", "b 7"], freed: [] })
    expect(worked(make({ cancels: [ref("a")], due: [due("x")] }))).toEqual({ due: ["x"], ended: ["a null"], freed: [] })
  })

  it("waits in lanes by their last pause", () => {
    const pause = (lane: string, until: number | null) => ({
      lane: `send:${lane}` as const,
      until: until === null ? null : plus(now, until)
    })
    const { pauses } = changes(
      {},
      make({ pauses: [pause("b", 1), pause("a", 2)] }),
      make({ pauses: [pause("b", null), pause("c", 3)] })
    )
    expect(pauses).toEqual([pause("a", 2), pause("b", null), pause("c", 3)])
  })
})

const found = (row: Row, more: Partial<RowFound> = {}): RowFound => ({
  kind: row.kind,
  key: row.key,
  version: 3,
  uniques: unique(row).map(uniqueText),
  list1: null,
  scope1: null,
  list2: null,
  scope2: null,
  ...more
})

const contact = (number: number, phone = number): Row =>
  put(
    kinds.contact,
    Given.contact({ id: `cccccccc-0000-7000-8000-00000000000${number}` as ContactId, phone: Given.phone(phone) })
  )

const template = (number: number, name = `t${number}`): Row =>
  put(kinds.template, Given.template({ id: Given.templateId(number), name }))

const listed = { list1: "contacts", scope1: account }

describe("rows", () => {
  it("stand at the versions that were read, and at none once the batch has put them", () => {
    const written = [found(template(1))]
    const expects = (version: number) => [{ ref: template(1), version }]
    const again = make({ expects: expects(3), puts: [template(1)] })
    expect(tags({ written }, again, again)).toEqual(["Done", "row"])
    expect(tags({ written }, make({ expects: expects(0) }), make({ expects: expects(2) }))).toEqual(["row", "row"])
    expect(tags({ written }, make({ deletes: [template(1)] }), make({ expects: expects(0) }))).toEqual(["Done", "Done"])
    expect(tags({}, make({ puts: [template(1)] }), make({ expects: expects(0) }))).toEqual(["Done", "row"])
    const { absent } = changes(
      { rested: [found(template(2))] },
      make({
        expects: [{ ref: template(1), version: 0 }, { ref: template(2), version: 3 }, { ref: template(3), version: 0 }],
        puts: [template(3)]
      })
    )
    expect(absent).toEqual([template(1)])
  })

  it("have unique keys that pass on within a commit, and to nobody else", () => {
    const written = [found(template(1)), found(template(2))]
    const owners = (reading: Reading, ...batch: ReadonlyArray<Commit>) => {
      const { free, passed, released, taken } = changes(reading, ...batch)
      const short = (text: string) => text.slice(-2)
      return [
        taken.map(({ text }) => short(text)),
        passed.map(({ text }) => short(text)),
        released.map(short),
        free.map(short)
      ]
    }
    const swapped = make({ puts: [template(1, "t2"), template(2, "t1")] })
    expect(tags({ written }, swapped)).toEqual(["Done"])
    expect(owners({ written }, swapped)).toEqual([[], ["t1", "t2"], [], []])
    expect(owners({ written }, make({ puts: [template(1, "t9")] }), make({ puts: [template(3, "t1")] })))
      .toEqual([["t9"], ["t1"], [], []])
    expect(owners({ written }, make({ puts: [template(1, "t9"), template(1, "t8")] }))).toEqual([
      ["t8"],
      [],
      ["t1"],
      []
    ])
    expect(owners({ written }, make({ deletes: [template(1)] }))).toEqual([[], [], ["t1"], []])
    expect(tags({ written }, make({ puts: [template(3, "t1")] }))).toEqual(["Taken"])
    expect(tags({}, make({ puts: [template(3, "t1"), template(4, "t1")] }))).toEqual(["Taken"])
    expect(tags({}, make({ puts: [template(3, "t1"), template(3, "t1")] }))).toEqual(["Done"])
    expect(tags({ written }, make({ deletes: [template(1)], puts: [template(3, "t1")] }))).toEqual(["Done"])
    const isFree = (row: Row) => make({ expects: [{ free: unique(row)[0]! }] })
    expect(tags({ written }, isFree(template(1)), isFree(template(3)))).toEqual(["row", "Done"])
    expect(owners({ written }, isFree(template(3)))).toEqual([[], [], [], ["t3"]])
    expect(owners({}, isFree(template(3)), make({ puts: [template(3)] }))).toEqual([["t3"], [], [], []])
  })

  it("that others have are known by the index, and those that the batch writes by themselves", () => {
    const owner = { text: uniqueText(unique(template(1))[0]!), kind: "template", key: template(1).key }
    expect(tags({ owners: [owner] }, make({ puts: [template(3, "t1")] }))).toEqual(["Taken"])
    const moved = { written: [found(template(1, "t9"))], owners: [owner] }
    expect(tags(moved, make({ puts: [template(1, "t9"), template(3, "t1")] }))).toEqual(["Done"])
  })

  it("count in the totals of their lists as they come, go and move", () => {
    const totals = (reading: Reading, ...batch: ReadonlyArray<Commit>) =>
      changes(reading, ...batch).totals.map(({ by, list }) => `${list} ${by}`)
    const written = [found(contact(1), listed)]
    expect(totals({}, make({ puts: [contact(1), contact(2), template(1)] }))).toEqual(["contacts 2"])
    expect(totals({ written }, make({ puts: [contact(1)] }))).toEqual([])
    expect(totals({ written }, make({ deletes: [contact(1)] }))).toEqual(["contacts -1"])
    expect(totals({ written }, make({ deletes: [contact(1)], puts: [contact(2)] }))).toEqual([])
    const kinds = ({ deletes, inserts, updates, upserts }: ReturnType<typeof changes>) =>
      [inserts, updates, upserts, deletes].map((rows) => rows.map(({ kind }) => kind))
    expect(kinds(changes({ written }, make({ puts: [contact(1)] })))).toEqual([[], ["contact"], [], []])
    // A contact with another number is deleted and inserted.
    expect(kinds(changes({ written }, make({ puts: [contact(1, 5)] })))).toEqual([["contact"], [], [], ["contact"]])
    expect(kinds(changes({}, make({ puts: [contact(1)] }), make({ deletes: [contact(1)] })))).toEqual([[], [], [], []])
  })

  it("of events have a delivery for each who subscribes, counted where the event is new", () => {
    const event = {
      id: "01900000-0000-7000-8000-000000000001" as EventId,
      account,
      name: "message.sent" as const,
      at: now,
      body: "{}"
    }
    const subscriptions = [
      { webhook: Given.webhookId(1), account, parent: null, events: ["message.sent"] },
      { webhook: Given.webhookId(2), account, parent: Given.webhookId(9), events: ["message.sent", "message.read"] },
      { webhook: Given.webhookId(3), account, parent: null, events: ["message.read"] },
      { webhook: Given.webhookId(4), account: Given.accountId(2), parent: null, events: ["message.sent"] }
    ]
    const first = changes({ subscriptions }, make({ events: [event] }))
    const webhooks = (all: typeof first.inserts) =>
      all.flatMap(({ row }) => row.kind === "delivery" ? [[row.value.webhook, row.value.parent]] : [])
    expect(webhooks(first.inserts)).toEqual([[Given.webhookId(1), undefined], [Given.webhookId(2), Given.webhookId(9)]])
    expect(first.totals.map(({ by, scope }) => [scope, by])).toEqual([
      [Given.webhookId(1), 1],
      [Given.webhookId(2), 1],
      [Given.webhookId(9), 1]
    ])
    expect([first.upserts.length, first.due.length]).toEqual([0, 2])
    const written = [found(put(kinds.event, event))]
    const again = changes({ subscriptions, written }, make({ events: [event] }))
    expect([webhooks(again.inserts), webhooks(again.upserts).length, again.totals]).toEqual([[], 2, []])
    expect(decide([make({ events: [event] })], {}, 100).changes?.inserts).toEqual([])
    const gone = changes({ subscriptions }, make({ deletes: [put(kinds.webhook, Given.webhook())], events: [event] }))
    expect(webhooks(gone.inserts)).toEqual([[Given.webhookId(2), Given.webhookId(9)]])
  })
})

describe("sums", () => {
  const spend = (amount: number, once: string | null = null, floor = 0) => ({
    account,
    amount: money(amount),
    floor: money(floor),
    once
  })
  const sums = [{ book: "balance" as const, name: account, amount: 10 }, {
    book: "counter" as const,
    name: "c",
    amount: -3
  }]
  const entries = [{ book: "balance" as const, name: account, once: "o" }]
  const reading = { sums, entries }
  const change = (...batch: ReadonlyArray<Commit>) => {
    const { sums } = changes(reading, ...batch)
    return [sums.changed(false), sums.changed(true), sums.entries.map(({ amount, once }) => [once, amount])]
  }
  const count = (by: number, ceiling: number | null) => ({ counter: "c", by, ceiling, once: null })

  it("are taken from down to their floor, and in vain below it", () => {
    expect(tags(reading, make({ debits: [spend(10)] }), make({ debits: [spend(1)] }))).toEqual(["Done", account])
    expect(tags(reading, make({ debits: [spend(11)] }), make({ debits: [spend(11, null, -1)] }))).toEqual([
      account,
      "Done"
    ])
    expect(tags(reading, make({ debits: [spend(6), spend(5)] }), make({ debits: [spend(11), spend(-1)] }))).toEqual([
      account,
      "Done"
    ])
    expect(tags({}, make({ debits: [spend(0)] }), make({ debits: [spend(-1)] }))).toEqual(["Done", "Done"])
    expect(
      tags(
        reading,
        make({ counts: [count(2, 5)] }),
        make({ counts: [count(1, 5)] }),
        make({ counts: [count(9, null)] })
      )
    )
      .toEqual(["Done", "c", "Done"])
  })

  it("are taken from once by one key", () => {
    const paid = make({ debits: [spend(4, "p")] })
    expect(change(make({ debits: [spend(99, "o")] }), paid, paid, make({ debits: [spend(1)] }))).toEqual([
      [{ book: "balance", name: account, taken: 5, needed: 5 }],
      [],
      [["p", 4]]
    ])
    expect(change(make({ debits: [spend(99, "o")] }))).toEqual([[], [], []])
    expect(change(make({ debits: [spend(4, "p"), spend(4, "p"), spend(-7, "q")] }))).toEqual([
      [{ book: "balance", name: account, taken: -3, needed: null }],
      [],
      [["p", 4], ["q", -7]]
    ])
    expect(
      change(
        make({ debits: [spend(6, null, 1)] }),
        make({ debits: [spend(-2)], counts: [{ ...count(1, 9), counter: "d" }] })
      )
    )
      .toEqual([
        [{ book: "balance", name: account, taken: 4, needed: 7 }],
        [{ book: "counter", name: "d", taken: 1, needed: -8 }],
        []
      ])
  })
})
