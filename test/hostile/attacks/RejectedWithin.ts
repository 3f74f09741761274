/**
 * Within transactions of the host, sends run into locks of others and reject; the host commits all the same. Nothing of
 * what was rejected goes out, and the host's settings are as they were.
 */
import { setTimeout as sleep } from "node:timers/promises"
import * as Hosting from "../Hosting.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

/** How many transactions run into locks at the same time, how often, and how long the neighbour is watched before. */
const concurrency = 4
const rounds = 3
const before = 3000

export const attack: Attack = {
  name: "sends within the host's transactions reject, and it commits",
  storages: ["postgres"],
  play: async (stage) => {
    const hosting = await Hosting.open(stage)
    const { account, box, handed, lost, pool, send } = hosting
    const [attacked, neighbour] = [await account("Attacked"), await account("Neighbour")]
    const accepted: Array<string> = []
    const broken: Array<string> = []
    const ask = async () => void accepted.push(await send(neighbour, Hosting.fresh()))

    const quiet = await waits(ask, sleep(before))

    const round = async (): Promise<void> => {
      const to = Hosting.fresh()
      const [holder, host] = [await pool.connect(), await pool.connect()]
      await holder.query("begin")
      await box.in(holder).as(attacked).messages.send(Hosting.order(to))
      await host.query("begin")
      await host.query("set local lock_timeout = '1min'")
      const sent = await box.in(host).as(attacked).messages.send(Hosting.order(to)).catch(() => null)
      if (sent !== null) broken.push("a send went past a lock")
      const { rows: [row] } = await host.query("show lock_timeout")
      if (Object.values(row ?? {})[0] !== "1min") broken.push("a setting of the host was changed")
      await holder.query("rollback")
      if ((await host.query("commit")).command !== "COMMIT") broken.push("the host could not commit")
      holder.release()
      host.release()
    }
    const all = (async () => {
      for (let number = 0; number < rounds; number++) await Promise.all(Array.from({ length: concurrency }, round))
    })()
    const during = await waits(ask, all)
    if (during.failed > 0) broken.push(`${during.failed} requests of the neighbour failed`)
    const missing = await lost(accepted, 15_000)
    // Whatever was committed besides has had the time to go out.
    await sleep(2000)
    const known = new Set(accepted)
    const strange = [...handed.keys()].filter((id) => !known.has(id)).length
    if (strange > 0) broken.push(`${strange} messages went out that were rejected`)
    return { before: quiet, during, bound: 250, lost: missing, doubled: Hosting.doubled(hosting), broken }
  }
}
