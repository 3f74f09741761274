/**
 * A client of PostgreSQL that tells which statements a store asks of it, so that a test can explain them.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"

export interface Statement {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

/** @param asked is told each statement before it is asked */
export const make = (inner: PgClient, asked: (statement: Statement) => void): PgClient =>
  new Proxy(inner, {
    get: (target, name) => {
      if (name === "withoutTransforms") return () => make(target.withoutTransforms() as PgClient, asked)
      if (name !== "unsafe") return Reflect.get(target, name) as unknown
      return (text: string, params: ReadonlyArray<unknown> = []) => {
        asked({ text, params })
        return target.unsafe(text, params)
      }
    }
  })
