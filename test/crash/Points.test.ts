/**
 * A node dies at each point where it could lose something: what clients were told is true all the same.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Point } from "./CrashPoint.ts"
import { points } from "./CrashPoint.ts"
import type { NodeProcess } from "./NodeProcess.ts"
import type { Stage } from "./Stage.ts"
import * as Stages from "./Stage.ts"
import * as Workload from "./Workload.ts"

/** Where a node dies between the hand-over and what it says of it. */
const between: ReadonlyArray<Point> = ["submit:after", "handover:before"]

describe.each([
  { remembers: true, name: "carriers that refuse a known reference" },
  { remembers: false, name: "carriers that do not" }
])("with $name a node that dies", ({ remembers }) => {
  /** Twice only where the node died between hand-over and commit, and only with a carrier that forgets. */
  const rings = remembers ? 1 : 2
  let stage: Stage
  let node: NodeProcess
  let generation = 0

  const next = () => stage.boot(`node-${++generation}`)

  beforeAll(async () => {
    stage = await Stages.open(remembers)
    node = await next()
  }, 60_000)

  afterAll(() => stage.stop())

  test.each(remembers ? points : between)(
    "at %s loses nothing, and repeats nothing",
    { timeout: 120_000 },
    async (at) => {
      await node.crash({ at, passes: 3, signal: "SIGKILL" })
      const work = Workload.run(node.url, 4, 20)
      await node.exited
      stage.carrier.connect(null)
      await work.ended
      expect(work.history.asked.length).toBeGreaterThan(0)
      node = await next()
      expect(await stage.judge(node.url, work.history, { rings })).toEqual([])
    }
  )

  test("answers what was never answered, once, and every sum is right", { timeout: 180_000 }, async () => {
    await node.kill()
    // A dead node holds its keys for a minute.
    node = await stage.boot("node-last", { aheadMillis: 61_000 })
    expect(await stage.settle(node.url, { rings })).toEqual([])
    await node.kill()
  })
})
