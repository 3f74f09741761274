/**
 * How many events a second one healthy endpoint gets, while nobody else gets any, by how long it takes to answer; and what
 * a bare loop of POST requests gets there with as many under way as the service makes attempts.
 */
import { deliveryPlaces } from "@signalbox/core/Limit"
import { setTimeout as sleep } from "node:timers/promises"
import { Pool } from "undici"
import * as Process from "./Process.ts"

export interface Rate {
  readonly millis: number
  /** Events a second, each about a recipient of its own. */
  readonly events: number
  /** The same of events of which four in a row are about one recipient, as those of a message's life are. */
  readonly lives: number
  readonly bare: number
}

type Ask = (body: object) => Promise<void>

const answered = async (origin: string): Promise<number> => Number(await (await fetch(origin)).text())

/** Returns how many a second the endpoint answers, from the first one to the last one. */
const rate = async (origin: string, count: number, tell: () => Promise<unknown>): Promise<number> => {
  const before = await answered(origin)
  const began = performance.now()
  const told = tell()
  while (await answered(origin) < before + count) await sleep(10)
  const seconds = (performance.now() - began) / 1000
  await told
  return count / seconds
}

const loop = async (origin: string, count: number): Promise<void> => {
  const pool = new Pool(origin, { connections: deliveryPlaces.endpoint, pipelining: 1 })
  let left = count
  const body = JSON.stringify({ at: 0, payload: { outbound_number: "+1" }, text: "x".repeat(600) })
  const post = async () => {
    while (left-- > 0) await (await pool.request({ path: "/", method: "POST", body })).body.dump()
  }
  await Promise.all(Array.from({ length: deliveryPlaces.endpoint }, post))
  await pool.close()
}

/** About a second's worth, by a guess. */
const eventsFor = (millis: number): number =>
  millis === 0 ? 4000 : Math.min(4000, Math.round(4000 * deliveryPlaces.endpoint / millis))

export const measure = async (env: NodeJS.ProcessEnv, millis: number): Promise<Rate> => {
  const receiver = await Process.start("receiver", { ...env, MILLIS: String(millis) })
  const server = await Process.start("deliveries", env)
  const ask: Ask = async (body) => {
    const answer = await fetch(server.origin, { method: "POST", body: JSON.stringify(body) })
    if (answer.status !== 200) throw new Error(await answer.text())
  }
  try {
    await ask({ hooks: [{ webhook: 0, account: 0, url: receiver.origin }] })
    const count = eventsFor(millis)
    const tell = (share: number, inRow: number) => () => ask({ events: { account: 0, count: share, inRow } })
    // The first one proves the endpoint, the others warm the process up.
    await rate(receiver.origin, 1, tell(1, 1))
    await rate(receiver.origin, count, tell(count, 1))
    const events = await rate(receiver.origin, count, tell(count, 1))
    const few = Math.ceil(count / 16) * 4
    const lives = await rate(receiver.origin, few, tell(few, 4))
    const bare = await rate(receiver.origin, count, () => loop(receiver.origin, count))
    return { millis, events, lives, bare }
  } finally {
    await server.stop()
    await receiver.stop()
  }
}

export const show = ({ bare, events, lives, millis }: Rate): string =>
  `one endpoint that answers after ${millis} ms gets ${events.toFixed(0)} events/s, ${
    lives.toFixed(0)
  }/s where four in ` +
  `a row are about one recipient; a bare loop of POST requests ${bare.toFixed(0)}/s (${(events / bare).toFixed(2)} x)`
