/**
 * Two nodes under load while their database fails: the histories of their clients are judged as those of the crash tests
 * are. Until the database is back, whoever asks is refused by one code.
 */
import { strict as assert } from "node:assert"
import { setTimeout as sleep } from "node:timers/promises"
import type { Postgres } from "../crash/Database.ts"
import * as Furniture from "../crash/Furniture.ts"
import * as Stages from "../crash/Stage.ts"
import * as Verdict from "../crash/Verdict.ts"
import * as Workload from "../crash/Workload.ts"

/** A limit for what must come true in the end. */
const patience = 40_000

const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + patience
  while (!await holds()) {
    assert.ok(performance.now() < end, `never: ${what}`)
    await sleep(20)
  }
}

/** Whoever needs no key for a request asks all the time, and keeps what other answers than 200 were. */
const probe = (url: string) => {
  const state = { isOver: false }
  const refusals = new Map<string, number>()
  const ended = (async () => {
    while (!state.isOver) {
      const answer = await fetch(`${url}/v3/templates`, { headers: { "x-api-key": Furniture.apiKey } })
      if (answer.status !== 200) {
        const { error } = await answer.json() as { readonly error: { readonly code: string } | null }
        const refusal = `${answer.status} ${error?.code}`
        refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
      } else await answer.text()
      await sleep(25)
    }
  })()
  return {
    refusals,
    stop: async () => {
      state.isOver = true
      await ended
    }
  }
}

/** The longest time without a 202, in milliseconds, as those see it who ask all the time. */
class Gap {
  longest = 0
  #last = performance.now()

  accepted(): void {
    const now = performance.now()
    this.longest = Math.max(this.longest, now - this.#last)
    this.#last = now
  }
}

/** One thing that happens to the database, under a name that tells it. */
export interface Fault {
  readonly name: string
  /** Ends when the database can be used again, as far as anybody else can tell. */
  readonly fail: () => Promise<void>
  /** Ends when the next fault may come. */
  readonly heal?: () => Promise<void>
}

export interface Found {
  readonly accepted: number
  /** The longest time without a 202 for each fault, in milliseconds. */
  readonly gaps: ReadonlyMap<string, number>
  /** How many requests were refused, and by what. */
  readonly refusals: ReadonlyMap<string, number>
  /** How many that were accepted nobody knows any more. */
  readonly lost: number
}

export interface Options {
  /** Whether the database may forget what it has committed. */
  readonly mayLose?: boolean
  /** Each node gets these in its environment. */
  readonly more?: Readonly<Record<string, string>>
  /** The second node gets to the database by this address. */
  readonly otherUrl?: string
}

/** Returns how many accepted sends the database knows nothing of any more. */
const forgotten = async (url: string, { asked }: Workload.History): Promise<number> => {
  let count = 0
  for (const each of asked.filter(Workload.isAnswered)) {
    if ((await Verdict.message(url, each)).status === "HTTP 404") count++
  }
  return count
}

/** Returns some sends of afterwards. */
const later = async (url: string): Promise<Workload.History> => {
  const { ended, history, stop } = Workload.run(url, 2, 50)
  await until("more are accepted afterwards", () => history.asked.filter(Workload.isAnswered).length >= 20)
  stop()
  await ended
  return history
}

/** Has the faults come one after the other, while two nodes are asked all the time. */
export const play = async (
  database: Postgres,
  faults: ReadonlyArray<Fault>,
  { mayLose = false, more = {}, otherUrl }: Options = {}
): Promise<Found> => {
  const stage = await Stages.open({ database, more })
  const other = otherUrl === undefined ? more : { ...more, DATABASE_URL: otherUrl }
  const nodes = await Promise.all(
    [more, other].map((each, index) => stage.boot(`node-${index + 1}`, { heartbeatMillis: 1000, more: each }))
  )
  try {
    const runs = nodes.map(({ url }) => Workload.run(url, 2, 50))
    const probes = nodes.map(({ url }) => probe(url))
    const accepted = () => runs.map(({ history }) => history.asked.filter(Workload.isAnswered).length)
    const gap = new Gap()
    let before = 0
    const watching = setInterval(() => {
      const all = accepted().reduce((sum, each) => sum + each, 0)
      if (all > before) gap.accepted()
      before = all
    }, 20)
    const onwards = async (more: number): Promise<void> => {
      const from = accepted()
      await until(
        `${more} more are accepted by each node`,
        () => accepted().every((each, index) => each >= from[index]! + more)
      )
    }
    const gaps = new Map<string, number>()
    for (const { fail, heal = () => Promise.resolve(), name } of faults) {
      await onwards(20)
      gap.longest = 0
      await fail()
      await onwards(20)
      gaps.set(name, gap.longest)
      await heal()
    }
    clearInterval(watching)
    for (const { stop } of runs) stop()
    await Promise.all(runs.map(({ ended }) => ended))
    await Promise.all(probes.map(({ stop }) => stop()))
    const refusals = new Map<string, number>()
    for (const { refusals: of } of probes) {
      for (const [refusal, count] of of) refusals.set(refusal, (refusals.get(refusal) ?? 0) + count)
    }
    assert.deepEqual([...refusals.keys()].filter((refusal) => refusal !== "503 INTERNAL_005"), [])
    const history: Workload.History = { asked: runs.flatMap((run) => run.history.asked) }
    // A key whose first answer got lost may be held for a minute: a node whose clock is ahead takes that for over.
    for (const node of nodes) await node.kill()
    const last = await stage.boot("node-last", { aheadMillis: 61_000, heartbeatMillis: 1000, more })
    let lost = 0
    try {
      if (mayLose) {
        lost = await forgotten(last.url, history)
        // Receipts and debits are forgotten, too: what is judged is what comes afterwards, without the sums.
        const wrong = await stage.judge(last.url, await later(last.url))
        assert.deepEqual(wrong.filter((each) => !each.includes(" was spent, ")), [])
      } else {
        assert.deepEqual(await stage.judge(last.url, history), [])
        assert.deepEqual(await stage.settle(last.url), [])
      }
    } finally {
      await last.kill()
    }
    return { accepted: accepted().reduce((sum, each) => sum + each, 0), gaps, refusals, lost }
  } finally {
    for (const node of nodes) await node.kill()
    await stage.stop()
  }
}

export const told = ({ accepted, gaps, lost, refusals }: Found): string => {
  const times = [...gaps].map(([name, millis]) => `${name}: ${(millis / 1000).toFixed(1)} s without a 202`)
  const refused = [...refusals].map(([what, count]) => `refused by ${what}: ${count}`)
  return [`${accepted} accepted, ${lost === 0 ? "none" : lost} lost, none doubled`, ...times, ...refused].join("; ")
}
