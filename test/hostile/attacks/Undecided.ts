/**
 * A review that is never decided and wants to be asked again immediately, for as many templates as an account makes.
 */
import { createSignalbox, memory, postgres } from "signalbox"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const templates = 50
const millis = 12_000

const pause = (length: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, length))

export const attack: Attack = {
  name: `${templates} templates whose review says "ask again now" for ${millis / 1000} s`,
  storages: ["memory", "postgres"],
  play: async ({ after, place, storage }) => {
    let asked = 0
    const box = createSignalbox({
      storage: storage === "memory" ? memory() : postgres(place, { maxConnections: 4 }),
      carriers: [],
      review: () => {
        asked++
        return { askAgainAt: new Date() }
      },
      secretKeys: `hostile:${Buffer.alloc(32, 7).toString("base64")}`,
      log: false
    })
    after(() => box.close({ graceMs: 100 }))
    const { id: attacker } = await box.accounts.ensure({ name: "Undecided", balance: 1 })
    const { id: other } = await box.accounts.ensure({ name: "Neighbour", balance: 1 })
    const ask = () => box.as(other).contacts.list({ page: 1, page_size: 10 })
    const before = await waits(ask, pause(3000))
    for (let count = 0; count < templates; count++) {
      const definition = { body: { multiChannel: { template: `Number ${count}.` } } }
      await box.as(attacker).templates.ensure({ name: `number_${count}`, definition }, { reviewedWithinMs: 0 })
    }
    asked = 0
    const during = await waits(ask, pause(millis))
    const most = templates * (millis / 1000 + 1)
    return {
      before,
      during,
      bound: 250,
      lost: 0,
      doubled: 0,
      broken: asked > most ? [`the review was asked ${asked} times, not ${most} at most`] : []
    }
  }
}
