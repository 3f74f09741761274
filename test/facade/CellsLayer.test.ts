/**
 * The cells of a service as its options name them: the one of the directory comes first, each account has one, and a host's
 * transaction is in the cell of the account that it is for.
 */
import type { CellName } from "@signalbox/core/CellName"
import { Store, StoreError } from "@signalbox/core/Store"
import { Whereabouts } from "@signalbox/core/Whereabouts"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { cells, memory, SignalboxError } from "signalbox"
import { transaction } from "signalbox/internal/cellsLayer"
import { describe, expect, it } from "vitest"
import { european, place, start } from "./Celled.ts"

const two = { eu: memory(), us: memory(), ap: memory() }

describe("the cells of a service", () => {
  it.each<readonly [directory: string | undefined, names: string]>([
    [undefined, "eu, us, ap"],
    ["eu", "eu, us, ap"],
    ["ap", "ap, eu, us"]
  ])("begin with that of the directory %s", async (directory, names) => {
    const options = directory === undefined ? { place } : { place, directory }
    await using celled = start(cells(two, options))
    const { box } = celled
    await box.accounts.ensure({ id: european, name: "Acme" })
    await expect(box.operator.accounts.move(european, { to: "mars" })).rejects.toThrow(
      `operator.accounts.move: to must be the name of a cell: ${names}`
    )
  })

  it.each<unknown>(["mars", "toString", "", ["eu"], 7, null, undefined])(
    "do not take an account that is placed in %j",
    async (cell) => {
      await using celled = start(cells(two, { place: () => cell as string }))
      const refusal: unknown = await celled.box.accounts.ensure({ name: "Acme" }).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(SignalboxError)
      expect(String((refusal as SignalboxError).cause)).toBe(
        "TypeError: place(account) must return the name of a cell: eu, us, ap"
      )
    }
  )
})

describe("a transaction in a cell", () => {
  const [eu, us] = ["eu" as CellName, "us" as CellName]
  const away = new StoreError({ reason: "unavailable", message: "the directory is away", cause: null })
  const lead = { kind: "account", key: european }

  /** Begins one in the cell us where the account was found in these cells, one after the other. */
  const begin = (...found: ReadonlyArray<CellName | StoreError | null>) => {
    const asked: Array<readonly [name: string, lead: object]> = []
    const left = [...found]
    const whereabouts = Layer.mock(Whereabouts, {
      find: (lead) =>
        Effect.suspend(() => {
          asked.push(["find", lead])
          const next = left.shift() ?? null
          return next instanceof StoreError ? Effect.fail(next) : Effect.succeed(next)
        }),
      forget: (lead) => void asked.push(["forget", lead]),
      remembered: () => undefined,
      saw: () => {},
      lastSeen: () => undefined
    })
    const begun = transaction("us", european.toUpperCase(), "messages.send", Layer.mock(Store, {}))
    const said = Effect.match(begun, {
      onFailure: ({ code, message, retryAfterMs }) => ({ code, message, retryAfterMs }),
      onSuccess: (layer) => Layer.isLayer(layer)
    })
    return Effect.runPromise(Effect.map(Effect.provide(said, whereabouts), (answer) => ({ answer, asked })))
  }

  it.each<readonly [name: string, found: ReadonlyArray<CellName | null>, asked: ReadonlyArray<string>]>([
    ["is there", [us, us], ["find", "find"]],
    ["has come there since this node has looked", [eu, us], ["find", "forget", "find"]],
    ["is nowhere, which the call itself tells", [null], ["find"]],
    ["has gone since this node has looked", [eu, null], ["find", "forget", "find"]]
  ])("goes on for an account that %s", async (_, found, asked) => {
    expect(await begin(...found)).toEqual({ answer: true, asked: asked.map((name) => [name, lead]) })
  })

  it("is refused for an account of another cell", async () => {
    const shouted = european.toUpperCase()
    expect(await begin(eu, eu)).toEqual({
      answer: {
        code: "VALIDATION_001",
        message:
          `messages.send in(transaction): the account ${shouted} is in the cell eu, and the transaction in us: begin one ` +
          "there",
        retryAfterMs: null
      },
      asked: ["find", "forget", "find"].map((name) => [name, lead])
    })
  })

  it("is for later where nobody can say where the account is", async () => {
    const later = {
      code: "INTERNAL_005",
      message: expect.any(String),
      retryAfterMs: 1000
    }
    expect((await begin(away)).answer).toEqual(later)
    expect((await begin(eu, away)).answer).toEqual(later)
  })
})
