/**
 * A transaction of postgres.js runs each statement in a savepoint of postgres.js, one after the other.
 */
import type { PostgresJsTransaction } from "signalbox"
import { fromPostgresJs } from "signalbox"
import { expect, it } from "vitest"

/** A transaction that notes what it is asked for, and the statements whose ends the test decides upon. */
const noting = () => {
  const noted: Array<readonly [where: string, text: string, values: ReadonlyArray<unknown> | undefined]> = []
  const ends: Array<
    { readonly succeed: (rows: ReadonlyArray<object>) => void; readonly fail: (error: Error) => void }
  > = []
  const statements = (where: string) => ({
    unsafe: (text: string, values?: Array<never>) => {
      noted.push([where, text, values])
      return new Promise<ReadonlyArray<object>>((succeed, fail) => ends.push({ succeed, fail }))
    }
  })
  let savepoints = 0
  const tx: PostgresJsTransaction = Object.assign(() => {}, {
    ...statements("outside"),
    savepoint: (run: (nested: ReturnType<typeof statements>) => Promise<unknown>) => run(statements(`${++savepoints}`))
  })
  return { tx, noted, ends }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

it("a statement waits for the one before, whatever that comes to, and has its own savepoint and its own rows", async () => {
  const { ends, noted, tx } = noting()
  const { query } = fromPostgresJs(tx)
  const [first, second, third] = [query("select $1", [7]), query("select 2"), query("select 3", [])]
  const failed = first.catch((error: unknown) => error)
  await turn()
  expect(noted).toEqual([["1", "select $1", [7]]])
  const error = new Error("no such column")
  ends[0]?.fail(error)
  await turn()
  expect(noted.slice(1)).toEqual([["2", "select 2", []]])
  ends[1]?.succeed([{ two: 2 }])
  await turn()
  expect(noted.slice(2)).toEqual([["3", "select 3", []]])
  ends[2]?.succeed([])
  expect([await failed, await second, await third]).toEqual([error, { rows: [{ two: 2 }] }, { rows: [] }])
})

it.each(["SAVEPOINT a", "RELEASE SAVEPOINT a", "ROLLBACK TO SAVEPOINT a"])(
  "%s stands outside of any savepoint of postgres.js",
  async (text) => {
    const { ends, noted, tx } = noting()
    const done = fromPostgresJs(tx).query(text)
    await turn()
    expect(noted).toEqual([["outside", text, []]])
    ends[0]?.succeed([])
    expect(await done).toEqual({ rows: [] })
  }
)

it("a word that begins so is no end of a savepoint", async () => {
  const { noted, tx } = noting()
  void fromPostgresJs(tx).query("SAVEPOINTS")
  await turn()
  expect(noted).toEqual([["1", "SAVEPOINTS", []]])
})

it("one transaction is the same whoever asks, since calls in it take turns", () => {
  const { tx } = noting()
  expect(fromPostgresJs(tx)).toBe(fromPostgresJs(tx))
  expect(fromPostgresJs(tx)).not.toBe(fromPostgresJs(noting().tx))
})

it("what is no transaction of postgres.js is refused", () => {
  const strange = fromPostgresJs as (tx: unknown) => unknown
  const call = () => {}
  for (
    const parts of [
      null,
      7,
      { unsafe: call, savepoint: call },
      call,
      ...[
        { savepoint: call },
        { unsafe: 7, savepoint: call },
        { unsafe: call },
        { unsafe: call, savepoint: 7 }
      ].map((each) => Object.assign(() => {}, each))
    ]
  ) {
    expect(() => strange(parts)).toThrow(
      "fromPostgresJs needs a transaction: begin one first, with sql.begin(async (tx) => …), and hand over its tx."
    )
  }
})
