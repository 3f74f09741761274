/**
 * Judges what a host has given as its transaction: libraries call different things so.
 */
import * as Errors from "./errors.ts"

const has = (value: object, ...methods: ReadonlyArray<string>): boolean =>
  methods.every((name) => typeof Reflect.get(value, name) === "function")

/** The transactions of libraries that have no `query` of their own, and what makes one of them that has. */
const foreign: ReadonlyArray<readonly [methods: ReadonlyArray<string>, remedy: string]> = [
  [["unsafe", "savepoint"], "this one of postgres.js as in(fromPostgresJs(tx))"],
  [["executeQuery", "selectFrom"], "the lines for Kysely in the guide to transactions"],
  [["execute", "transaction"], "the lines for Drizzle in the guide to transactions"],
  [["$queryRawUnsafe"], "the lines for Prisma in the guide to transactions"],
  [["unsafe", "begin"], "in postgres.js sql.begin(async (tx) => …), and in(fromPostgresJs(tx))"]
]

const isSomething = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function"

/** As pools of pg are told from its clients, which can connect as well. */
const isPool = (value: object): boolean => has(value, "connect") && "totalCount" in value

/** @throws SignalboxError unless it may be a connection with an open transaction */
export const check = (value: unknown): void => {
  if (isSomething(value) && has(value, "query")) {
    if (isPool(value)) throw Errors.isPool()
    return
  }
  const remedy = isSomething(value) ? foreign.find(([methods]) => has(value, ...methods))?.[1] : undefined
  throw Errors.noTransaction(
    "needs a connection with an open transaction: an object with query(text, values)" +
      (remedy === undefined ? "." : `; take ${remedy}.`)
  )
}
