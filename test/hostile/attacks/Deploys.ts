/**
 * Deploy after deploy while a carrier is slow: each stop finds messages that the carrier has and has not answered.
 */
import type { OutgoingMessage, Signalbox } from "signalbox"
import { carrier, createSignalbox, postgres } from "signalbox"
import type { Attack, Waits } from "./Attack.ts"
import { waits } from "./Attack.ts"

const deploys = 8
const each = 40
/** The carrier takes longer than the grace, and less than it may. */
const carrierMillis = 8000
const graceMs = 5000
const answersWithin = 20_000

const order = { template: { name: "order" }, channel: ["sms"] } as const

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

export const attack: Attack = {
  name: `${deploys} deploys while a carrier takes ${carrierMillis} ms, and the grace is ${graceMs} ms`,
  storages: ["postgres"],
  play: async ({ after, place }) => {
    const handed = new Map<string, number>()
    const broken: Array<string> = []
    let phones = 2_000_000

    const receive = ({ id }: OutgoingMessage): void => void handed.set(id, (handed.get(id) ?? 0) + 1)
    const start = (): Signalbox => {
      const [slow, next] = ["slow", "next"].map((id) =>
        carrier({
          id,
          channels: ["sms"],
          answersWithin,
          submit: async (message) => {
            receive(message)
            await pause(carrierMillis)
            return message.attempt
          }
        })
      )
      const box = createSignalbox({
        storage: postgres(place, { maxConnections: 4 }),
        carriers: [slow!, next!],
        secretKeys: `hostile:${Buffer.alloc(32, 7).toString("base64")}`,
        log: false
      })
      after(() => box.close({ graceMs: 0 }))
      return box
    }

    let box = start()
    const { id: account } = await box.accounts.ensure({ name: "Acme", balance: 10_000, numbers: ["+12015559000"] })
    const definition = { body: { multiChannel: { template: "On its way." } } }
    await box.as(account).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
    const sent: Array<string> = []
    const send = async (to: Signalbox): Promise<void> => {
      const { recipients } = await to.as(account).messages.send({ ...order, to: [`+1201${++phones}`] })
      sent.push(recipients[0]!.message_id)
    }

    // Another node goes on all the time: what it waits is what a neighbour waits.
    const neighbour = start()
    await neighbour.ready
    const ask = () => neighbour.as(account).me.get()
    const before = await waits(ask, pause(3000))
    const deploying = (async () => {
      for (let count = 0; count < deploys; count++) {
        for (let left = each; left > 0; left--) await send(box)
        await box.close({ graceMs })
        box = start()
        await box.ready
      }
    })()
    const during: Waits = await waits(ask, deploying)

    const end = performance.now() + 60_000
    const open = new Set(sent)
    const codes = new Map<string, number>()
    while (open.size > 0 && performance.now() < end) {
      for (const id of open) {
        const { reason_code: code, status } = await box.as(account).messages.get(id)
        if (status !== "SENT" && status !== "FAILED") continue
        open.delete(id)
        const what = status === "SENT" ? status : `${status} ${String(code)}`
        codes.set(what, (codes.get(what) ?? 0) + 1)
      }
      await pause(100)
    }
    for (const what of codes.keys()) {
      if (what !== "SENT" && what !== "FAILED DELIVERY_011") broken.push(`${codes.get(what)} messages are ${what}`)
    }
    return {
      before,
      during,
      bound: 1000,
      lost: open.size,
      doubled: [...handed.values()].filter((times) => times > 1).length,
      broken
    }
  }
}
