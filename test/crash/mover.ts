/**
 * A process that moves an account from one cell to another, to be killed at one of its questions to the databases. It prints
 * how many there were, if it comes to its end.
 */
import { createRequire } from "node:module"
import type * as Pg from "pg"
import { cells, createSignalbox, postgres } from "signalbox"

/** A bundle cannot hold it. */
const pg = createRequire(import.meta.url)("pg") as typeof Pg

const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

/** The question at which the process dies: before it is asked, or when it is answered. */
const deadly = Number(process.env["DIES_AT"] ?? "Infinity")
const isBefore = process.env["DIES"] !== "after"

let isMoving = false
let asked = 0

const die = (): Promise<never> => {
  process.kill(process.pid, "SIGKILL")
  return new Promise(() => {})
}

/** A pool whose questions are counted while the account is moved. */
const counted = (url: string) => {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on("error", () => {})
  return {
    connect: async () => {
      const client = await pool.connect()
      return {
        query: async (text: string, values?: Array<unknown>) => {
          const isDeadly = isMoving && ++asked === deadly
          if (isDeadly && isBefore) return await die()
          const answer = await client.query(text, values)
          return isDeadly ? await die() : answer
        },
        release: (error?: Error | boolean) => client.release(error)
      }
    }
  }
}

const box = createSignalbox({
  storage: cells({ eu: postgres(counted(setting("EU"))), us: postgres(counted(setting("US"))) }, { place: () => "eu" }),
  carriers: [],
  secretKeys: setting("SECRET_KEYS"),
  work: false,
  log: false
})
await box.ready
isMoving = true
await box.operator.accounts.move(setting("ACCOUNT"), { to: "us" })
console.log(`asked ${asked}`)
process.exit(0)
