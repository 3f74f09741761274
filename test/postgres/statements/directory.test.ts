/**
 * The statements of the directory of cells, word by word, and what comes of their answers (`Recorded.ts`).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { CellName } from "@signalbox/core/CellName"
import type { Entry, Lead } from "@signalbox/core/Directory"
import { Directory } from "@signalbox/core/Directory"
import * as PostgresDirectory from "@signalbox/postgres/PostgresDirectory"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import { recorded } from "../Recorded.ts"

const [eu, us] = ["eu", "us"] as ReadonlyArray<string> as readonly [CellName, CellName]

const account = Given.accountId(1)

const opened = (options?: PostgresDirectory.Options) =>
  Effect.flatMap(PgClient, (client) =>
    Effect.map(
      Effect.scoped(Effect.provideService(
        Layer.build(Layer.fresh(PostgresDirectory.layerClient(options))),
        PgClient,
        client
      )),
      (context) => Context.get(context, Directory)
    ))

it("the directory of cells", async () => {
  const told = await recorded(Effect.fnUntraced(function*(run, answer) {
    const start = (options?: PostgresDirectory.Options) => Effect.asVoid(opened(options))
    const [there, missing] = [[{ found: true }], [{ found: false }]]
    yield* run("one that is there", start(), there)
    yield* run("one that is made", start({ schema: "a\"b" }), missing)
    yield* run("one that is there, which makes nothing", start({ migrate: "check" }), there)
    yield* run("one that is not, and is not made", start({ migrate: "check", schema: "d" }), missing)
    yield* run("one whose name is too long", start({ schema: "x".repeat(64) }))
    yield* run("one that cannot be asked", start(), Object.assign(new Error("no"), { code: "42501" }))
    answer(there)
    const directory = yield* Effect.orDie(opened())
    const lead = (key: string, kind: Lead["kind"] = "number"): Lead => ({ kind, key })
    const entry = (key: string, cell = eu): Entry => ({ cell, account, lead: lead(key) })
    yield* run("what is found, and what is not", directory.find([lead("1"), lead("2"), lead("1", "key")]), [
      { kind: "key", key: "1", cell: us },
      { kind: "number", key: "1", cell: eu }
    ])
    yield* run(
      "what is entered, and what another cell has",
      directory.enter([entry("1"), entry("2"), entry("3", us)]),
      [
        { kind: "number", key: "2", cell: us },
        { kind: "number", key: "1", cell: eu }
      ]
    )
    yield* run("what is replaced", directory.replace(entry("1", us), eu, 5), [{ key: "1" }])
    yield* run("what is not", directory.replace(entry("1", us), eu, 5))
    yield* run("what is moved", directory.move([account, Given.accountId(2)], eu, us), [{ key: "1" }, { key: "2" }])
  }))
  await expect(told).toMatchFileSnapshot("directory.txt")
})
