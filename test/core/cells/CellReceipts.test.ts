/**
 * A receipt is reported to the cell in which this node has seen its reference, and to the others when that one denies it.
 */
import type { CellName } from "@signalbox/core/CellName"
import type { Inside } from "@signalbox/core/Cells"
import { Cells } from "@signalbox/core/Cells"
import * as CellService from "@signalbox/core/CellService"
import * as Commit from "@signalbox/core/Commit"
import type { AttemptId, CarrierId, MessageId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as CellReceipts from "@signalbox/core/internal/cells/CellReceipts"
import * as Leads from "@signalbox/core/internal/cells/Leads"
import * as ReceiptNames from "@signalbox/core/internal/cells/ReceiptNames"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import { CarrierReferences } from "@signalbox/core/internal/row/CarrierReference"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Answer, Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import { hashKey } from "@signalbox/core/Secret"
import { Store, StoreError } from "@signalbox/core/Store"
import * as Whereabouts from "@signalbox/core/Whereabouts"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { eu, us } from "./World.ts"
import * as World from "./World.ts"

const message = "20000000-0000-4000-8000-000000000001" as MessageId
const attempt = "30000000-0000-4000-8000-000000000001" as AttemptId
const carrier = "acme" as CarrierId

const byReference = (reference: string): Receipt => ({
  subject: { _tag: "Reference", carrier, reference },
  reported: { _tag: "Delivered" }
})

const byAttempt: Receipt = { subject: { _tag: "Attempt", message, attempt }, reported: { _tag: "Delivered" } }

const nameless = { subject: { _tag: "Reference", carrier, reference: "" }, reported: { _tag: "Delivered" } } as const

const committed = (reference: string, to?: PhoneNumber) =>
  Commit.make({
    puts: [Commit.put(CarrierReferences, { carrier, reference, message, attempt, ...(to === undefined ? {} : { to }) })]
  })

const nameOf = ({ subject }: Receipt): string => subject._tag === "Reference" ? subject.reference : subject.attempt

interface Observed {
  readonly receipts: Receipts["Service"]
  readonly world: World.World
  /** The references and attempts that each cell knows. */
  readonly known: ReadonlyMap<CellName, Set<string>>
  /** The questions to the cells, in order. */
  readonly asked: Array<readonly [CellName, ReadonlyArray<string>]>
  /** The cells that never answer. */
  readonly silent: Set<CellName>
}

const run = (use: (observed: Observed) => Effect.Effect<void, unknown, Scope.Scope>) =>
  Effect.gen(function*() {
    const world = yield* World.make
    const asked: Array<readonly [CellName, ReadonlyArray<string>]> = []
    const known = new Map([eu, us].map((cell) => [cell, new Set<string>()]))
    const silent = new Set<CellName>()
    const own = (cell: CellName) =>
      Layer.mock(Receipts, {
        reportAll: (receipts) =>
          Effect.suspend(() => {
            asked.push([cell, receipts.map(nameOf)])
            return silent.has(cell) ?
              Effect.never :
              Effect.succeed(
                receipts.map((receipt): Exit.Exit<Answer> =>
                  Exit.succeed(known.get(cell)!.has(nameOf(receipt)) ? "applied" : "unknown")
                )
              )
          })
      })
    const layer = CellReceipts.layer.pipe(
      Layer.provide(Layer.succeed(Whereabouts.Whereabouts, world.whereabouts)),
      Layer.provide(Layer.succeed(Cells, {
        ...world.cells,
        within: <A, E>(cell: CellName, effect: Effect.Effect<A, E, Inside>) =>
          world.cells.within(cell, Effect.provide(effect, own(cell)))
      }))
    )
    const receipts = Context.get(yield* Layer.build(layer), Receipts)
    yield* use({ receipts, world, known, asked, silent })
  }).pipe(Effect.scoped, Effect.runPromise)

const of = ({ world: { bare, whereabouts } }: Observed, name: "eu" | "us") =>
  ReceiptNames.wrap(name === "eu" ? eu : us, whereabouts, bare[name])

describe("a receipt", () => {
  it("is asked of one cell where this node has committed its reference", () =>
    run((told) =>
      Effect.gen(function*() {
        const { asked, known, receipts } = told
        yield* of(told, "us").commit([committed("r1")])
        known.get(us)!.add("r1")
        expect(yield* receipts.report(byReference("r1"))).toBe("applied")
        expect(asked).toEqual([[us, ["r1"]]])
      })
    ))

  it("is asked of all in turn where no node has told, and of one from then on", () =>
    run(({ asked, known, receipts }) =>
      Effect.gen(function*() {
        known.get(us)!.add("r1").add(attempt)
        for (const receipt of [byReference("r1"), byAttempt]) {
          asked.length = 0
          const name = nameOf(receipt)
          expect(yield* receipts.report(receipt)).toBe("applied")
          expect(yield* receipts.report(receipt)).toBe("applied")
          expect(asked).toEqual([[eu, [name]], [us, [name]], [us, [name]]])
        }
      })
    ))

  it("is asked of the others when the cell that had it denies it", () =>
    run((told) =>
      Effect.gen(function*() {
        const { asked, known, receipts } = told
        yield* of(told, "us").commit([committed("r1")])
        known.get(eu)!.add("r1")
        expect(yield* receipts.report(byReference("r1"))).toBe("applied")
        expect(yield* receipts.report(byReference("r1"))).toBe("applied")
        expect(asked.map(([cell]) => cell)).toEqual([us, eu, eu])
        expect(yield* receipts.report(byReference("r2"))).toBe("unknown")
        // Nobody is asked twice.
        known.get(eu)!.clear()
        asked.length = 0
        expect(yield* receipts.report(byReference("r1"))).toBe("unknown")
        expect(asked.map(([cell]) => cell)).toEqual([eu, us])
      })
    ))

  it("is not held up by a cell that is silent, alone or beside others", () =>
    run(({ asked, known, receipts, silent }) =>
      Effect.gen(function*() {
        silent.add(eu)
        known.get(us)!.add("r1").add("r2").add("r3")
        expect(yield* receipts.report(byReference("r1"))).toBe("applied")
        expect(asked).toEqual([[eu, ["r1"]], [us, ["r1"]]])
        const exits = yield* receipts.reportAll(["r1", "r2", "r3"].map(byReference))
        expect(exits.map((exit) => Exit.isSuccess(exit) && exit.value)).toEqual(["applied", "applied", "applied"])
      })
    ))

  it("is not remembered by what was not committed", () =>
    run((told) =>
      Effect.gen(function*() {
        const { asked, receipts, world } = told
        const [outcome] = yield* of(told, "us").commit([{
          ...committed("r1"),
          expects: [{ ref: { kind: "carrier_reference", key: "acme/r1" }, version: 7 }]
        }])
        expect(outcome?._tag).toBe("Stale")
        world.broken.add("us")
        yield* Effect.flip(of(told, "us").commit([committed("r1")]))
        yield* receipts.report(byReference("r1"))
        expect(asked.map(([cell]) => cell)).toEqual([eu, us])
      })
    ))

  it("of a recipient is another one than the same reference of nobody in particular", () =>
    run((told) =>
      Effect.gen(function*() {
        const { asked, receipts } = told
        const to = "+12015550123" as PhoneNumber
        yield* of(told, "us").commit([committed("r1", to)])
        yield* receipts.report({ ...byReference("r1"), subject: { _tag: "Reference", carrier, reference: "r1", to } })
        yield* receipts.report(byReference("r1"))
        expect(asked.map(([cell]) => cell)).toEqual([us, eu, eu, us])
      })
    ))

  it("that names nothing is asked of one cell, which says so", () =>
    run(({ asked, receipts }) =>
      Effect.gen(function*() {
        expect(yield* receipts.report(nameless)).toBe("unknown")
        expect(asked.map(([cell]) => cell)).toEqual([eu])
      })
    ))

  it("fails when no cell knows it and one could not be asked", () =>
    run(({ known, receipts, world }) =>
      Effect.gen(function*() {
        known.get(us)!.add("r1")
        world.away.add(eu)
        expect(yield* receipts.report(byReference("r1"))).toBe("applied")
        expect(yield* Effect.flip(receipts.report(byReference("r2")))).toBeInstanceOf(StoreError)
        // It is away, and it was asked last.
        world.away.delete(eu)
        world.away.add(us)
        expect(yield* Effect.flip(receipts.report(byReference("r2")))).toBeInstanceOf(StoreError)
      })
    ))
})

describe("the storage of a cell", () => {
  it("remembers references, and enters what leads to it", () =>
    run(({ world: { bare, directory, whereabouts } }) =>
      Effect.gen(function*() {
        const storage = CellService.storage(us, whereabouts, Layer.succeed(Store, bare.us))
        const store = Context.get(yield* Layer.build(storage), Store)
        const lead = Leads.ofKey(hashKey("a key"))
        const key = { hash: hashKey("a key"), prefix: "aaaaaaaa", createdAt: Instant.make(0), revokedAt: null }
        const made = Commit.make({ puts: [Commit.put(ApiKeys, { ...key, account: Given.accountId(1) })] })
        yield* store.commit([made, committed("r1")])
        expect(whereabouts.lastSeen("acme/r1")).toBe(us)
        expect(yield* directory.find([lead])).toEqual([us])
      })
    ))
})

describe("receipts that come together", () => {
  it("reach each cell as one set, and those that it denies the next one", () =>
    run((told) =>
      Effect.gen(function*() {
        const { asked, known, receipts } = told
        yield* of(told, "eu").commit([committed("e1"), committed("e2")])
        yield* of(told, "us").commit([committed("u1"), committed("u2")])
        for (const name of ["e1", "e2"]) known.get(eu)!.add(name)
        for (const name of ["u1", "u2", "new"]) known.get(us)!.add(name)
        const references = ["u1", "e1", "new", "e2", "nobody", "u2"]
        const exits = yield* receipts.reportAll(references.map(byReference))
        expect(exits).toEqual(
          references.map((name) => Exit.succeed(name === "nobody" ? "unknown" : "applied"))
        )
        expect(asked).toHaveLength(3)
        expect(asked.slice(0, 2)).toEqual(expect.arrayContaining([
          [eu, ["e1", "new", "e2", "nobody"]],
          [us, ["u1", "u2"]]
        ]))
        expect(asked[2]).toEqual([us, ["new", "nobody"]])
        expect(yield* receipts.reportAll([])).toEqual([])
      })
    ))

  it("of a cell that is away fail, and the others do not", () =>
    run((told) =>
      Effect.gen(function*() {
        const { known, receipts, world } = told
        known.get(us)!.add("u1")
        world.away.add(eu)
        const [away, there] = yield* receipts.reportAll(["e1", "u1"].map(byReference))
        expect([away!._tag, there]).toEqual(["Failure", Exit.succeed("applied")])
      })
    ))
})
