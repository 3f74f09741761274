/** The simulated networks keep what they took in PostgreSQL when the service keeps its data there. */
import * as Storage from "@signalbox/emulator/Storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"

describe("the networks of an emulator on PostgreSQL", () => {
  let database: Database.Database

  beforeEach(async () => {
    database = await Database.fresh()
  })

  afterEach(() => database.drop())

  it.each(
    [
      ["storage", true],
      ["memory", false]
    ] as const
  )("NETWORK=%s: have tables of their own: %s", async (network, expected) => {
    const layers = Storage.make(Redacted.make(database.url), network)
    await Layer.build(Layer.merge(layers.storage, layers.network)).pipe(Effect.scoped, Effect.runPromise)
    const [found] = await database.query<{ readonly has: boolean }>(
      "select to_regnamespace('signalbox_emulator') is not null as has"
    )
    expect(found).toEqual({ has: expected })
  })
})
