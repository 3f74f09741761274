import { number, pause, phone, start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

/** So many take some ten seconds. */
const recipients = { memory: 1000, sqlite: 400, postgres: 400 }

const spelt: ReadonlyArray<(number: string) => string> = [
  (each) => each,
  (each) => each.slice(1),
  (each) => `00${each.slice(1)}`,
  (each) => `+1 (${each.slice(2, 5)}) ${each.slice(5, 8)}-${each.slice(8)}`,
  (each) => `1.${each.slice(2, 5)}.${each.slice(5, 8)}.${each.slice(8)}`,
  (each) => `\u202a${each}\u202c`
]

const words = ["STOP", "stop", "\u200bStop\ufeff", " Quit\u200e\n", "\u2066END\u2069", "stop all"]

export const attack: Attack = {
  name: "STOP with numbers in every spelling and invisible characters",
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const stopped = new Set<string>()
    const after: Array<string> = []
    const { account, box, neighbour } = await start(stage, [{
      id: "acme",
      submit: ({ template, to }) => {
        // The reply to a STOP is no message of the account's own.
        if (stopped.has(to) && template?.name === "order") after.push(to)
      }
    }])
    await box.accounts.ensure({ name: "Acme", numbers: [number], keywordLists: ["us-carriers"] })
    const me = box.as(account)
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))
    const broken: Array<string> = []
    let lost = 0
    const play = async (): Promise<void> => {
      for (let index = 0; index < recipients[stage.storage]; index++) {
        const [from, to] = [phone(index), number]
        try {
          await box.inbound.receive({
            carrier: "acme",
            reference: index,
            channel: "sms",
            from: spelt[(index + 1) % spelt.length]!(from),
            to: spelt[index % spelt.length]!(to),
            text: words[index % words.length]!
          })
          stopped.add(from)
        } catch {
          lost++
        }
        if (index % 20 !== 19) continue
        const sent = Array.from({ length: 20 }, (_, each) => phone(index - each))
        await me.messages.send({ to: sent, template: { name: "order" }, channel: ["sms"] })
      }
      for (const nobody of ["+12015559999", "20155", "2015550111"]) {
        const rejected = await box.inbound.receive({
          carrier: "acme",
          reference: nobody,
          channel: "sms",
          from: phone(1),
          to: nobody,
          text: "STOP"
        })
          .then(() => false, () => true)
        if (!rejected) broken.push(`a STOP to ${nobody}, which nobody owns, was passed over in silence`)
      }
      await pause(2000)
    }
    const playing = play()
    const [during] = await Promise.all([waits(ask, playing), playing])
    return { before, during, bound: 1000, lost, doubled: after.length, broken }
  }
}
