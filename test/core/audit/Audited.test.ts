/**
 * The audit log over any history of what clients, the operator, recipients and carriers do: every change is in it, in
 * the commit of the change and once; nothing else is; and no entry holds more than ids and the names of fields
 * (decisions 17.7).
 */
import type { AuditEntry } from "@signalbox/core/AuditEntry"
import type { Caller } from "@signalbox/core/Caller"
import { operations } from "@signalbox/core/Catalogue"
import type { Commit } from "@signalbox/core/Commit"
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import { Inbound } from "@signalbox/core/Inbound"
import * as Instant from "@signalbox/core/Instant"
import type { Json } from "@signalbox/core/Json"
import * as Limit from "@signalbox/core/Limit"
import * as Money from "@signalbox/core/Money"
import { Operations } from "@signalbox/core/Operations"
import { Operator } from "@signalbox/core/Operator"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { KindName, Row } from "@signalbox/core/Row"
import { kinds } from "@signalbox/core/Row"
import { hashKey } from "@signalbox/core/Secret"
import { Store } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const id = Given.accountId(1)
const own = Given.phone(100)
const key = "abcdef01-0000-4000-8000-000000000001"
const secretName = "Ada Lovelace of +12015550199"

/** Texts and numbers that stand in what is changed, and must stand nowhere in the log. */
const canaries = [
  secretName,
  "+12015550199",
  "ada@lovelace.example",
  "203.0.113.77",
  "hooks.lovelace.example",
  key,
  "STOP"
]

const phones = [1, 2, 3].map(Given.phone)

type Step =
  | { readonly do: "client"; readonly name: keyof typeof asks }
  | { readonly do: "operator"; readonly name: keyof typeof operates }
  | { readonly do: "recipient"; readonly text: string; readonly phone: PhoneNumber }
  | { readonly do: "carrier"; readonly consent: "opt_in" | "opt_out"; readonly phone: PhoneNumber }

const definition = (text: string) => ({ body: { multiChannel: { template: text } } })

/** The ids of what was made by the name of what made it. */
type Made = Map<string, string>

const asks = {
  template: (count: number) => ["templates.create", {}, { name: `t_${count}`, definition: definition(secretName) }],
  rename: (
    count: number,
    made: Made
  ) => ["templates.update", { id: made.get("templates.create") }, { name: `n_${count}` }],
  drop: (_: number, made: Made) => ["templates.delete", { id: made.get("templates.create") }, {}],
  webhook: (count: number) => ["webhooks.create", {}, {
    display_name: `${secretName} ${count}`,
    endpoint_url: "https://hooks.lovelace.example/in",
    event_types: ["message"]
  }],
  rewire: (count: number, made: Made) => ["webhooks.update", { id: made.get("webhooks.create") }, {
    display_name: `${count} ${secretName}`
  }],
  secret: (_: number, made: Made) => ["webhooks.rotate_secret", { id: made.get("webhooks.create") }, {}],
  unhook: (_: number, made: Made) => ["webhooks.delete", { id: made.get("webhooks.create") }, {}],
  user: (
    count: number
  ) => ["users.create", {}, { email: `${count}ada@lovelace.example`, name: secretName, role: "billing" }],
  promote: (_: number, made: Made) => ["users.update", { userId: made.get("users.create") }, { role: "developer" }],
  contact: () => ["contacts.create", {}, { phone_number: "+12015550199" }],
  sandbox: () => ["templates.create", {}, { definition: definition(secretName), sandbox: true }],
  refused: () => ["templates.create", {}, { definition: 5 }]
} as const satisfies Record<string, (count: number, made: Made) => readonly [keyof typeof operations, object, Json]>

const operates = {
  key: (operator: Operator["Service"]) => operator.createKey(id, undefined, { scopes: ["read"] }),
  revoke: (operator: Operator["Service"]) => operator.revokeKey(key),
  limits: (operator: Operator["Service"]) => operator.change(id, { requestsPerMinute: 77, name: secretName }),
  same: (operator: Operator["Service"]) => operator.change(id, {}),
  keyword: (operator: Operator["Service"]) =>
    operator.setKeyword(id, { keyword: "GENUG", action: "OPT_OUT", reply: secretName }),
  topUp: (operator: Operator["Service"]) => operator.topUp(id, Money.make(12_345), "203.0.113.77"),
  balance: (operator: Operator["Service"]) => operator.setBalance(id, Money.make(54_321)),
  suppress: (operator: Operator["Service"]) => operator.suppress(id, "+12015550199" as PhoneNumber),
  release: (operator: Operator["Service"]) => operator.unsuppress(id, "+12015550199" as PhoneNumber),
  invite: (operator: Operator["Service"]) =>
    operator.addUser(id, { email: "ada@lovelace.example", name: secretName, role: "admin", status: "active" })
} as const

const names = <Table extends object>(table: Table) =>
  fc.constantFrom(...Object.keys(table) as unknown as ReadonlyArray<keyof Table>)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("client" as const), name: names(asks) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("operator" as const), name: names(operates) }) },
  fc.record({
    do: fc.constant("recipient" as const),
    text: fc.constantFrom("STOP", "START", "Hello"),
    phone: fc.constantFrom(...phones)
  }),
  fc.record({
    do: fc.constant("carrier" as const),
    consent: fc.constantFrom("opt_in" as const, "opt_out" as const),
    phone: fc.constantFrom(...phones)
  })
)

const caller = (days: number | undefined): Caller => {
  const account = Given.account({ id, ...(days === undefined ? {} : { auditLogDays: days }) })
  return { account, keyAccount: account, key: hashKey(key), from: "203.0.113.77" }
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const spoken: ReadonlyArray<KindName> = ["account", "api_key", "contact", "template", "user", "webhook"]

const known = new Set([
  "balance",
  ...spoken.flatMap((kind) =>
    Object.keys((kinds[kind].schema as unknown as { readonly fields: object }).fields).map(snake)
  )
])

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const entriesOf = ({ puts }: Pick<Commit, "puts">): ReadonlyArray<AuditEntry> =>
  puts.flatMap((row) => row.kind === "audit_entry" ? [row.value] : [])

/** Everything in an entry is an id, an instant, or a word that was known before anybody asked. */
const isClean = (entry: AuditEntry): void => {
  const { account, action, actor, at, count, endsAt, fields, id: own, network, operation, subject, ...rest } = entry
  expect(rest).toEqual({})
  for (const each of [own, account, ...subject.id === null ? [] : [subject.id]]) expect(each).toMatch(uuid)
  if (actor.id !== undefined && actor.type === "key") expect(actor.id).toMatch(uuid)
  expect(fields.filter((field) => !known.has(field))).toEqual([])
  expect(operation).toMatch(/^[a-z_]+(?:\.[a-z_]+)?$/)
  expect(["203.0.113.0/24", undefined]).toContain(network)
  expect([action, at < endsAt, count ?? 2]).toEqual([expect.any(String), true, expect.any(Number)])
}

const without = ({ value }: Row): string => {
  const { lastUsedAt: _, updatedAt: __, ...fields } = value as unknown as Readonly<Record<string, unknown>>
  return JSON.stringify(fields)
}

/** Plays a history, and returns what was committed. */
const play = (steps: ReadonlyArray<Step>, days: number | undefined) => {
  const commits: Array<Commit> = []
  const tap: Bench.Tap = (store) => ({
    ...store,
    commit: (batch) =>
      Effect.map(store.commit(batch), (outcomes) => {
        commits.push(...batch.filter((_, index) => outcomes[index]!._tag === "Done"))
        return outcomes
      })
  })
  return Bench.run(
    Bench.layer({ tap, review: { _tag: "Undecided", askAgainAt: Instant.plus(Given.now, Instant.day) } }),
    Effect.gen(function*() {
      const operator = yield* Operator
      const { run } = yield* Operations
      const clock = yield* Bench.TheClock
      const made: Made = new Map()
      yield* operator.createOrganization({
        id,
        numbers: [{ number: own, channels: ["sms"], country: "US" }],
        ...(days === undefined ? {} : { auditLogDays: days })
      })
      yield* operator.createKey(id, key)
      for (const [count, each] of steps.entries()) {
        clock.set(Instant.plus(Given.now, count + 1))
        if (each.do === "client") {
          const [name, path, body] = asks[each.name](count, made)
          const { outcome } = yield* run(operations[name] as never, caller(days), { ...Scene.request(body), path })
          const data = outcome?.part === "data" ? JSON.parse(outcome.json) as { readonly id?: string } : {}
          if (data.id !== undefined && each.name !== "sandbox") made.set(name, data.id)
        }
        if (each.do === "operator") yield* operates[each.name](operator)
        if (each.do === "recipient") {
          yield* (yield* Inbound).receive({
            carrier: Given.carrierId("acme"),
            reference: `r-${count}`,
            channel: "sms",
            from: each.phone,
            to: { _tag: "Number", number: own },
            text: each.text,
            media: []
          })
        }
        if (each.do === "carrier") {
          yield* (yield* ConsentSignals).report({
            carrier: Given.carrierId("acme"),
            to: { _tag: "Number", number: own },
            phone: each.phone,
            channel: "sms",
            consent: each.consent
          })
        }
      }
      return commits
    })
  )
}

/** Whoever changes what, as the steps above have it. */
const actors: Readonly<Record<string, ReadonlyArray<string>>> = {
  "inbound.receive": ["recipient"],
  "consent.report": ["carrier"]
}

propWith({ runs: 15 })(
  "every change is in the log, in its own commit and once, by whoever made it; and entries hold ids and names alone [XPR-160, XPR-161, XPR-162, XPR-163]",
  fc.array(step, { minLength: 1, maxLength: 14 }),
  async (steps) => {
    const commits = await play(steps, 30)
    const before = new Map<string, string>()
    const seen = new Set<string>()
    for (const commit of commits) {
      const entries = entriesOf(commit)
      for (const entry of entries) {
        isClean(entry)
        // An entry is written once, and never again.
        expect(seen.has(entry.id)).toBe(false)
        seen.add(entry.id)
        const allowed = actors[entry.operation] ?? (entry.operation in operations ? ["key"] : ["operator"])
        expect(allowed).toContain(entry.actor.type)
        expect(entry.network === undefined).toBe(entry.actor.type !== "key")
        expect(entry.endsAt).toBe(Instant.plus(entry.at, 30 * Instant.day))
      }
      const changed = commit.puts.filter((row) =>
        ["api_key", "template", "user", "webhook"].includes(row.kind) && before.get(row.key) !== without(row)
      )
      for (const row of commit.puts) before.set(row.key, without(row))
      const gone = commit.deletes.filter(({ kind }) => ["template", "user", "webhook"].includes(kind))
      const subjects = entries.map(({ subject }) => subject.type).filter((type) =>
        ["api_key", "template", "user", "webhook"].includes(type)
      )
      expect(subjects.toSorted()).toEqual([...changed, ...gone].map(({ kind }) => kind).toSorted())
      expect(entries.filter(({ subject }) => subject.type === "balance").length)
        .toBe(commit.debits.some(({ amount }) => amount !== 0) ? 1 : 0)
    }
    const text = JSON.stringify(commits.flatMap(entriesOf))
    for (const canary of canaries) expect(text).not.toContain(canary)
  }
)

propWith({ runs: 4 })(
  "an account that has no audit log writes no entry, and not a row more than before [XPR-160]",
  fc.array(step, { minLength: 1, maxLength: 10 }),
  async (steps) => {
    const commits = await play(steps, undefined)
    expect(commits.flatMap(entriesOf)).toEqual([])
    expect(commits.flatMap(({ due }) => due.filter(({ work }) => work.kind === "audit_retention"))).toEqual([])
  }
)

const logged = Effect.flatMap(
  Operator,
  (operator) => Effect.map(operator.auditLog(id, null, 100), ({ entries }) => entries)
)

const withLog = <A>(
  program: (operator: Operator["Service"]) => Effect.Effect<A, unknown, Bench.Services>,
  days = 30
) =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const operator = yield* Operator
      yield* operator.createOrganization({ id, auditLogDays: days })
      return yield* program(operator)
    })
  )

it("names what consent changed, and by whom, and not to what [XPR-160, XPR-163]", () =>
  play([
    { do: "recipient", text: "Hello", phone: phones[0]! },
    { do: "recipient", text: "STOP", phone: phones[0]! },
    { do: "recipient", text: "STOP", phone: phones[0]! },
    { do: "carrier", consent: "opt_in", phone: phones[0]! },
    { do: "operator", name: "suppress" },
    { do: "operator", name: "release" }
  ], 30).then((commits) => {
    const entries = commits.flatMap(entriesOf).filter(({ subject }) => subject.type === "consent")
    expect(entries.map(({ action, actor, fields }) => [action, actor, fields])).toEqual([
      ["changed", { type: "recipient" }, ["opt_out"]],
      ["changed", { type: "carrier", id: "acme" }, ["opt_out"]],
      ["changed", { type: "operator" }, ["suppressed_at"]],
      ["deleted", { type: "operator" }, []]
    ])
  }))

it("has the end of the log itself as its last entry, and nothing after it [XPR-160]", () =>
  withLog(Effect.fnUntraced(function*(operator) {
    const before = yield* logged
    expect(before.map(({ action, subject }) => [action, subject])).toContainEqual(["created", { type: "account", id }])
    yield* operator.change(id, { auditLogDays: null })
    yield* operator.change(id, { requestsPerMinute: 5 })
    const [last, ...others] = yield* logged
    expect([last?.fields, others.length]).toEqual([["audit_log_days"], before.length])
  })))

it("has one entry for many changes of a commit, which counts them [XPR-164]", () =>
  withLog(Effect.fnUntraced(function*(operator) {
    const many = Array.from({ length: Limit.auditEntriesPerChange + 1 }, (_, number) => Given.phone(number))
    const before = yield* logged
    yield* operator.importSuppressions(id, many)
    const [entry, ...others] = yield* logged
    expect(entry).toMatchObject({
      count: many.length,
      subject: { type: "consent", id: null },
      fields: ["suppressed_at"]
    })
    expect(others.length).toBe(before.length)
    yield* operator.importSuppressions(id, ["+12015550150", "+12015550151"])
    expect((yield* logged).length).toBe(before.length + 3)
  })))

propWith({ runs: 6 })(
  "an entry loses its network after 90 days, and is gone when the account said so as it was written [XPR-165, XPR-166]",
  fc.integer({ min: 1, max: 400 }),
  (days) =>
    withLog(
      Effect.fnUntraced(function*(operator) {
        const { run } = yield* Operations
        const store = yield* Store
        yield* run(operations["templates.create"], caller(days), Scene.request({ definition: definition("Hello") }))
        // What was written is kept as long as it was to be kept then.
        yield* operator.change(id, { auditLogDays: days === 1 ? 400 : 1 })
        const networks = Effect.map(
          store.list({ list: "audit_log", scope: id, offset: 0, limit: 100 }),
          ({ rows }) =>
            rows.flatMap((row) =>
              row.kind === "audit_entry" && row.value.actor.type === "key" ? [row.value.network] : []
            )
        )
        const after = (millis: number) => Instant.plus(Given.now, millis)
        const [end, cut] = [days * Instant.day, Limit.auditNetworkDays * Instant.day]
        for (
          const [at, expected] of [
            [Math.min(end, cut) - 1, ["203.0.113.0/24"]],
            ...(end > cut ? [[cut, [undefined]], [end - 1, [undefined]]] as const : []),
            [end, []]
          ] as const
        ) {
          yield* Bench.travel(after(at))
          yield* Bench.idle
          expect(yield* networks).toEqual(expected)
        }
      }),
      days
    )
)
