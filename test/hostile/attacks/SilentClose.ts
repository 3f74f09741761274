/**
 * The database falls silent under calls, and the host closes the service: that ends when the grace is over, whatever the
 * database does.
 */
import { setTimeout as sleep } from "node:timers/promises"
import * as Proxy from "../../postgres/Proxy.ts"
import * as Hosting from "../Hosting.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const closes = 5
const graceMs = 3000

export const attack: Attack = {
  name: "the service closes five times while its database is silent",
  storages: ["postgres"],
  play: async (stage) => {
    const neighbour = await Hosting.open(stage)
    const id = await neighbour.account("Neighbour")
    const ask = () => neighbour.send(id, Hosting.fresh())
    const before = await waits(ask, sleep(3000))
    const broken: Array<string> = []
    const attacking = (async () => {
      for (let round = 0; round < closes; round++) {
        const proxy = await Proxy.start(stage.place)
        stage.after(() => proxy.stop())
        const { account, box, send } = await Hosting.open(stage, { url: proxy.url })
        const attacked = await account(`Attacked ${round}`)
        proxy.silence()
        const calls = Array.from({ length: 20 }, () => send(attacked, Hosting.fresh()).catch(() => null))
        await sleep(500)
        const began = performance.now()
        await box.close({ graceMs })
        const millis = performance.now() - began
        if (millis > graceMs + 2000) broken.push(`close took ${Math.round(millis)} ms of ${graceMs}`)
        proxy.mend()
        await Promise.all(calls)
      }
    })()
    const during = await waits(ask, attacking)
    return { before, during, bound: 1000, lost: 0, doubled: Hosting.doubled(neighbour), broken }
  }
}
