/**
 * A node that has its data in a file of SQLite is killed: what clients were told is true all the same, once it is up
 * again.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Point } from "./CrashPoint.ts"
import { points } from "./CrashPoint.ts"
import * as Databases from "./Database.ts"
import type { NodeProcess } from "./NodeProcess.ts"
import type { Stage } from "./Stage.ts"
import * as Stages from "./Stage.ts"
import * as Workload from "./Workload.ts"

/** The carrier has a message here, and the file does not know it; with `KILLS` all points. */
const chosen: ReadonlyArray<Point> = process.env["KILLS"] === undefined ? ["settle:before"] : points

describe("a node on SQLite that dies", () => {
  let stage: Stage
  let node: NodeProcess
  let generation = 0

  const next = (aheadMillis = 0) => stage.boot(`node-${++generation}`, { aheadMillis })

  beforeAll(async () => {
    stage = await Stages.open({ database: Databases.sqlite() })
    node = await next()
  }, 60_000)

  afterAll(async () => {
    await node.kill()
    await stage.stop()
  })

  test.each(chosen)("at %s loses nothing, and repeats nothing", { timeout: 120_000 }, async (at) => {
    const history = await stage.die(node, at)
    expect(history.asked.length).toBeGreaterThan(0)
    node = await next()
    expect(await stage.judge(node.url, history)).toEqual([])
  })

  test("amid its work is up again, answers what was never answered, once, and every sum is right", {
    timeout: 180_000
  }, async () => {
    const work = Workload.run(node.url)
    while (work.history.asked.filter(Workload.isAnswered).length < 20) await new Promise(setImmediate)
    await node.kill()
    stage.carrier.connect(null)
    await work.ended
    // A dead node holds its keys for a minute.
    node = await next(61_000)
    expect(await stage.judge(node.url, work.history)).toEqual([])
    expect(await stage.settle(node.url)).toEqual([])
  })
})
