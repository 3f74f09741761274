/**
 * Measures the first page of `GET /v3/conversations` in an account with so many messages on PostgreSQL, each to another
 * recipient: how long it takes, and how much of that is PostgreSQL's.
 */
import * as DatabaseCosts from "./DatabaseCosts.ts"
import type { Call } from "./Emulator.ts"
import * as WholeLives from "./WholeLives.ts"

export interface Measured {
  readonly messages: number
  /** Milliseconds of the median page, and of PostgreSQL's CPU for each page. */
  readonly millis: number
  readonly database: number
  readonly total: number
}

const pages = 200

const median = (all: ReadonlyArray<number>): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0

/** @param thousands how many sends of a thousand messages there are before */
export const measure = async (env: NodeJS.ProcessEnv, thousands: number): Promise<Measured> => {
  const database = await DatabaseCosts.open(env["DATABASE_URL"]!)
  let measured: Measured | null = null
  const look = async (call: Call): Promise<void> => {
    const page = () => call("/v3/conversations?page=1&page_size=20")
    // The first pages prepare the statement.
    for (let number = 0; number < 20; number++) await page()
    const before = await database.now()
    const times: Array<number> = []
    let total = 0
    for (let number = 0; number < pages; number++) {
      const began = performance.now()
      const { pagination } = await page() as { readonly pagination?: { readonly total_count?: number } }
      times.push(performance.now() - began)
      total = pagination?.total_count ?? 0
    }
    const { cpu } = DatabaseCosts.between(before, await database.now(), pages)
    measured = { messages: thousands * 1000, millis: median(times), database: cpu / 1000, total }
  }
  try {
    await WholeLives.measure(env, { recipients: 1000, sends: thousands, turns: 1, between: look })
    return measured!
  } finally {
    await database.close()
  }
}

export const show = ({ database, messages, millis, total }: Measured): string =>
  `GET /v3/conversations, ${messages.toLocaleString("en")} messages: ${millis.toFixed(1)} ms, ` +
  `${database.toFixed(2)} ms of PostgreSQL (${total.toLocaleString("en")} in all)`
