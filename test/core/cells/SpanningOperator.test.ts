/**
 * The operator's calls that span cells: lists of all of them, settings of each, and rows that are sought (decisions 20.4).
 */
import type { CellName } from "@signalbox/core/CellName"
import * as Instant from "@signalbox/core/Instant"
import type { DeadLetter } from "@signalbox/core/internal/row/DeadLetter"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { Name } from "./Operating.ts"
import { scene } from "./Operating.ts"
import { eu, us } from "./World.ts"

const at = (millis: number) => Instant.make(millis)

/** Lists of each cell, the newest first. */
const lists: Readonly<Record<string, ReadonlyArray<readonly [millis: number, key: string]>>> = {
  eu: [[9, "a"], [7, "e"], [7, "a"], [3, "a"]],
  us: [[8, "a"], [7, "z"], [7, "c"], [2, "a"]]
}
const merged = ["9 a", "8 a", "7 z", "7 e", "7 c", "7 a", "3 a", "2 a"]

describe("a list of all cells", () => {
  it("has the accounts of all in one order, page by page", () =>
    scene(({ operator, told }) =>
      Effect.gen(function*() {
        for (const limit of [1, 2, 3, 7, 8, 9]) {
          const { accounts, after, total } = yield* operator.accounts(null, limit)
          expect(accounts.map(({ account: { createdAt, id } }) => `${createdAt} ${id}`)).toEqual(merged.slice(0, limit))
          expect(total).toBe(8)
          const last = accounts.at(-1)?.account
          expect(after).toEqual(limit > 8 ? null : { at: last?.createdAt, key: last?.id })
          expect(told()).toEqual([[eu, "accounts", null, limit], [us, "accounts", null, limit]])
        }
        const behind = { at: at(7), key: "c" }
        yield* operator.accounts(behind, 2)
        expect(told()).toEqual([[eu, "accounts", behind, 2], [us, "accounts", behind, 2]])
      }), {
      accounts: (cell) => ({
        accounts: lists[cell]!.map(([millis, id]) => ({ account: { createdAt: at(millis), id }, balance: 0 })),
        total: lists[cell]!.length,
        after: null
      })
    }))

  it("has what has failed in all in one order, from any place on", () => {
    const letter = ([millis, key]: readonly [number, string]) => ({ at: at(millis), kind: "send", key })
    return scene(({ operator, told }) =>
      Effect.gen(function*() {
        for (const [offset, limit] of [[0, 2], [2, 3], [3, 4], [4, 4], [9, 1]] as const) {
          const { after, letters, total } = yield* operator.deadLetters(offset, limit)
          expect(letters.map(({ at, key }: DeadLetter) => `${at} ${key}`)).toEqual(merged.slice(offset, offset + limit))
          expect(total).toBe(8)
          const last = letters.at(-1)
          const isLast = letters.length < limit
          expect(after).toEqual(isLast ? null : { at: last?.at, key: `send:${last?.key}` })
          expect(told()).toEqual([eu, us].map((cell) => [cell, "deadLetters", 0, offset + limit, null]))
        }
        const behind = { at: at(1), key: "x" }
        yield* operator.deadLetters(1, 1, behind)
        expect(told()).toEqual([eu, us].map((cell) => [cell, "deadLetters", 0, 2, behind]))
      }), {
      deadLetters: (cell) => ({ letters: lists[cell]!.map(letter), total: lists[cell]!.length, after: null })
    })
  })

  it("has a hundred lanes at most, by their names", () => {
    const names = (first: number) =>
      Array.from({ length: 60 }, (_, index) => ({ lane: `send:${String(1000 + first + 2 * index)}` }))
    return scene(({ operator, told }) =>
      Effect.gen(function*() {
        const found = yield* operator.lanes("send", "send:x")
        expect(found.map(({ lane }) => lane))
          .toEqual(Array.from({ length: 100 }, (_, index) => `send:${1000 + index}`))
        expect(told()).toEqual([[eu, "lanes", "send", "send:x"], [us, "lanes", "send", "send:x"]])
      }), { lanes: (cell) => names(cell === eu ? 1 : 0) })
  })

  it("shows a restriction once, and the weights of each", () => {
    const restriction = (on: string, mode: string) => ({ on, mode })
    return scene(({ operator }) =>
      Effect.gen(function*() {
        expect(yield* operator.restrictions).toEqual([
          restriction("submission:a", "paused"),
          restriction("submission:a", "drained"),
          restriction("submission:b", "paused")
        ])
        expect(yield* operator.carrierWeights).toEqual(["1 eu", "2 eu", "1 us", "2 us"])
      }), {
      restrictions: (cell) =>
        cell === eu
          ? [restriction("submission:a", "paused"), restriction("submission:a", "drained")]
          : [restriction("submission:a", "paused"), restriction("submission:b", "paused")],
      carrierWeights: (cell) => [`1 ${cell}`, `2 ${cell}`]
    })
  })
})

/** Settings, each with what it is given. */
const settings: ReadonlyArray<readonly [Name, ...ReadonlyArray<string>]> = [
  ["restrict", "subject", "mode"],
  ["lift", "subject"],
  ["pinCarrier", "place", "weight", "until"],
  ["releaseCarrier", "place"],
  ["setServiceRetention", "retention"]
]

/** Rows that only one cell has, with the answer of one that does not have it. */
const sought: ReadonlyArray<readonly [Name, ReadonlyArray<string>, unknown, unknown]> = [
  ["findUser", ["user"], null, { id: "user" }],
  ["findTemplate", ["template"], null, { id: "template" }],
  ["assess", ["template", "statement"], { _tag: "Unknown" }, { _tag: "Assessed" }],
  ["retryDeadLetter", ["kind", "key"], "NotFound", "Retried"],
  ["discardDeadLetter", ["kind", "key"], "NotFound", "Discarded"]
]

describe("a call about no account", () => {
  it.each(settings)(
    "is made in each cell when it sets something: %s",
    (name, ...given) =>
      scene(({ call, told }) =>
        Effect.gen(function*() {
          expect(yield* call(name, given)).toBe(eu)
          expect(told()).toEqual([[eu, name, ...given], [us, name, ...given]])
        })
      )
  )

  it.each(sought)("seeks in one cell after the other: %s", (name, given, unknown, found) => {
    let holder = us
    return scene(({ call, told }) =>
      Effect.gen(function*() {
        expect(yield* call(name, given)).toEqual(found)
        expect(told()).toEqual([[eu, name, ...given], [us, name, ...given]])
        holder = eu
        expect(yield* call(name, given)).toEqual(found)
        expect(told()).toEqual([[eu, name, ...given]])
      }), { [name]: (cell: CellName) => cell === holder ? found : unknown })
  })

  it("about the service's retention asks the cell of the directory, since each has the same", () =>
    scene(({ call, told }) =>
      Effect.gen(function*() {
        expect(yield* call("serviceRetention", [])).toBe(eu)
        expect(told()).toEqual([[eu, "serviceRetention"]])
      })
    ))
})
