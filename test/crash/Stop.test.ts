/**
 * A node is told to end by SIGTERM while a carrier has messages and says nothing, for longer than the grace: nobody hands
 * them over again. A node that is killed cannot say so, and only its carrier can exclude a second time.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { ExpectStatic } from "vitest"
import { afterAll, afterEach, beforeAll, describe, test } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import type { Database } from "./Database.ts"
import * as Databases from "./Database.ts"
import * as Furniture from "./Furniture.ts"
import type { NodeProcess } from "./NodeProcess.ts"
import type { Stage } from "./Stage.ts"
import * as Stages from "./Stage.ts"
import * as Workload from "./Workload.ts"

const count = 5

/** The carrier has more time than the node needs to hand all over and to end, so that nothing times out before. */
const elsewhere = { ANSWERS_WITHIN_MILLIS: "4000", GRACE_MILLIS: "100", ANOTHER_CARRIER: "sms-b" }

const storages: ReadonlyArray<readonly [string, () => Promise<Database>]> = [
  ["PostgreSQL", Databases.postgres],
  ["SQLite", () => Promise.resolve(Databases.sqlite())]
]

interface Found {
  readonly id: string
  readonly status: string
  readonly reason_code?: string
}

const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + 40_000
  while (!await what()) {
    if (performance.now() > end) throw new Error("it has not come to that")
    await sleep(10)
  }
}

// Nearly all of their time they wait, so each storage has a stage of its own beside the other.
describe.concurrent.each(Matrix.storages(storages))("on %s, a carrier that is silent when a node", (_, database) => {
  const ends: Array<() => unknown> = []
  let stage: Stage

  beforeAll(async () => {
    stage = await Stages.open({ database: await database(), remembers: false })
  }, 60_000)

  afterAll(() => stage.stop())

  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  /** A node whose carrier has some messages and says nothing of them. */
  const begin = async (told: Readonly<Record<string, string>>) => {
    const node = await boot("node-1", told)
    const before = stage.carrier.handed.length
    const goOn = stage.carrier.hold()
    ends.push(goOn)
    const asked = Array.from({ length: count }, () => Workload.send(Furniture.apiKey))
    await Promise.all(asked.map(async (each) => {
      each.answered = await Workload.post(node.url, each)
    }))
    const handed = () => stage.carrier.handed.slice(before)
    await until(() => handed().length === count)
    stage.carrier.connect(null)
    return { node, goOn, handed, ids: asked.map(({ answered }) => answered!.message!) }
  }

  const boot = async (id: string, told: Readonly<Record<string, string>>): Promise<NodeProcess> => {
    const node = await stage.boot(id, { more: told })
    ends.push(node.kill)
    return node
  }

  const found = (url: string, ids: ReadonlyArray<string>): Promise<ReadonlyArray<Found>> =>
    Promise.all(ids.map(async (id) => {
      const answer = await fetch(`${url}/v3/messages/${id}`, { headers: { "x-api-key": Furniture.apiKey } })
      return (await answer.json() as { readonly data: Found }).data
    }))

  const arrived = (url: string, ids: ReadonlyArray<string>, status: string) =>
    until(async () => (await found(url, ids)).every((each) => each.status === status))

  const timedOut = async (expect: ExpectStatic, url: string, ids: ReadonlyArray<string>) => {
    await arrived(url, ids, "FAILED")
    expect((await found(url, ids)).map((each) => each.reason_code)).toEqual(ids.map(() => "DELIVERY_011"))
  }

  test(
    "is told to end is not asked again, and no other carrier is; a receipt counts",
    { concurrent: false, timeout: 90_000 },
    async ({ expect }) => {
      const { handed, ids: [heard, ...ids], node } = await begin(elsewhere)
      node.signal("SIGTERM")
      await node.exited
      const next = await boot("node-2", elsewhere)
      // It counts only for the attempt that is this message's.
      for (const attempt of handed()) {
        await fetch(`${next.url}/receipts`, { method: "POST", body: JSON.stringify({ attempt, message: heard }) })
      }
      await arrived(next.url, [heard!], "DELIVERED")
      await timedOut(expect, next.url, ids)
      expect(new Set(handed()).size).toBe(count)
      expect(handed()).toHaveLength(count)
    }
  )

  test("is killed is asked once more", { concurrent: false, timeout: 90_000 }, async ({ expect }) => {
    const { goOn, handed, ids, node } = await begin({})
    await node.kill()
    // It takes over what the process of its name has left.
    const next = await boot("node-1", {})
    await until(() => handed().length >= 2 * count)
    goOn()
    await arrived(next.url, ids, "DELIVERED")
    expect(handed().toSorted()).toEqual([...new Set(handed()), ...new Set(handed())].toSorted())
    expect(handed()).toHaveLength(2 * count)
  })

  test(
    "is killed is not asked again where it repeats nothing",
    { concurrent: false, timeout: 90_000 },
    async ({ expect }) => {
      const never = { ...elsewhere, REPEAT: "never" }
      const { handed, ids, node } = await begin(never)
      await node.kill()
      const next = await boot("node-1", never)
      await timedOut(expect, next.url, ids)
      expect(handed()).toHaveLength(count)
    }
  )
})
