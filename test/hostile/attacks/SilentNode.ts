/**
 * The network between a living node and the database stands still for so long that the others count the node as dead,
 * while a slow carrier has its messages. With `repeat: "never"` no handset rings twice, and otherwise twice at most.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { OutgoingMessage, Signalbox } from "signalbox"
import { carrier, createSignalbox, postgres } from "signalbox"
import * as Proxy from "../../postgres/Proxy.ts"
import { phone } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const stalls = 2
/** In milliseconds: a node that says nothing for 15 s counts as dead. */
const silent = 25_000
const apart = 5000
const carrierMillis = 3000
const answersWithin = 20_000
/** Of each carrier, for each stall. */
const each = 150
const most = new Map([["never", 1], ["once", 2]])

const secretKeys = `hostile:${Buffer.alloc(32, 7).toString("base64")}`
const definition = { body: { multiChannel: { template: "On its way." } } }

export const attack: Attack = {
  name: `a living node's network stands still for ${silent / 1000} s, ${stalls} times`,
  storages: ["postgres"],
  play: async ({ after, place }) => {
    const handed = new Map<string, Map<string, number>>([["never", new Map()], ["once", new Map()]])
    let late = 0
    const carries = (id: "never" | "once", channel: "sms" | "rcs", node: string) =>
      carrier({
        id,
        channels: [channel],
        choosesSender: true,
        answersWithin,
        repeat: id,
        pace: { perSecond: 100, inFlight: 100 },
        submit: async (message: OutgoingMessage) => {
          const of = handed.get(id)!
          of.set(message.id, (of.get(message.id) ?? 0) + 1)
          if (node === "silent") late++
          await sleep(carrierMillis)
          return message.attempt
        }
      })
    const start = (url: string, node: string): Signalbox => {
      const box = createSignalbox({
        storage: postgres(url, { maxConnections: 6 }),
        carriers: [carries("never", "sms", node), carries("once", "rcs", node)],
        secretKeys,
        log: false
      })
      after(() => box.close({ graceMs: 0 }))
      return box
    }
    const box = start(place, "speaking")
    const proxy = await Proxy.start(place)
    after(() => proxy.stop())
    const stalled = start(proxy.url, "silent")
    await stalled.ready
    const { id: account } = await box.accounts.ensure({ name: "Acme", balance: 100_000 })
    const { id: neighbour } = await box.accounts.ensure({ name: "Neighbour", balance: 1 })
    await box.as(account).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })

    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, sleep(3000))
    const sent: Array<string> = []
    const broken: Array<string> = []
    const stalling = async (): Promise<void> => {
      for (let stall = 0; stall < stalls; stall++) {
        const to = Array.from({ length: each }, (_, index) => phone(stall * each + index))
        const took = late
        for (const channel of ["sms", "rcs"] as const) {
          // A node works first on what it has accepted itself.
          const { recipients } = await stalled.as(account).messages.send({
            to,
            template: { name: "order" },
            channel: [channel]
          })
          for (const { message_id: id } of recipients) sent.push(id)
        }
        // The node has some of them at its carriers, and more in hand.
        const inHand = () => late - took
        for (const end = performance.now() + 10_000; inHand() < 20 && performance.now() < end;) await sleep(10)
        if (inHand() < 20) broken.push(`the node had only ${inHand()} when its network stood still`)
        proxy.silence()
        await sleep(silent)
        proxy.mend()
        await sleep(apart)
      }
    }
    const during = await waits(ask, stalling())

    const open = new Set(sent)
    const ends = new Map<string, number>()
    for (const end = performance.now() + 60_000; open.size > 0 && performance.now() < end;) {
      for (const id of open) {
        const { reason_code: code, status } = await box.as(account).messages.get(id)
        if (status !== "SENT" && status !== "FAILED") continue
        open.delete(id)
        const what = status === "SENT" ? status : `${status} ${String(code)}`
        ends.set(what, (ends.get(what) ?? 0) + 1)
      }
      await sleep(200)
    }
    for (const [what, count] of ends) {
      if (what !== "SENT" && what !== "FAILED DELIVERY_011") broken.push(`${count} messages are ${what}`)
    }
    // Otherwise the node did not count as dead, or had nothing in hand, and all that holds shows nothing.
    if (![...handed.get("once")!.values()].includes(2)) {
      broken.push("no message was handed over again by the other node")
    }
    const doubled = [...most].flatMap(([id, times]) => [...handed.get(id)!.values()].filter((count) => count > times))
    return { before, during, bound: 1000, lost: open.size, doubled: doubled.length, broken }
  }
}
