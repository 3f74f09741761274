/**
 * Measures how long sends of the accounts of one cell take while the other cell, which has the directory, is well, is silent
 * (its server stands still), and is dead; all of them in turns, in one run.
 */
import { setTimeout as sleep } from "node:timers/promises"
import * as Server from "../postgres/Server.ts"
import type { Accepted, Client } from "./CellClient.ts"
import * as CellClient from "./CellClient.ts"

export const states = ["well", "silent", "dead"] as const
export type State = (typeof states)[number]

export interface Size {
  /** How often each state comes. */
  readonly turns: number
  /** How long each lasts, in milliseconds. */
  readonly millis: number
  /** How many sends are under way for the cell that is measured, and for the other one. */
  readonly connections: number
}

/** In milliseconds. */
export interface Quantiles {
  readonly p50: number
  readonly p99: number
}

export interface Measured {
  readonly sends: number
  readonly refused: number
  readonly undelivered: number
  readonly accepted: Quantiles
  readonly delivered: Quantiles
}

export type Outage = Readonly<Record<State, Measured>>

const quantiles = (all: ReadonlyArray<number>): Quantiles => {
  const sorted = all.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

interface Noted {
  readonly sent: Array<Accepted>
  readonly delivered: Map<string, number>
  refused: number
}

/** Sends for so long, of both cells, and returns what came of those of the one that is measured. */
const phase = async (client: Client, { connections, millis }: Size, noted: Noted): Promise<void> => {
  const end = Date.now() + millis
  const of = (cell: number) => client.keys.filter((_, index) => index % 2 === cell)
  const [lost, measured] = [of(0), of(1)]
  const sent: Array<Accepted> = []
  const loop = async (connection: number): Promise<void> => {
    while (Date.now() < end) {
      const found = await client.send(measured[connection % measured.length]!)
      if (found === null) noted.refused++
      else sent.push(found)
    }
  }
  // Those of the lost cell ask as before, and may wait for longer than this lasts.
  const beside = async (connection: number): Promise<void> => {
    while (Date.now() < end) {
      if ((await client.send(lost[connection % lost.length]!)) === null) await sleep(100)
    }
  }
  const others = Promise.all(Array.from({ length: connections }, (_, at) => beside(at)))
  await Promise.all(Array.from({ length: connections }, (_, at) => loop(at)))
  for (const [id, at] of await client.delivered(sent)) noted.delivered.set(id, at)
  noted.sent.push(...sent)
  await others
}

const measured = ({ delivered, refused, sent }: Noted): Measured => ({
  sends: sent.length,
  refused,
  undelivered: sent.length - delivered.size,
  accepted: quantiles(sent.map(({ accepted, asked }) => accepted - asked)),
  delivered: quantiles(sent.flatMap(({ asked, id }) => delivered.has(id) ? [delivered.get(id)! - asked] : []))
})

/** Waits until the cell that was away takes messages again. */
const isBack = async ({ keys: [first], send }: Client): Promise<void> => {
  while ((await send(first!)) === null) await sleep(100)
}

const durable = { fsync: "on", full_page_writes: "on" } as const

export const measure = async (size: Size): Promise<Outage> => {
  const servers = await Promise.all([Server.own(), Server.own()])
  const [lost, other] = servers
  await Promise.all(servers.map((server) => server.start(durable)))
  const client = await CellClient.start({ cells: { lost: lost.url, other: other.url }, accounts: 8 })
  const noted = (): Noted => ({ sent: [], delivered: new Map(), refused: 0 })
  const all: Record<State, Noted> = { well: noted(), silent: noted(), dead: noted() }
  try {
    // A young process is slow.
    await phase(client, size, noted())
    for (let turn = 0; turn < size.turns; turn++) {
      await phase(client, size, all.well)
      lost.freeze()
      await phase(client, size, all.silent)
      lost.thaw()
      await isBack(client)
      await lost.kill()
      await phase(client, size, all.dead)
      await lost.start(durable)
      await isBack(client)
    }
    return { well: measured(all.well), silent: measured(all.silent), dead: measured(all.dead) }
  } finally {
    await client.stop()
    for (const server of servers) server.remove()
  }
}

const shown = ({ p50, p99 }: Quantiles, { p50: usual, p99: usually }: Quantiles): string =>
  `p50 ${p50.toFixed(0).padStart(5)} ms (${(p50 / Math.max(1, usual)).toFixed(2)} x), ` +
  `p99 ${p99.toFixed(0).padStart(5)} ms (${(p99 / Math.max(1, usually)).toFixed(2)} x)`

export const show = (outage: Outage): string =>
  states.map((state) => {
    const { accepted, delivered, refused, sends, undelivered } = outage[state]
    return `the other cell is ${state.padEnd(6)}  accepted ${shown(accepted, outage.well.accepted)}, ` +
      `delivered ${shown(delivered, outage.well.delivered)}, ` +
      `${sends} sends, ${refused} refused, ${undelivered} not delivered`
  }).join("\n")
