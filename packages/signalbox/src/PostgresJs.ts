/**
 * Transactions of postgres.js, whose clients are functions and have no `query`.
 */
import * as Errors from "./internal/errors.ts"
import type { Transaction } from "./Storage.ts"

/** Runs a statement whose parameters are numbered. */
export interface PostgresJsStatements {
  readonly unsafe: (text: string, values?: Array<never>) => PromiseLike<ReadonlyArray<object>>
}

/** The transaction that `sql.begin(async (tx) => …)` of postgres.js calls back with. */
export interface PostgresJsTransaction extends PostgresJsStatements {
  readonly savepoint: <A>(run: (nested: PostgresJsStatements) => Promise<A>) => PromiseLike<unknown>
}

/** These begin and end savepoints of the caller's own. */
const isControl = (text: string): boolean => /^(?:SAVEPOINT|RELEASE|ROLLBACK)\b/.test(text)

const known = new WeakMap<PostgresJsTransaction, Transaction>()

const isTransaction = (value: unknown): value is PostgresJsTransaction =>
  typeof value === "function" && "unsafe" in value && typeof value.unsafe === "function" && "savepoint" in value &&
  typeof value.savepoint === "function"

const make = (tx: PostgresJsTransaction): Transaction => {
  const rowsOf = async (statements: PostgresJsStatements, text: string, values: Array<unknown>) => ({
    rows: await statements.unsafe(text, values as Array<never>)
  })
  // postgres.js rolls a transaction back in which any statement has failed, even when its failure was handled. It does not
  // where that statement had a savepoint of postgres.js.
  const run = async (text: string, values: Array<unknown>) => {
    if (isControl(text)) return rowsOf(tx, text, values)
    let found: Awaited<ReturnType<typeof rowsOf>> | null = null
    await tx.savepoint(async (nested) => {
      found = await rowsOf(nested, text, values)
    })
    return found!
  }
  // A savepoint and its statement are two: nothing may come between them, such as the rollback of what was given up.
  let last: Promise<unknown> = Promise.resolve()
  return {
    query: (text, values = []) => {
      const next = last.then(() => run(text, values))
      last = next.catch(() => {})
      return next
    }
  }
}

/**
 * Makes of a transaction of postgres.js one for `box.in`: `sql.begin((tx) => box.in(fromPostgresJs(tx)).as(id)…)`.
 *
 * @throws SignalboxError when it is given something else, such as `sql` itself
 */
export const fromPostgresJs = (tx: PostgresJsTransaction): Transaction => {
  if (!isTransaction(tx)) {
    throw Errors.error(
      "VALIDATION_001",
      "fromPostgresJs needs a transaction: begin one first, with sql.begin(async (tx) => …), and hand over its tx."
    )
  }
  const found = known.get(tx) ?? make(tx)
  known.set(tx, found)
  return found
}
