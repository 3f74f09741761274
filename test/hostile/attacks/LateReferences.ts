/**
 * A carrier answers every message long after anybody waits for it, and its receipts come with those references: each of them finds
 * its message, and none is handed over again.
 */
import { pause, phone, start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const messages = 300
/** In milliseconds. */
const answersWithin = 500
const answersAfter = 4000

export const attack: Attack = {
  name: `${messages} references come after answersWithin`,
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const handed = new Map<string, number>()
    const references: Array<string> = []
    const { account, box, neighbour } = await start(stage, [{
      id: "late",
      answersWithin,
      pace: { perSecond: 100, inFlight: 500 },
      submit: async ({ attempt, id }) => {
        handed.set(id, (handed.get(id) ?? 0) + 1)
        await pause(answersAfter)
        const reference = `late-${attempt}`
        references.push(reference)
        return reference
      }
    }])
    const me = box.as(account)
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))
    const broken = new Set<string>()
    const attacking = async (): Promise<ReadonlyArray<string>> => {
      const to = Array.from({ length: messages }, (_, index) => phone(index))
      const { recipients } = await me.messages.send({ to, template: { name: "order" }, channel: ["sms"] })
      const reported: Array<Promise<void>> = []
      for (const end = performance.now() + 60_000; reported.length < messages && performance.now() < end;) {
        for (const reference of references.slice(reported.length)) {
          // Its receipt comes as soon as the carrier has answered.
          const told = box.receipts.report({ carrier: "late", reference, status: "delivered" })
          reported.push(told.then(
            (answer) => {
              if (answer !== "applied") broken.add(`a receipt was ${answer}`)
            },
            (error: unknown) => void broken.add(`a receipt was refused: ${String(error)}`)
          ))
        }
        await pause(20)
      }
      await Promise.all(reported)
      return recipients.map(({ message_id: id }) => id)
    }
    const sending = attacking()
    const during = await waits(ask, sending)
    const found = await Promise.all((await sending).map((id) => me.messages.get(id)))
    return {
      before,
      during,
      bound: 1000,
      lost: found.filter(({ status }) => status !== "DELIVERED").length,
      doubled: [...handed.values()].filter((times) => times > 1).length,
      broken: [...broken]
    }
  }
}
