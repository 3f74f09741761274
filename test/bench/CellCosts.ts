/**
 * Measures what the same messages of the same accounts cost on one database without cells, in one cell, and in eight, which
 * are databases of one server, so that only cells differ; then what all of it costs at rest, and the memory that it has.
 */
import { readdirSync, readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import * as Server from "../postgres/Server.ts"
import type { Client } from "./CellClient.ts"
import * as CellClient from "./CellClient.ts"
import * as DatabaseCosts from "./DatabaseCosts.ts"

export interface Size {
  readonly accounts: number
  readonly messages: number
  readonly connections: number
  /** How often they are sent; the last time is measured. */
  readonly turns: number
  /** How long nothing is done, in milliseconds. */
  readonly idleMillis: number
}

/** Of each life, or of each second at rest: CPU in microseconds, and statements and transactions. */
export interface Spent {
  readonly node: number
  readonly postgres: number
  readonly statements: number
  readonly transactions: number
}

export interface Costs {
  readonly name: string
  readonly life: Spent & { readonly rowWrites: number; readonly wal: number }
  readonly idle: Spent
  /** In bytes: that of the node, and that of all processes of the server, where what they share counts once. */
  readonly memory: { readonly node: number; readonly postgres: number }
}

interface Reading extends DatabaseCosts.Costs {
  readonly node: number
  readonly statements: number
}

const shapes: ReadonlyArray<readonly [name: string, cells: number, isPlain: boolean]> = [
  ["one database", 1, true],
  ["one cell", 1, false],
  ["eight cells", 8, false]
]

/** An idle session tells what it has done at most ten seconds later. */
const telling = 12_000

const sum = (all: ReadonlyArray<number>): number => all.reduce((total, each) => total + each, 0)

/** The proportional memory of a server's processes, in bytes; 0 where nobody tells. */
const memoryOf = (postmaster: string): number => {
  const parentOf = (pid: string): string => {
    try {
      return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? ""
    } catch {
      return ""
    }
  }
  const kilobytes = readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && (pid === postmaster || parentOf(pid) === postmaster))
    .map((pid) => {
      try {
        return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0)
      } catch {
        return 0
      }
    })
  return sum(kilobytes) * 1024
}

const send = async (client: Client, { connections, messages }: Size): Promise<void> => {
  let left = messages
  const sent: Array<CellClient.Accepted> = []
  const loop = async (): Promise<void> => {
    while (left-- > 0) {
      const found = await client.send(client.keys[left % client.keys.length]!)
      if (found === null) throw new Error("a send was refused")
      sent.push(found)
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  const delivered = await client.delivered(sent)
  if (delivered.size !== messages) throw new Error(`${messages - delivered.size} messages were not delivered`)
}

const shape = async (name: string, cells: number, isPlain: boolean, size: Size): Promise<Costs> => {
  const server = await Server.own()
  await server.start({ fsync: "on", full_page_writes: "on" })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const urls = Array.from({ length: cells }, (_, index) => {
    const url = new URL(server.url)
    url.pathname = `/cell_${index}`
    return url.href
  })
  for (let index = 0; index < cells; index++) await client.query(`create database cell_${index}`)
  await client.end()
  const node = await CellClient.start({
    cells: Object.fromEntries(urls.map((url, index) => [`cell-${index}`, url])),
    accounts: size.accounts,
    isPlain
  })
  const databases = await Promise.all(urls.map((url) => DatabaseCosts.open(url)))
  const read = async (): Promise<Reading> => {
    const all: Array<DatabaseCosts.Costs> = []
    for (const database of databases) all.push(await database.now())
    return {
      // Of the one server.
      cpu: all[0]!.cpu,
      wal: all[0]!.wal,
      rowWrites: sum(all.map(({ rowWrites }) => rowWrites)),
      transactions: sum(all.map(({ transactions }) => transactions)),
      node: await node.cpu(),
      statements: (await node.spent()).statements
    }
  }
  /** Reads what was spent meanwhile: counts of rows and transactions once sessions have told them, all else immediately. */
  const during = async (work: () => Promise<void>, parts: number) => {
    await sleep(telling)
    const before = await read()
    await work()
    const after = await read()
    await sleep(telling)
    const { rowWrites, transactions } = await read()
    return {
      node: (after.node - before.node) / parts,
      postgres: (after.cpu - before.cpu) / parts,
      statements: (after.statements - before.statements) / parts,
      transactions: (transactions - before.transactions) / parts,
      rowWrites: (rowWrites - before.rowWrites) / parts,
      wal: (after.wal - before.wal) / parts
    }
  }
  try {
    for (let turn = 1; turn < size.turns; turn++) await send(node, size)
    const life = await during(() => send(node, size), size.messages)
    const seconds = size.idleMillis / 1000
    const { rowWrites: _, wal: __, ...rested } = await during(() => sleep(size.idleMillis), seconds)
    // The sessions go on telling for a while, so that more seconds have gone by for transactions.
    const idle = { ...rested, transactions: rested.transactions * seconds / (seconds + telling / 1000) }
    const postmaster = readFileSync(`${server.data}/postmaster.pid`, "utf8").split("\n", 1)[0]!
    return {
      name,
      life,
      idle,
      memory: { node: (await node.spent()).memory, postgres: memoryOf(postmaster) }
    }
  } finally {
    for (const database of databases) await database.close()
    await node.stop()
    server.remove()
  }
}

/** @param begin is told which shape comes next: each takes minutes */
export const measure = async (size: Size, begin: (name: string) => void): Promise<ReadonlyArray<Costs>> => {
  const all: Array<Costs> = []
  for (const [name, cells, isPlain] of shapes) {
    begin(name)
    all.push(await shape(name, cells, isPlain, size))
  }
  return all
}

const shown = ({ node, postgres, statements, transactions }: Spent): string =>
  `node ${node.toFixed(0).padStart(6)} us, PostgreSQL ${postgres.toFixed(0).padStart(6)} us, ` +
  `${statements.toFixed(2)} statements, ${transactions.toFixed(2)} transactions`

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`

export const show = (all: ReadonlyArray<Costs>): string => {
  const first = all[0]!.life
  return all.map(({ idle, life, memory, name }) =>
    [
      `${name}:`,
      `  a life: ${shown(life)}, ${life.rowWrites.toFixed(1)} rows, ${(life.wal / 1000).toFixed(1)} KB of WAL` +
      ` (CPU ${((life.node + life.postgres) / (first.node + first.postgres)).toFixed(2)} x)`,
      `  a second at rest: ${shown(idle)}`,
      `  memory: node ${megabytes(memory.node)}, PostgreSQL ${megabytes(memory.postgres)}`
    ].join("\n")
  ).join("\n")
}
