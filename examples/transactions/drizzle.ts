import type { SQL } from "drizzle-orm"
import { sql } from "drizzle-orm"
import type { Transaction } from "signalbox"

type Found = ReadonlyArray<object> | { readonly rows: ReadonlyArray<object> }

export const fromDrizzle = (tx: { readonly execute: (statement: SQL) => PromiseLike<unknown> }): Transaction => ({
  query: async (text, values = []) => {
    const parts = text.split(/\$(\d+)/).map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`
    )
    const found = await tx.execute(sql.join(parts)) as Found
    return "rows" in found ? found : { rows: found }
  }
})
