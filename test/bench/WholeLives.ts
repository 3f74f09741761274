/**
 * How many messages live a whole life each second, from the request until the service is at rest, worker running: sent
 * one by one over 64 connections, and in bulks of a thousand. The carriers are the emulator's, kept in its memory.
 *
 * A service is not started anew every second, so each one lives through the same load again and again, at rest in between,
 * until the processor's time of a life falls no further: the middle one of the last three turns is what is measured. A
 * young process takes up to twice as much, until its code is compiled and its heap has grown.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import * as DatabaseCosts from "./DatabaseCosts.ts"
import type { Call } from "./Emulator.ts"
import * as Emulator from "./Emulator.ts"
import * as Process from "./Process.ts"

export interface Lived {
  /** Messages each second until the last one was accepted, and until all of them had lived. */
  readonly accepted: number
  readonly lives: number
  /** Microseconds of CPU that the service's own process took for a life. */
  readonly cpu: number
  /** The work of the database for a life. */
  readonly database: DatabaseCosts.Costs
  /** Microseconds of CPU a life in each turn before, while the process warmed up. */
  readonly before: ReadonlyArray<number>
}

const last = 3
const mostTurns = 15

/** A process is warm when its last turns have saved less than a twentieth. A noisy machine has its bound. */
const isWarm = (turns: ReadonlyArray<number>, most: number): boolean =>
  turns.length >= most ||
  turns.length > last && Math.min(...turns.slice(-last)) >= 0.95 * Math.min(...turns.slice(0, -last))

const atRest = async (call: Call): Promise<void> => {
  while ((await call("/emulator/clock"))["idle"] !== true) await sleep(10)
}

export interface Load {
  /** How many each send has. */
  readonly recipients: number
  /** How many there are in each turn. */
  readonly sends: number
  /** Whether the account has a webhook on the family `message`, whose endpoint answers immediately. */
  readonly isTold?: boolean
  /** After how many turns the process counts as warm in any case. */
  readonly turns?: number
  /** For how many milliseconds there are turns, whether the process is warm or not. */
  readonly millis?: number
  /** Runs after each turn, when nothing is under way. */
  readonly between?: (call: Call) => Promise<void>
}

/** Subscribes a receiver to all events of messages. Returns what ends both: in a database that is kept nobody else is told. */
const subscribe = async (call: Call): Promise<() => Promise<void>> => {
  const receiver = await Process.start("receiver")
  const hook = { display_name: "bench", endpoint_url: `${receiver.origin}/hook`, event_types: ["message"] }
  const { id } = await call("/v3/webhooks", hook)
  return async () => {
    await call(`/v3/webhooks/${String(id)}`, undefined, "DELETE")
    await receiver.stop()
  }
}

/**
 * @param profiles the folder for the CPU profile of the service's process
 * @param options further options of Node for that process
 */
export const measure = async (
  env: NodeJS.ProcessEnv,
  { between, isTold = false, millis, recipients, sends, turns: most = mostTurns }: Load,
  profiles?: string,
  options: ReadonlyArray<string> = []
): Promise<Lived> => {
  const apiKey = randomUUID()
  const inMemory = { ...env, NETWORK: "memory" }
  const { as, cpu, stop } = await Emulator.start([Emulator.account(apiKey)], inMemory, profiles, options)
  const url = env["DATABASE_URL"]
  const database = url === undefined ? null : await DatabaseCosts.open(url)
  const done = () => database?.now() ?? Promise.resolve(DatabaseCosts.none)
  let unsubscribe = (): Promise<void> => Promise.resolve()
  try {
    const call = as(apiKey)
    if (isTold) unsubscribe = await subscribe(call)
    const template = await Emulator.template(call)
    const all = async (count: number): Promise<ReadonlyArray<string>> => {
      let left = count
      const ids: Array<string> = []
      const loop = async () => {
        while (left-- > 0) ids.push((await Emulator.send(call, template, recipients)).at(-1)!)
      }
      await Promise.all(Array.from({ length: Math.min(64, count) }, loop))
      return ids
    }
    const messages = recipients * sends
    const turn = async (): Promise<Omit<Lived, "before">> => {
      const before = await done()
      const start = await cpu()
      const began = performance.now()
      const ids = await all(sends)
      const accepted = performance.now() - began
      await atRest(call)
      const rested = performance.now() - began
      const used = await cpu() - start
      const spent = DatabaseCosts.between(before, await done(), messages)
      for (const id of ids.slice(-10)) {
        const { status } = await call(`/v3/messages/${id}`)
        if (status !== "DELIVERED") throw new Error(`a message has not lived: it is ${String(status)}`)
      }
      return {
        accepted: messages / accepted * 1000,
        lives: messages / rested * 1000,
        cpu: used / messages,
        database: spent
      }
    }
    const turns: Array<Omit<Lived, "before">> = []
    const end = performance.now() + (millis ?? 0)
    const isOver = () =>
      millis === undefined
        ? isWarm(turns.map(({ cpu }) => cpu), most)
        : turns.length >= last && performance.now() > end
    while (!isOver()) {
      turns.push(await turn())
      await between?.(call)
    }
    const middle = turns.slice(-last).toSorted((a, b) => a.cpu - b.cpu)[1]!
    return { ...middle, before: turns.slice(0, -last).map(({ cpu }) => cpu) }
  } finally {
    await unsubscribe()
    await database?.close()
    await stop()
  }
}

/** Lives through a few messages, and so through all that others have left to be done. */
export const settle = async (env: NodeJS.ProcessEnv): Promise<void> => {
  await measure(env, { recipients: 1, sends: 100, turns: 1 })
}

/** The costs of a life. */
export const show = ({ cpu, database }: Lived): string =>
  `${cpu.toFixed(0)} us of CPU a life` + (database.transactions === 0 ?
    "" :
    `, ${database.cpu.toFixed(0)} us of PostgreSQL, ${database.transactions.toFixed(2)} transactions, ` +
    `${database.rowWrites.toFixed(1)} rows written, ${(database.wal / 1000).toFixed(1)} KB of WAL`)
