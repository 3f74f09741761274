/**
 * Three nodes on one database: one is killed, one stands still past its lease and wakes again. It cannot undo or
 * repeat what the others have done meanwhile.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import type { Point } from "./CrashPoint.ts"
import type { Postgres } from "./Database.ts"
import * as Databases from "./Database.ts"
import * as Furniture from "./Furniture.ts"
import type { NodeProcess } from "./NodeProcess.ts"
import type { Stage } from "./Stage.ts"
import * as Stages from "./Stage.ts"
import * as Workload from "./Workload.ts"

/**
 * It stands still with work that it has handed over, or is about to commit; with `KILLS` also with work that it has
 * only claimed or decided.
 */
const standing: ReadonlyArray<Point> = process.env["KILLS"] === undefined
  ? ["submit:after", "settle:before"]
  : ["claim:after", "dispatch:before", "handover:before", "submit:after", "settle:before", "receipt:before"]

interface Named extends NodeProcess {
  readonly id: string
}

interface Message {
  readonly status: string
  readonly events: ReadonlyArray<{ readonly status: string }>
}

describe("three nodes", () => {
  let database: Postgres
  let stage: Stage
  let nodes: ReadonlyArray<Named>
  let generation = 0
  const running: Array<Workload.Running> = []

  const named = async () => {
    const id = `node-${++generation}`
    return { id, ...await stage.boot(id) }
  }

  beforeAll(async () => {
    database = await Databases.postgres()
    stage = await Stages.open({ database })
    nodes = await Promise.all([named(), named(), named()])
  }, 60_000)

  afterEach(() => {
    for (const { stop } of running.splice(0)) stop()
  })

  afterAll(async () => {
    for (const node of nodes) {
      node.signal("SIGCONT")
      await node.kill()
    }
    await stage.stop()
  })

  test.each(standing)("one dies, one stands still at %s and wakes", { timeout: 120_000 }, async (at) => {
    const [sleeper, victim, survivor] = nodes as [Named, Named, Named]
    stage.carrier.connect(survivor.url)
    const runs = [sleeper, victim, survivor].map(({ url }) => Workload.run(url, 2, 200))
    running.push(...runs)
    while (!runs.every(({ history }) => history.asked.some(Workload.isAnswered))) await sleep(5)
    // It may stand still before it has answered.
    void sleeper.crash({ at, passes: 2, signal: "SIGSTOP" }).catch(() => undefined)
    // A real process dies at a moment that it has not chosen, while the other one has come to stand still.
    await sleep(300)
    await victim.kill()
    for (const { id } of [sleeper, victim]) expect(await database.isBuried(id, 20_000)).toBe(true)
    for (const { stop } of runs) stop()
    const history: Workload.History = { asked: runs.flatMap((run) => run.history.asked) }
    const answered = history.asked.filter(Workload.isAnswered)
    expect(answered.length).toBeGreaterThan(0)
    // All that was promised is done, by the one that is left.
    expect(await stage.judge(survivor.url, history, { millis: 25_000 })).toEqual([])
    const before = await all(survivor.url, answered)

    sleeper.signal("SIGCONT")
    // A real process wakes: whatever it would do with work that is no more its own it does in this time.
    await sleep(1500)
    expect(await all(survivor.url, answered)).toEqual(before)
    // Awake, it works with the others again.
    const later = Workload.run(sleeper.url, 2, 100)
    while (!later.history.asked.some(Workload.isAnswered)) await sleep(5)
    later.stop()
    await Promise.all([...runs, later].map(({ ended }) => ended))
    expect(later.history.asked.some(Workload.isAnswered)).toBe(true)
    expect(await stage.judge(survivor.url, later.history, { millis: 25_000 })).toEqual([])
    // Those who waited for the sleeper have been answered since.
    expect(await stage.judge(survivor.url, history, { millis: 25_000 })).toEqual([])
    nodes = [sleeper, await named(), survivor]
  })

  test("every sum is right", { timeout: 180_000 }, async () => {
    for (const node of nodes) await node.kill()
    const node = await stage.boot("node-last", { aheadMillis: 61_000 })
    nodes = [{ ...node, id: "node-last" }]
    expect(await stage.settle(node.url)).toEqual([])
  })
})

/** Each message as clients see it. */
const all = (url: string, asked: ReadonlyArray<Workload.Asked>): Promise<ReadonlyArray<Message>> =>
  Promise.all(
    asked.filter(({ apiKey }) => apiKey === Furniture.apiKey).map(async ({ answered, apiKey }) => {
      const answer = await fetch(`${url}/v3/messages/${answered?.message}`, { headers: { "x-api-key": apiKey } })
      return (await answer.json() as { readonly data: Message }).data
    })
  )
