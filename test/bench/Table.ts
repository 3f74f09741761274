/**
 * Whole lives and the start as one table, and where the time of each kind of life goes.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
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
}

export interface Table {
  readonly lives: ReadonlyArray<Figure>
  readonly starts: Readonly<Record<string, Start.Medians>>
  readonly spent: ReadonlyArray<{ readonly name: string; readonly spent: ReadonlyArray<TimeSpent.Spent> }>
  /** That of the machine at the end: others make every figure worse. */
  readonly load: ReadonlyArray<number>
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

export const measure = async ({ lives, loads, nodeOptions, stores, turns }: Options): Promise<Table> => {
  const spent = []
  for (const [store, env] of stores) {
    for (const [what, load] of loads) {
      const name = `${store}, ${what}`
      const cpu = lives.find((each) => each.name === name)?.cpu ?? 0
      spent.push({ name, spent: await spentOf(env, load, cpu, nodeOptions) })
    }
  }
  return { lives, spent, starts: await Start.measure(turns), load: loadavg() }
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
  `${name.padEnd(42)}${cells.map((cell) => cell.padStart(14)).join("")}`

export const show = ({ lives, load, spent, starts }: Table): string =>
  [
    line(`a life (bare server: ${lives[0]?.baseline.toFixed(0)}/s)`, columns),
    ...lives.map((figure) => line(figure.name, cellsOf(figure))),
    "",
    Start.show(starts),
    ...spent.map((each) => `\nwhere the time goes: ${each.name}\n${TimeSpent.show(each.spent)}`),
    `\nload of the machine at the end: ${load.map((each) => each.toFixed(1)).join(", ")}`
  ].join("\n")
