/**
 * A node is killed with SIGKILL at moments of chance while it accepts and works. What it has acknowledged is there
 * after the restart, comes to its end, and rings each handset once.
 *
 * `KILLS=500` repeats it; `KILL_SEED` replays the moments of a run.
 */
import fc from "fast-check"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import { points } from "./CrashPoint.ts"
import type { NodeProcess } from "./NodeProcess.ts"
import type { Stage } from "./Stage.ts"
import * as Stages from "./Stage.ts"
import * as Workload from "./Workload.ts"

const kills = Number(process.env["KILLS"] ?? Matrix.searched(2, 0.5))
const seed = Number(process.env["KILL_SEED"] ?? Math.floor(Math.random() * 2 ** 31))

/** Nobody removes anything here, so no node comes to where it would: `Points.test.ts` looks at that. */
const passed = points.filter((at) => !at.startsWith("purge"))

/** After so many milliseconds of work, or at a point when it was passed so often. */
const ends = fc.sample(
  fc.oneof(
    fc.record({ millis: fc.integer({ min: 30, max: 900 }) }),
    fc.record({ at: fc.constantFrom(...passed), passes: fc.nat({ max: 40 }), signal: fc.constant("SIGKILL" as const) })
  ),
  { numRuns: kills, seed }
).map((end, index) => ({ end, index, text: JSON.stringify(end) }))

/** The heartbeats of the product: a dead node is found out by three missing ones. */
const heartbeatMillis = 5000

describe(`kill -9 (KILL_SEED=${seed})`, () => {
  let stage: Stage
  let node: NodeProcess

  beforeAll(async () => {
    stage = await Stages.open()
  }, 60_000)

  afterAll(() => stage.stop())

  test.each(ends)(
    "number $index, $text: what was acknowledged survives",
    { timeout: 120_000 },
    async ({ end, index }) => {
      node = await stage.boot(`node-${index}`, { heartbeatMillis })
      if ("at" in end) await node.crash(end)
      const work = Workload.run(node.url)
      if ("millis" in end) {
        while (!work.history.asked.some(Workload.isAnswered)) await sleep(5)
        // A real process is killed at a moment that it has not chosen.
        await sleep(end.millis)
        await node.kill()
      }
      await node.exited
      const died = performance.now()
      stage.carrier.connect(null)
      await work.ended

      // Every other time under another name: then the dead node must be found out by its silence.
      const isOther = index % 2 === 1
      node = await stage.boot(isOther ? `other-${index}` : `node-${index}`, { heartbeatMillis })
      expect(await stage.judge(node.url, work.history)).toEqual([])
      // Three missing heartbeats, a look, and what the work takes.
      expect(performance.now() - died).toBeLessThan(isOther ? 60_000 : 30_000)
      await node.kill()
    }
  )

  test("what was never answered is answered once, and every sum is right", { timeout: 180_000 }, async () => {
    node = await stage.boot("node-last", { heartbeatMillis, aheadMillis: 61_000 })
    expect(await stage.settle(node.url)).toEqual([])
    await node.kill()
  })
})
