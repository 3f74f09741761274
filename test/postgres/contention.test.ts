/**
 * Two nodes that write and expect the same messages and other rows all the time. A row that has changed while a statement
 * waited for its lock is looked at again, and PostgreSQL 18 crashes after that when it has to choose a partition for the
 * next one. Each crash throws out every session of the server, and the nodes get over it: the server's log tells.
 */
import { make, put } from "@signalbox/core/Commit"
import type { AccountId, ContactId, MessageId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { ref } from "@signalbox/core/Kind"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import { none } from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import * as Messages_ from "@signalbox/testing/generate/Messages"
import * as Rows from "@signalbox/testing/generate/Rows"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { suite } from "./Client.ts"
import { outages } from "./Server.ts"

const { harness, node } = suite("contention", { heartbeatMillis: 60_000 })

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId

const idOf = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`

/** Contacts and messages, whose keys alternate between the tables in no order. */
const rows: ReadonlyArray<Row> = numbers(12).flatMap((number) => {
  const { reference: _, ...message } = fc.sample(Messages_.message, { seed: number, numRuns: 1 })[0]!
  const contact = fc.sample(Rows.contact, { seed: number, numRuns: 1 })[0]!
  return [
    put(Messages, { ...message, id: idOf(number) as MessageId }),
    put(Contacts, { ...contact, id: idOf(number) as ContactId })
  ]
})

/** The commits of one caller: each writes half of the rows, and expects some of the others to be as they are. */
const contend = ({ store }: Services, caller: number, turns: number) =>
  Effect.forEach(numbers(turns), (turn) =>
    Effect.gen(function*() {
      const [written, others] = [0, 1].map((half) =>
        rows.filter((_, index) => (index * 7 + turn + caller + half) % 2 === 0)
      )
      const expected = others!.slice(turn % 8, turn % 8 + 4).map(({ key, kind }) => ({ kind, key }))
      const facts = yield* store.load({ ...none, rows: expected })
      const expects = expected.map((ref) => ({ ref, version: facts.rows.get(ref)!.version }))
      // By a deletion it reads first, as a batch does that lost a race.
      const deletes = turn % 2 === 0 ? [ref(Contacts, idOf(99))] : []
      // What else a commit may touch makes the statement as large as those of the service are.
      const debits = [{ account, amount: money(-1), floor: money(0), once: `${caller}/${turn}` }]
      const due = [{
        work: { kind: "dispatch" as const, key: `${turn % 5}` },
        lane: DispatchWork.lane.of(account),
        at: instant(0)
      }]
      const [outcome] = yield* store.commit([make({ puts: written!, expects, deletes, debits, due })])
      return outcome!._tag as string
    }).pipe(Effect.catch(({ message }) => Effect.succeed(message))))

describe("two nodes that contend for messages and other rows", () => {
  it("never bring the server down", { timeout: 120_000 }, () =>
    Effect.gen(function*() {
      const one = yield* harness.make
      const two = yield* node
      yield* one.store.commit([make({ puts: rows })])
      const tags = yield* Effect.forEach(
        numbers(8),
        (caller) => contend(caller % 2 === 0 ? one : two, caller, 60),
        { concurrency: "unbounded" }
      )
      expect(outages()).toEqual([])
      expect([...new Set(tags.flat())].toSorted()).toEqual(["Done", "Stale"])
    }).pipe(Effect.scoped, Effect.runPromise))
})
