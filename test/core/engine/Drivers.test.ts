/**
 * Single decisions that are executed at the same time: they share loads and commits, and nothing else.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import type { ExecutionError } from "@signalbox/core/Executor"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { ContactId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Priority from "@signalbox/core/internal/engine/Priority"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import * as Needs from "@signalbox/core/Needs"
import { stale } from "@signalbox/core/Outcome"
import * as Refused from "@signalbox/core/Refused"
import { Store, StoreError } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const numbered = (number: number) =>
  Given.contact({
    id: `cccccccc-0000-7000-8000-${String(number).padStart(12, "0")}` as ContactId,
    phone: Given.phone(number),
    createdAt: instant(0)
  })

const keyOf = (number: number): string => numbered(number).id

interface Adding {
  readonly contact: number
  readonly by: number
  /** More contacts, which it looks at. */
  readonly beside?: ReadonlyArray<number>
  readonly isListed?: boolean
}

const page = { list: "contacts", scope: Given.accountId(1), offset: 0, limit: 1 } as const

/** Adds to a contact's time. Some commands are refused, and some are bugs. */
const Add: Decision<Adding, number> = {
  name: "add",
  needs: ({ beside = [], by, contact, isListed = false }) => {
    if (by === 7) throw new Error("a bug of needs")
    return Needs.all(
      Needs.rows(Contacts, [contact, ...beside].map(keyOf)),
      isListed ? Needs.list(page) : Needs.none
    )
  },
  decide: ({ by, contact }, { facts }) => {
    if (by === 8) throw new Error("a bug of decide")
    if (by === 9) return Result.fail(Refused.refused("RESOURCE_001"))
    const known = Facts.get(facts, Contacts, keyOf(contact)) ?? numbered(contact)
    const next = { ...known, createdAt: instant(known.createdAt + by) }
    return Result.succeed({
      answer: next.createdAt,
      commit: by === 0 ? Commits.empty : Commits.make({
        expects: [Facts.expected(facts, Contacts, keyOf(contact))],
        puts: [Commits.put(Contacts, next)]
      })
    })
  }
}

type Store_ = Store["Service"]

const program = <A>(tap: Tap, body: (executor: Executor["Service"], store: Store_) => Effect.Effect<A, unknown>) =>
  Bench.run(
    Bench.layer({ tap }),
    Effect.flatMap(Effect.all([Executor, Store]), ([executor, store]) => Effect.orDie(body(executor, store)))
  )

const begin = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkChild(effect, { startImmediately: true })

const sumOf = (store: Store_, contact: number) =>
  Effect.map(
    store.load(Needs.row(Contacts, keyOf(contact))),
    ({ rows }) => ((rows.values()[0]?.row?.value as Contact | undefined)?.createdAt ?? 0) as number
  )

const word = (exit: Exit.Exit<unknown, ExecutionError>): string =>
  Exit.isSuccess(exit) ? "done" : Option.getOrNull(Exit.findErrorOption(exit))?._tag ?? "defect"

/** Returns whether a call of the store is about a contact. */
const isAbout = (refs: ReadonlyArray<{ readonly key: string }>, contact: number): boolean =>
  refs.some(({ key }) => key === keyOf(contact))

describe("single decisions", () => {
  propWith({ runs: 40 })(
    "at the same time come to what they come to one after the other, and a failure costs no other one",
    fc.array(fc.record({ contact: fc.nat({ max: 2 }), by: fc.nat({ max: 9 }) }), { maxLength: 11 }),
    fc.boolean(),
    async (commands, isTwice) => {
      const { exits, sums } = await program(
        (store) => store,
        Effect.fnUntraced(function*({ run, runAll }, store) {
          // A set goes on at the same time.
          const set = yield* begin(runAll(Add, isTwice ? [{ contact: 0, by: 1 }] : []))
          const fibers = yield* Effect.forEach(commands, (command) => begin(run(Add, command)))
          const exits = yield* Effect.forEach(fibers, Fiber.await)
          yield* Fiber.join(set)
          return { exits, sums: yield* Effect.forEach([0, 1, 2], (contact) => sumOf(store, contact)) }
        })
      )
      const expected = { 7: "defect", 8: "defect", 9: "Refused" } as Readonly<Record<number, string>>
      expect(exits.map(word)).toEqual(commands.map(({ by }) => expected[by] ?? "done"))
      const added = (contact: number) =>
        commands.reduce(
          (sum, each) => each.contact === contact && each.by < 7 ? sum + each.by : sum,
          contact === 0 && isTwice ? 1 : 0
        )
      expect(sums).toEqual([0, 1, 2].map(added))
    }
  )

  it("that begin in one turn are one load and one batch", async () => {
    const loads: Array<number> = []
    const batches: Array<number> = []
    await program((store) => ({
      ...store,
      load: (needs) => (loads.push(needs.rows.length), store.load(needs)),
      commit: (batch) => (batches.push(batch.length), store.commit(batch))
    }), ({ run }) =>
      Effect.forEach([0, 1, 2, 2], (contact, index) => run(Add, { contact, by: index === 3 ? 0 : 1 }), {
        concurrency: "unbounded"
      }))
    expect([loads, batches]).toEqual([[3], [3]])
  })

  it("are answered one by one: one that is decided again holds up no other", async () => {
    const again = Latch.makeUnsafe(false)
    const asked = Latch.makeUnsafe(false)
    let batches = 0
    const tap: Tap = (store) => ({
      ...store,
      load: (needs) =>
        batches > 0 && isAbout(needs.rows, 0)
          ? Effect.andThen(asked.open, Effect.andThen(again.await, store.load(needs)))
          : store.load(needs),
      commit: (batch) =>
        batches++ > 0 ? store.commit(batch) : Effect.map(
          store.commit(batch.slice(1)),
          (outcomes) => {
            expect(isAbout(batch[0]!.puts, 0)).toBe(true)
            return [stale("row"), ...outcomes]
          }
        )
    })
    await program(
      tap,
      Effect.fnUntraced(function*({ run }, store) {
        const first = yield* begin(run(Add, { contact: 0, by: 1 }))
        const second = yield* begin(run(Add, { contact: 1, by: 2 }))
        expect((yield* Fiber.join(second)).answer).toBe(2)
        yield* asked.await
        expect((yield* run(Add, { contact: 2, by: 3 })).answer).toBe(3)
        expect(first.pollUnsafe()).toBe(undefined)
        yield* again.open
        expect((yield* Fiber.join(first)).answer).toBe(1)
        expect(yield* sumOf(store, 0)).toBe(1)
      })
    )
  })

  it("wait for no page of another one", async () => {
    const listed = Latch.makeUnsafe(false)
    await program(
      (store) => ({ ...store, list: (query) => Effect.andThen(listed.await, store.list(query)) }),
      Effect.fnUntraced(function*({ read, run }) {
        const first = yield* begin(run(Add, { contact: 0, by: 1, isListed: true }))
        const reading = yield* begin(read(() => Needs.list(page)))
        expect((yield* run(Add, { contact: 1, by: 2 })).answer).toBe(2)
        expect([first.pollUnsafe(), reading.pollUnsafe()]).toEqual([undefined, undefined])
        yield* listed.open
        expect((yield* Fiber.join(first)).answer).toBe(1)
        expect(Facts.page(yield* Fiber.join(reading), page).total).toBe(1)
      })
    )
  })

  it("have their turn before one that needs much, although it came first", async () => {
    const decided: Array<number> = []
    const Watched: Decision<Adding, number> = {
      ...Add,
      decide: (command, grounds) => (decided.push(command.contact), Add.decide(command, grounds))
    }
    const beside = Array.from({ length: 300 }, (_, index) => 1000 + index)
    await program((store) => store, ({ run }) =>
      Effect.all([
        run(Watched, { contact: 0, by: 1, beside }),
        run(Watched, { contact: 1, by: 1 }),
        run(Watched, { contact: 2, by: 1 })
      ], { concurrency: "unbounded" }))
    expect(decided).toEqual([1, 2, 0])
  })

  it("cost nobody anything when their callers go away, who are waited for no longer", async () => {
    const loading = Latch.makeUnsafe(false)
    const committing = Latch.makeUnsafe(false)
    const committed: Array<string> = []
    const decided: Array<number> = []
    const Watched: Decision<Adding, number> = {
      ...Add,
      decide: (command, grounds) => (decided.push(command.contact), Add.decide(command, grounds))
    }
    const begun = Latch.makeUnsafe(false)
    const tap: Tap = (store) => ({
      ...store,
      load: (needs) => Effect.andThen(loading.await, store.load(needs)),
      commit: (batch) => {
        committed.push(...batch.flatMap(({ puts }) => puts.map(({ key }) => key)))
        return Effect.andThen(begun.open, Effect.andThen(committing.await, store.commit(batch)))
      }
    })
    await program(
      tap,
      Effect.fnUntraced(function*({ run }, store) {
        const [early, late, stays] = yield* Effect.forEach(
          [0, 1, 2],
          (contact) => begin(run(Watched, { contact, by: 1 }))
        )
        yield* Fiber.interrupt(early!)
        yield* loading.open
        yield* begun.await
        yield* Fiber.interrupt(late!)
        yield* committing.open
        expect((yield* Fiber.join(stays!)).answer).toBe(1)
        // What was being committed by then is kept.
        expect(yield* Effect.forEach([0, 1, 2], (contact) => sumOf(store, contact))).toEqual([0, 1, 1])
      })
    )
    expect(decided).toEqual([1, 2])
    expect(committed).toEqual([1, 2].map(keyOf))
  })

  it.each(
    [
      ["failed", ["done", "StoreError", "done"]],
      ["unavailable", ["StoreError", "StoreError", "StoreError"]]
    ] as const
  )("of which the store cannot load one: %s", async (reason, expected) => {
    const exits = await program(
      (store) => ({
        ...store,
        load: (needs) =>
          isAbout(needs.rows, 1) ? Effect.fail(new StoreError({ reason, cause: null })) : store.load(needs)
      }),
      ({ run }) =>
        Effect.forEach([0, 1, 2], (contact) => Effect.exit(run(Add, { contact, by: 1 })), {
          concurrency: "unbounded"
        })
    )
    expect(exits.map(word)).toEqual(expected)
  })

  it("of requests go before those of work", async () => {
    const held = Latch.makeUnsafe(false)
    const loads: Array<ReadonlyArray<string>> = []
    const tap: Tap = (store) => ({
      ...store,
      load: (needs) => {
        loads.push(needs.rows.map(({ key }) => key))
        return Effect.andThen(held.await, store.load(needs))
      }
    })
    await program(
      tap,
      Effect.fnUntraced(function*({ run }) {
        const contacts = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)
        const fibers = []
        // As many as there are loads at the same time, so that the others wait.
        for (const contact of [0, 1]) {
          fibers.push(yield* begin(run(Add, { contact, by: 0 })))
          while (loads.length <= contact) yield* Effect.yieldNow
        }
        for (const contact of contacts(100, 200)) {
          fibers.push(yield* Priority.work(begin(run(Add, { contact, by: 0 }))))
        }
        fibers.push(yield* begin(run(Add, { contact: 500, by: 0 })))
        yield* held.open
        yield* Effect.forEach(fibers, Fiber.join)
        expect(loads[2]).toEqual([500, ...contacts(100, 32)].map(keyOf))
      })
    )
  })

  it("are decided by the clocks of their callers", async () => {
    const own = new Bench.StillClock(Effect.runSync(Clock.Clock))
    own.set(instant(Given.now + 5))
    const [theirs, mine] = await program((store) => store, ({ run }) =>
      Effect.all([
        run(Add, { contact: 0, by: 1 }),
        Effect.provideService(run(Add, { contact: 1, by: 1 }), Clock.Clock, own)
      ], { concurrency: "unbounded" }))
    expect([theirs.at, mine.at]).toEqual([Given.now, Given.now + 5])
  })

  it("are counted by what they have come to", async () => {
    const registry = new Map()
    const Counted: Decision<Adding, number> = { ...Add, name: "counted" }
    await program((store) => store, ({ run }) =>
      Effect.provideService(
        Effect.forEach([1, 1, 8, 9], (by, contact) => Effect.exit(run(Counted, { contact, by }))),
        Metric.MetricRegistry,
        registry
      ))
    const told = await Effect.runPromise(Effect.provideService(Metric.snapshot, Metric.MetricRegistry, registry))
    const counts = told.flatMap((metric) =>
      metric.id === "signalbox_decisions" && metric.type === "Counter"
        ? [[metric.attributes?.["outcome"], metric.state.count]]
        : []
    )
    expect(Object.fromEntries(counts)).toEqual({ done: 2, defect: 1, refused: 1 })
    const [took] = told.filter(({ id }) => id === "signalbox_decision_milliseconds")
    expect(took?.type === "Histogram" ? took.state.count : null).toBe(4)
  })

  it("need nothing of an account that others asked for", async () => {
    const Absent: Decision<void, boolean> = {
      name: "absent",
      needs: () => Needs.row(Accounts, Given.accountId(9)),
      decide: (_, { facts }) =>
        Result.succeed({ answer: Facts.get(facts, Accounts, Given.accountId(9)) === null, commit: Commits.empty })
    }
    const [absent] = await program(
      (store) => store,
      ({ run }) => Effect.all([run(Absent, undefined), run(Add, { contact: 0, by: 1 })], { concurrency: "unbounded" })
    )
    expect(absent.answer).toBe(true)
  })
})
