/**
 * Listeners and log functions of the host that throw and reject at every call. The process survives them, all messages go
 * out, and each listener gets the event as it was.
 */
import { carrier, createSignalbox, memory, postgres } from "signalbox"
import { pause, phone } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const messages = 600

export const attack: Attack = {
  name: "listeners and log functions that throw and reject",
  storages: ["memory", "postgres"],
  play: async ({ after, place, storage }) => {
    const handed = new Map<string, number>()
    // What the host's log has thrown goes here, thousands of times.
    console.error = () => {}
    const box = createSignalbox({
      storage: storage === "postgres" ? postgres(place, { maxConnections: 4 }) : memory(),
      carriers: [carrier({
        id: "acme",
        channels: ["sms"],
        choosesSender: true,
        submit: ({ id }) => void handed.set(id, (handed.get(id) ?? 0) + 1)
      })],
      secretKeys: `attack:${Buffer.alloc(32, 7).toString("base64")}`,
      log: (async () => {
        throw new Error("a log that rejects")
      }) as never
    })
    after(() => box.close({ graceMs: 1000 }))
    const organization = async (name: string) => (await box.accounts.ensure({ name, balance: 10_000 })).id
    const [account, neighbour] = [await organization("Attacked"), await organization("Neighbour")]
    const definition = { body: { multiChannel: { template: "On its way." } } }
    await box.as(account).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
    let heard = 0
    const broken = new Set<string>()
    box.on("message.queued", (event) => {
      Object.assign(event, { payload: null })
    })
    box.on("message.queued", async () => {
      throw new Error("a listener that rejects")
    })
    box.on("message.queued", ({ payload }) => {
      heard++
      if (payload?.["message_id"] === undefined) broken.add("a listener has changed another one's event")
    })
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))
    const play = async (): Promise<void> => {
      for (let index = 0; index < messages; index += 20) {
        const to = Array.from({ length: 20 }, (_, each) => phone(index + each))
        await box.as(account).messages.send({ to, template: { name: "order" }, channel: ["sms"] })
      }
      for (let look = 0; look < 200 && handed.size < messages; look++) await pause(100)
    }
    const during = await waits(ask, play())
    if (heard !== messages) broken.add(`the last listener heard of ${heard} messages`)
    return {
      before,
      during,
      bound: 1000,
      lost: messages - handed.size,
      doubled: [...handed.values()].filter((times) => times > 1).length,
      broken: [...broken]
    }
  }
}
