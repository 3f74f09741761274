/**
 * Whole lives and the start as one table, with what a life asks of PostgreSQL, what a list of conversations costs, and where
 * the time of each kind of life goes.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import * as Counted from "../postgres/Counted.ts"
import * as Database from "../postgres/Database.ts"
import * as Conversations from "./Conversations.ts"
import * as Start from "./start.ts"
import * as TimeSpent from "./TimeSpent.ts"
import * as WholeLives from "./WholeLives.ts"

/** The lives of one kind on one store, with their ratio to the bare server of the same run. */
interface Figure extends WholeLives.Lived {
  readonly name: string
  readonly ratio: { readonly accepted: number; readonly lives: number }
  readonly baseline: number
}

export interface Options {
  readonly stores: ReadonlyArray<readonly [name: string, env: NodeJS.ProcessEnv]>
  readonly loads: ReadonlyArray<readonly [what: string, load: WholeLives.Load]>
  readonly lives: ReadonlyArray<Figure>
  readonly nodeOptions: ReadonlyArray<string>
  readonly turns: number
  /** The share of the messages that the bench is tried out with; else 1. */
  readonly share: number
}

export interface Table {
  readonly lives: ReadonlyArray<Figure>
  readonly counts: ReadonlyArray<Counts>
  readonly conversations: Conversations.Measured
  readonly starts: Readonly<Record<string, Start.Medians>>
  readonly spent: ReadonlyArray<{ readonly name: string; readonly spent: ReadonlyArray<TimeSpent.Spent> }>
  /** That of the machine at the end: others make every figure worse. */
  readonly load: ReadonlyArray<number>
}

interface Counts {
  readonly name: string
  /** Of each turn. */
  readonly counts: ReadonlyArray<Counted.Counts>
}

/** The loads of `counts.test.ts`, and larger ones of the same kind, on a database of their own. */
const counted: ReadonlyArray<readonly [name: string, load: Counted.Load]> = [
  ["bulk of 1,000", { messages: 4000, recipients: 1000, concurrency: 2 }],
  ["bulk of 100, known recipients", { messages: 1000, recipients: 100, concurrency: 1, again: true }],
  ["single", { messages: 1024, recipients: 1, concurrency: 64 }],
  ["bulk of 1,000 with a webhook", { messages: 4000, recipients: 1000, concurrency: 2, isTold: true }],
  ["single with a webhook", { messages: 1024, recipients: 1, concurrency: 64, isTold: true }]
]

const countsOf = async (turns: number): Promise<ReadonlyArray<Counts>> => {
  const all: Array<Counts> = []
  for (const [name, load] of counted) {
    const database = await Database.fresh()
    const counts: Array<Counted.Counts> = []
    for (let turn = 0; turn < turns; turn++) counts.push(await Counted.lives(database, load))
    await database.drop()
    all.push({ name, counts })
  }
  return all
}

/** Lives once more with a profile, which costs time itself: the shares are those of the profile, the sum is what was measured. */
const spentOf = async (
  env: NodeJS.ProcessEnv,
  load: WholeLives.Load,
  cpu: number,
  nodeOptions: ReadonlyArray<string>
): Promise<ReadonlyArray<TimeSpent.Spent>> => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-profile-"))
  try {
    await WholeLives.measure(env, load, folder, nodeOptions)
    return TimeSpent.read(folder, cpu)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const measure = async ({ lives, loads, nodeOptions, share, stores, turns }: Options): Promise<Table> => {
  const spent = []
  for (const [store, env] of stores) {
    for (const [what, load] of loads) {
      const name = `${store}, ${what}`
      const cpu = lives.find((each) => each.name === name)?.cpu ?? 0
      spent.push({ name, spent: await spentOf(env, load, cpu, nodeOptions) })
    }
  }
  const [[, postgres]] = stores as readonly [readonly [string, NodeJS.ProcessEnv]]
  return {
    lives,
    counts: await countsOf(turns),
    conversations: await Conversations.measure(postgres, Math.ceil(40 * share)),
    spent,
    starts: await Start.measure(turns),
    load: loadavg()
  }
}

const columns = ["lives/s", "to bare", "accepted/s", "CPU us", "PostgreSQL us", "transactions", "rows", "WAL KB"]

const cellsOf = ({ accepted, cpu, database, lives, ratio }: Figure): ReadonlyArray<string> => [
  lives.toFixed(0),
  ratio.lives.toFixed(2),
  accepted.toFixed(0),
  cpu.toFixed(0),
  ...(database.transactions === 0 ? ["-", "-", "-", "-"] : [
    database.cpu.toFixed(0),
    database.transactions.toFixed(2),
    database.rowWrites.toFixed(1),
    (database.wal / 1000).toFixed(1)
  ])
]

const line = (name: string, cells: ReadonlyArray<string>): string =>
  `${name.padEnd(42)}${cells.map((cell) => cell.padStart(18)).join("")}`

const countColumns = ["statements", "loads", "commits", "claims", "rows", "WAL KB, no images"] as const

/** The median of all turns. */
const countCells = ({ counts }: Counts): ReadonlyArray<string> => {
  const median = (of: (counts: Counted.Counts) => number): number =>
    counts.map(of).toSorted((a, b) => a - b)[counts.length >> 1] ?? 0
  return [
    median(({ statements }) => statements).toFixed(3),
    median(({ loads }) => loads).toFixed(3),
    median(({ commits }) => commits).toFixed(3),
    median(({ claims }) => claims).toFixed(3),
    median(({ rowWrites }) => rowWrites).toFixed(1),
    (median(({ wal }) => wal) / 1000).toFixed(2)
  ]
}

export const show = ({ conversations, counts, lives, load, spent, starts }: Table): string =>
  [
    line(`a life (bare server: ${lives[0]?.baseline.toFixed(0)}/s)`, columns),
    ...lives.map((figure) => line(figure.name, cellsOf(figure))),
    "",
    line("a life asks of PostgreSQL", countColumns),
    ...counts.map((each) => line(each.name, countCells(each))),
    "",
    Conversations.show(conversations),
    "",
    Start.show(starts),
    ...spent.map((each) => `\nwhere the time goes: ${each.name}\n${TimeSpent.show(each.spent)}`),
    `\nload of the machine at the end: ${load.map((each) => each.toFixed(1)).join(", ")}`
  ].join("\n")
