/**
 * A node dies at each point where it could lose something: what clients were told is true all the same.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import type { Point } from "./CrashPoint.ts"
import { points } from "./CrashPoint.ts"
import type { Orphans } from "./Kept.ts"
import type { NodeProcess } from "./NodeProcess.ts"
import type { Stage } from "./Stage.ts"
import * as Stages from "./Stage.ts"
import * as Workload from "./Workload.ts"

const isLong = process.env["KILLS"] !== undefined

/** One point of each kind of work, or every second of those; with `KILLS` all of them. */
const chosen: ReadonlyArray<Point> = isLong ? points.filter((at) => !at.startsWith("purge")) : Matrix.sampled<Point>([
  "accept:before",
  "accept:after",
  "given:after",
  "dispatch:after",
  "kept:before",
  "handover:after",
  "submit:after",
  "settle:before",
  "receipt:after",
  "delivery:before"
])

/** A node dies here between the carrier's answer and its commit. */
const between: ReadonlyArray<Point> = ["submit:after", "kept:before", "settle:before"]

/** Some of the other points: around them the carrier is asked once. */
const elsewhere: ReadonlyArray<Point> = isLong
  ? [
    "dispatch:after",
    "kept:after",
    "claim:after",
    "handover:before",
    "handover:after",
    "submit:before",
    "settle:after"
  ]
  : ["dispatch:after", "handover:after", "settle:after"]

/** The steps of removal before and after which a node dies. */
const purges: ReadonlyArray<readonly [at: Point, passes: number]> = isLong
  ? [0, 1, 2, 3].flatMap((passes) => [["purge:before", passes], ["purge:after", passes]] as const)
  : [["purge:before", 0], ["purge:after", 1]]

const orphans = async ({ url }: NodeProcess): Promise<Orphans> =>
  await (await fetch(`${url}/orphans`, { method: "POST", body: "{}" })).json() as Orphans

describe("a node that dies", () => {
  let stage: Stage
  let node: NodeProcess
  let generation = 0

  const next = () => stage.boot(`node-${++generation}`)

  beforeAll(async () => {
    stage = await Stages.open()
    node = await next()
  }, 60_000)

  afterAll(() => stage.stop())

  test.each(chosen)("at %s loses nothing, and repeats nothing", { timeout: 120_000 }, async (at) => {
    const history = await stage.die(node, at)
    expect(history.asked.length).toBeGreaterThan(0)
    node = await next()
    expect(await stage.judge(node.url, history)).toEqual([])
  })

  test("before it has committed holds the key of the request at every other node, and nobody executes it", {
    timeout: 120_000
  }, async () => {
    await node.crash({ at: "accept:before", passes: 0, signal: "SIGKILL" })
    const work = Workload.runCalmly(node.url)
    await node.exited
    stage.carrier.connect(null)
    await work.ended
    const [asked] = work.history.asked
    expect(asked?.answered).toBe(null)
    node = await next()
    const refused = await Workload.post(node.url, asked!)
    expect([refused?.status, refused?.text]).toEqual([409, expect.stringContaining("CONFLICT_001")])
    expect(await stage.judge(node.url, work.history)).toEqual([])
  })

  test("answers what was never answered, once, and every sum is right", { timeout: 180_000 }, async () => {
    await node.kill()
    // A dead node holds its keys for a minute.
    node = await stage.boot("node-last", { aheadMillis: 61_000 })
    expect(await stage.settle(node.url)).toEqual([])
    await node.kill()
  })

  test("while retention removes leaves nothing half removed, and the next one removes the rest [XRE-009]", {
    timeout: 180_000
  }, async () => {
    // Everything that was sent is old to these nodes.
    const boot = () => stage.boot(`node-${++generation}`, { aheadMillis: 40 * 86_400_000 })
    node = await boot()
    const whole = await orphans(node)
    expect([whole.messages > 10, whole.events > 10, whole.wrong]).toEqual([true, true, []])
    let left = whole.messages
    for (const [at, passes] of purges) {
      await node.crash({ at, passes, signal: "SIGKILL" })
      const retention = JSON.stringify({ messages: 10 + generation % 20, webhookEvents: 10 })
      await fetch(`${node.url}/retention`, { method: "POST", body: retention }).catch(() => null)
      await node.exited
      node = await boot()
      const found = await orphans(node)
      expect(found.wrong).toEqual([])
      expect(found.messages).toBeLessThanOrEqual(left)
      left = found.messages
    }
    const nothing: Orphans = { messages: 0, events: 0, wrong: [] }
    await vi.waitFor(async () => expect(await orphans(node)).toEqual(nothing), { timeout: 60_000, interval: 100 })
    await node.kill()
  })
})

describe("a node that dies, with a carrier that does not know a reference again", () => {
  let stage: Stage
  let node: NodeProcess
  let generation = 0

  beforeAll(async () => {
    stage = await Stages.open({ remembers: false })
    node = await stage.boot("node-0")
  }, 60_000)

  afterAll(async () => {
    await node.kill()
    await stage.stop()
  })

  // One message at a time, so that the point is about the one that is on its way.
  test.each(Matrix.sampled([...between, ...elsewhere]))("at %s", { timeout: 120_000 }, async (at) => {
    await node.crash({ at, passes: 1, signal: "SIGKILL" })
    const work = Workload.runCalmly(node.url)
    await node.exited
    stage.carrier.connect(null)
    await work.ended
    node = await stage.boot(`node-${++generation}`)
    // Twice only where the node died between the carrier's answer and its commit. Not even there, where the receipt of
    // the first hand-over comes before the second.
    expect(await stage.judge(node.url, work.history, { rings: between.includes(at) ? 2 : 1 })).toEqual([])
  })
})
