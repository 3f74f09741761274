/**
 * Accounts are read with all that belongs to them and nothing else, and have the same in another store.
 */
import { make as commit, put } from "@signalbox/core/Commit"
import { Documents } from "@signalbox/core/Documents"
import * as Fanout from "@signalbox/core/Fanout"
import type { AccountId, EventId, MessageId, WebhookId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Instant from "@signalbox/core/Instant"
import * as Belongings from "@signalbox/core/internal/cells/Belongings"
import * as Cargo from "@signalbox/core/internal/cells/Cargo"
import { Things } from "@signalbox/core/internal/cells/Portion"
import * as Lifetimes from "@signalbox/core/internal/retention/Lifetimes"
import { refText, uniqueText } from "@signalbox/core/Kind"
import * as Money from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { Relocation } from "@signalbox/core/Relocation"
import type { KindName, Row } from "@signalbox/core/Row"
import { encode, kinds, unique } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import { Traces } from "@signalbox/core/Traces"
import type { Usage } from "@signalbox/core/Usage"
import type { Due } from "@signalbox/core/Work"
import { refText as workText } from "@signalbox/core/Work"
import * as Prop from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { files, read } from "../architecture/Tree.ts"
import * as Matrix from "../http/Matrix.ts"
import type { Storage } from "../http/Storages.ts"
import * as Storages from "../http/Storages.ts"
import type { Furnished } from "./Furnished.ts"
import { Furnisher } from "./Furnished.ts"

type Storing = Store | Idempotency

const names = Object.keys(Belongings.rows) as ReadonlyArray<KindName>

const now = Instant.make(1_800_000_000_000)

/** Puts all that an account has. */
const furnish = Effect.fnUntraced(function*({ account, answers, documents, rows, ...rest }: Furnished) {
  const [store, idempotency, kept] = [yield* Store, yield* Idempotency, yield* Documents]
  const [outcome] = yield* store.commit([commit({ puts: rows, ...rest })])
  expect(outcome?._tag).toBe("Done")
  for (const key of answers) {
    const begun = yield* idempotency.begin({ account, key }, "print", now)
    if (begun._tag !== "Started") throw new Error(begun._tag)
    const reply = {
      claim: { account, key },
      token: begun.token,
      status: 200,
      outcome: { part: "data" as const, json: `"${key}"` },
      requestId: "req",
      at: now,
      sandbox: false,
      profile: null
    }
    yield* store.commit([commit({ reply })])
  }
  if (documents.length > 0) yield* kept.put(documents, Instant.plus(now, 1e6), 1e9, now)
})

/** The digest of an account that has nothing. */
const nothing = { counts: {}, sum: "0".repeat(32) }

const pages = Effect.fnUntraced(function*(accounts: Cargo.Accounts) {
  const found: Array<Cargo.Page> = []
  let place: string | null = null
  do {
    const page: Cargo.Page = yield* Cargo.read(accounts, place)
    found.push(page)
    place = page.next
  } while (place !== null)
  return found
})

/** Every row of a store, whosever it is. */
const allRows = Effect.gen(function*() {
  const [store, traces] = [yield* Store, yield* Traces]
  const found: Array<Row> = []
  for (const kind of names) {
    const { keys } = yield* traces.find({ kind, text: "", after: "", looked: 1e6, found: 1e6 })
    const facts = yield* store.load(Needs.refs(...keys.map((key) => ({ kind, key }))))
    for (const { row } of facts.rows.of(kind).values()) if (row !== null) found.push(row)
  }
  return found
})

const textOf = (row: Row): string => `${refText(row)} ${JSON.stringify(encode(row))}`

const dueText = ({ at, failures = 0, lane, work }: Due): string => `${lane} ${workText(work)} ${at} ${failures}`

const sorted = (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts.toSorted()

/** Revisions of deleted templates come with each of their messages. */
const isRevision = ({ kind }: Row): boolean => kind === "template_revision"

const distinct = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const revisions = new Map(rows.filter(isRevision).map((row) => [row.key, row]))
  return [...rows.filter((row) => !isRevision(row)), ...revisions.values()]
}

/** Writes what was read into a store; what no commit writes it writes twice. */
const written = Effect.fnUntraced(function*({ commit: part, kept }: Cargo.Page) {
  const [outcome] = yield* (yield* Store).commit([commit(part)])
  expect(outcome?._tag).toBe("Done")
  yield* Cargo.keep(kept)
  yield* Cargo.keep(kept)
})

const copy = (accounts: Cargo.Accounts, from: Run, to: Run) =>
  Effect.gen(function*() {
    for (const page of yield* from(pages(accounts))) yield* to(written(page))
  })

const clear = Effect.fnUntraced(function*(accounts: Cargo.Accounts) {
  let place: string | null = null
  do {
    const page: Cargo.Clearing = yield* Cargo.clear(accounts, place)
    yield* (yield* Store).commit([commit(page.commit)])
    yield* page.after
    place = page.next
  } while (place !== null)
})

type Run = <A, E>(effect: Effect.Effect<A, E, Storing>) => Effect.Effect<A>

const using = <A>(
  storages: ReadonlyArray<Storage>,
  use: (...runs: ReadonlyArray<Run>) => Effect.Effect<A>
): Promise<A> => {
  const runtimes = storages.map((storage) => ManagedRuntime.make(Layer.fresh(storage)))
  const runs = runtimes.map((runtime): Run => (effect) => Effect.promise(() => runtime.runPromise(effect)))
  return Effect.runPromise(use(...runs)).finally(() => Promise.all(runtimes.map((runtime) => runtime.dispose())))
}

interface Household {
  readonly accounts: Cargo.Accounts
  readonly all: ReadonlyArray<Furnished>
}

/** Accounts that one store can hold: no unique key is taken twice. */
const households = (seed: number, profiles: ReadonlyArray<number>): ReadonlyArray<Household> => {
  const furnisher = new Furnisher(seed)
  const taken = new Set<string>()
  const isFree = (row: Row): boolean => {
    const texts = [refText(row), ...unique(row).map(uniqueText)]
    return texts.every((text) => !taken.has(text)) && texts.every((text) => taken.add(text))
  }
  return profiles.map((count) => {
    const organization = furnisher.id<AccountId>()
    const members = Array.from({ length: count }, () => furnisher.id<AccountId>())
    const all = [organization, ...members].map((account) => {
      const made = furnisher.furnish(account, account === organization ? null : organization)
      return { ...made, rows: made.rows.filter(isFree) }
    })
    return { accounts: [organization, ...members].toSorted(), all }
  })
}

/** Rows and work that are nobody's. */
const spanning = (seed: number) => {
  const furnisher = new Furnisher(seed)
  const kinds = names.filter((kind) => Belongings.rows[kind].some(({ by }) => by === "nothing"))
  const put = (kind: KindName): Row => ({ kind, key: `x/${kind}`, value: furnisher.value(kind) }) as Row
  const due: Due = { work: { kind: "purge_accounts", key: "all" }, lane: "retention:all", at: now }
  return { puts: kinds.map(put), due: [due] }
}

const shape = fc.tuple(fc.integer({ min: 0, max: 1e6 }), fc.array(fc.nat({ max: 3 }), { minLength: 2, maxLength: 3 }))

const every: ReadonlyArray<readonly [string, Storage, Storage, number]> = [
  ["memory", Storages.memory, Storages.memory, Matrix.isWhole ? 20 : 4],
  ["memory to postgres and back", Storages.memory, Storages.postgres, Matrix.isWhole ? 4 : 1],
  ["postgres to postgres", Storages.postgres, Storages.postgres, 4]
]

const cases = Matrix.isWhole ? every : every.slice(0, 2)

describe("the table of belongings", () => {
  it("says of all that has a lifetime whether it moves", () => {
    expect(Object.keys(Belongings.others).toSorted()).toEqual(Object.keys(Lifetimes.others).toSorted())
    expect(names.toSorted()).toEqual(Object.keys(Lifetimes.rows).toSorted())
  })

  it("knows how the names of all counters begin", () => {
    const core = files.filter((path) => path.startsWith("packages/core/src/") && !path.includes("/cells/"))
    const found = core.flatMap((path) =>
      [...read(path).matchAll(/`(\w+)\/\$\{[^}]*account[^}]*\}/g)].map(([, name]) => name)
    )
    expect(found.toSorted()).toEqual(Belongings.counters.toSorted())
  })
})

describe.each(cases)("what belongs to accounts (%s)", (_, one, other, runs) => {
  Prop.propWith({ runs })(
    "is found once, moves as it is, and leaves nothing behind",
    shape,
    async ([seed, profiles]) => {
      const all = households(seed, profiles)
      await using([one, other], (source, target) =>
        Effect.gen(function*() {
          const nobodys = spanning(seed)
          for (const { all: members } of all) for (const each of members) yield* source(furnish(each))
          yield* source(Effect.flatMap(Store, (store) => store.commit([commit(nobodys)])))
          const before = yield* source(allRows)
          const found = yield* Effect.forEach(all, ({ accounts }) => source(pages(accounts)))
          for (const [index, { accounts, all: members }] of all.entries()) {
            const read = found[index]!
            const rows = distinct(read.flatMap(({ commit: { puts = [] } }) => puts))
            expect(sorted(rows.map(textOf))).toEqual(sorted(members.flatMap((each) => each.rows.map(textOf))))
            const due = read.flatMap((page) => page.commit.due ?? [])
            expect(sorted(due.map(dueText))).toEqual(sorted(members.flatMap((each) => each.due.map(dueText))))
            for (const page of read) expect(page.commit.puts?.length ?? 0).toBeLessThan(2000)
            expect(yield* source(Cargo.household(members[0]!.account))).toEqual(accounts)
          }
          // Together with what is nobody's it is the whole store.
          const owned = distinct(found.flat().flatMap(({ commit: { puts = [] } }) => puts))
          expect(sorted([...owned, ...nobodys.puts].map(textOf))).toEqual(sorted(before.map(textOf)))

          const [{ accounts }] = all as readonly [Household]
          const digests = yield* Effect.forEach(all, (each) => source(Cargo.digest(each.accounts)))
          yield* copy(accounts, source, target)
          expect(yield* target(Cargo.digest(accounts))).toEqual(digests[0])
          yield* source(clear(accounts))
          expect(yield* source(Cargo.digest(accounts))).toEqual(nothing)
          for (const [index, each] of all.entries()) {
            if (index > 0) expect(yield* source(Cargo.digest(each.accounts))).toEqual(digests[index])
          }
          const left = yield* source(allRows)
          const others = [...all.slice(1).flatMap((each) => each.all.flatMap(({ rows }) => rows)), ...nobodys.puts]
          expect(sorted(left.map(textOf))).toEqual(sorted(others.map(textOf)))
          // And back.
          yield* copy(accounts, target, source)
          expect(yield* source(Cargo.digest(accounts))).toEqual(digests[0])
        }))
    }
  )

  Prop.propWith({ runs })(
    "is removed from where it was about to go, however much of it has come",
    shape,
    fc.double({ min: 0, max: 1, noNaN: true }),
    async ([seed], share) => {
      const [{ accounts, all: members }] = households(seed, [2]) as readonly [Household]
      await using([one, other], (source, target) =>
        Effect.gen(function*() {
          for (const each of members) yield* source(furnish(each))
          const nobodys = spanning(seed)
          yield* target(Effect.flatMap(Store, (store) => store.commit([commit(nobodys)])))
          const all = yield* source(Effect.provideService(pages(accounts), Things, 1))
          for (const page of all.slice(0, Math.ceil(share * all.length))) yield* target(written(page))
          yield* target(Effect.provideService(clear(accounts), Things, 1))
          expect(sorted((yield* target(allRows)).map(textOf))).toEqual(sorted(nobodys.puts.map(textOf)))
          const lanes = members.flatMap(({ due }) => due.map(({ lane }) => lane))
          const left = yield* target(Effect.gen(function*() {
            const [relocation, documents] = [yield* Relocation, yield* Documents]
            const { due } = yield* relocation.waiting({ lanes: [...new Set(lanes)], after: null, limit: 1 })
            const parts: Array<unknown> = [...due]
            for (const { account, counts } of members) {
              const counters = { book: "counter", names: counts.map(({ counter }) => counter) } as const
              for (const query of [{ book: "balance", names: [account] } as const, counters]) {
                parts.push(...(yield* relocation.sums({ ...query, after: null, limit: 1 })).sums)
                parts.push(...(yield* relocation.onces({ ...query, after: null, limit: 1 })).onces)
              }
              parts.push(...(yield* relocation.answered({ account, after: null, limit: 1 })).answered)
              parts.push(...(yield* relocation.days({ account, after: null, limit: 1 })))
              parts.push((yield* documents.next(account, "")) ?? [])
            }
            return parts.flat()
          }))
          expect(left).toEqual([])
        }))
    }
  )
})

it("is removed to the last sum, however many there are", async () => {
  const furnisher = new Furnisher(2)
  const [one, other] = [furnisher.id<AccountId>(), furnisher.id<AccountId>()]
  const sums = (account: AccountId) =>
    Array.from({ length: 700 }, (_, index): Usage => ({
      account,
      day: "2030-01-15",
      channel: "sms",
      status: "SENT",
      country: `C${index}`,
      messages: 1,
      segments: 1,
      price: Money.zero,
      activeContactPrice: Money.zero
    }))
  await using([Storages.memory], (run) =>
    run(Effect.gen(function*() {
      yield* (yield* Store).commit([commit({ tallies: [...sums(one), ...sums(other)] })])
      yield* clear([one])
      expect(yield* Cargo.digest([one])).toEqual(nothing)
      expect((yield* Cargo.digest([other])).counts).toEqual({ usage: 700 })
    })))
})

it("comes in pages of so many characters, whatever rows there are, each once", async () => {
  const furnisher = new Furnisher(1)
  const account = furnisher.id<AccountId>()
  const webhook = furnisher.id<WebhookId>()
  const long = "a".repeat(60_000)
  const { attempts: _, reference: __, template: ___, verification: ____, ...message } = furnisher.value("message")
  const own = Array.from({ length: 30 }, () => {
    const id = furnisher.id<MessageId>()
    return { ...message, id, account, attempts: [], template: null, text: long }
  })
  const { parent: _____, ...drawn } = furnisher.value("webhook")
  const { followers: ______, subscribers: _______, ...event } = furnisher.value("event")
  const events = own.map(() => ({ ...event, id: furnisher.id<EventId>(), account, body: JSON.stringify(long) }))
  await using([Storages.memory], (run) =>
    run(Effect.gen(function*() {
      yield* (yield* Store).commit([commit({
        puts: [put(kinds.webhook, { ...drawn, id: webhook, account }), ...own.map((each) => put(kinds.message, each))]
      })])
      for (const each of events) {
        const delivery = { ...Fanout.delivery(each, webhook), id: Fanout.deliveryId(each.id, webhook) }
        yield* (yield* Store).commit([commit({ puts: [put(kinds.event, each), put(kinds.delivery, delivery)] })])
      }
      const found = yield* pages([account])
      const rows = found.flatMap(({ commit: { puts = [] } }) => puts)
      expect(new Set(rows.map(refText)).size).toBe(91)
      expect(rows).toHaveLength(91)
      for (const page of found) expect(JSON.stringify(page.commit.puts ?? []).length).toBeLessThan(1_300_000)
      expect(found.length).toBeGreaterThan(3)
    })))
})
