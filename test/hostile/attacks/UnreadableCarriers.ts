import type { OutgoingMessage } from "signalbox"
import { pause, phone, start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const messages = 600

/** Answers of a carrier that has taken the message, and those in its own words. */
const answers: ReadonlyArray<(reference: number) => unknown> = [
  (reference) => reference,
  (reference) => String(reference),
  (reference) => [reference],
  () => ({ id: "abc" }),
  () => true,
  () => Number.NaN,
  () => ({ refusd: "invalid_number" }),
  () => new Response("ok")
]

/** A receipt as it should be, and as it is misspelt before. */
const misspelt: ReadonlyArray<(receipt: object) => unknown> = [
  (receipt) => ({ receipt: [receipt] }),
  (receipt) => [receipt],
  (receipt) => ({ receipts: receipt }),
  (receipt) => ({ receipts: [{ ...receipt, state: "ok" }] }),
  () => "ok",
  () => new Response("ok")
]

export const attack: Attack = {
  name: "carriers that answer and report in words of their own",
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const handed = new Map<string, { readonly message: OutgoingMessage; readonly reference: number; times: number }>()
    const others: Array<string> = []
    let told: unknown = undefined
    const { account, box, neighbour } = await start(stage, [
      {
        id: "acme",
        answersWithin: 2000,
        submit: (message) => {
          const reference = handed.get(message.id)?.reference ?? handed.size
          const times = (handed.get(message.id)?.times ?? 0) + 1
          handed.set(message.id, { message, reference, times })
          return answers[reference % answers.length]!(reference) as string
        },
        callback: () => told as undefined
      },
      { id: "other", submit: ({ id }) => void others.push(id) }
    ])
    const me = box.as(account)
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))
    const broken: Array<string> = []
    const call = async (answer: unknown): Promise<number> => {
      told = answer
      return (await box.fetch(new Request("http://localhost/carriers/acme", { method: "POST" }))).status
    }
    const play = async (): Promise<void> => {
      for (let index = 0; index < messages; index += 20) {
        const to = Array.from({ length: 20 }, (_, each) => phone(index + each))
        await me.messages.send({ to, template: { name: "order" }, channel: ["sms"] })
        await pause(50)
      }
      for (let look = 0; look < 200 && handed.size < messages; look++) await pause(100)
      for (const { message, reference } of handed.values()) {
        const receipt = { message: message.id, attempt: message.attempt, status: "delivered" }
        const status = await call(misspelt[reference % misspelt.length]!(receipt))
        if (status !== 500) broken.push(`a misspelt answer of a callback was answered with ${status}`)
        for (let tries = 0; tries < 50 && await call({ receipts: [receipt] }) !== 200; tries++) await pause(20)
      }
    }
    /** A receipt by message and attempt counts only from the carrier that was handed the message. */
    const lies = async (): Promise<void> => {
      for (const { message: { attempt, id } } of [...handed.values()].slice(0, 50)) {
        const lie = { message: id, attempt, carrier: "other", status: "failed" } as const
        const told = await box.receipts.report(lie, { knownWithinMs: 0 }).catch(() => null)
        if (told !== null) broken.push(`a receipt of another carrier was ${told}`)
      }
      const inbound = { reference: "a", channel: "sms", from: phone(1), to: "+12015550111", text: "STOP" } as const
      for (const carrier of [undefined, " ", "acne"]) {
        const isTaken = await box.inbound.receive({ ...inbound, carrier } as never).then(() => true, () => false)
        if (isTaken) broken.push(`an inbound message of the carrier ${carrier} was taken`)
      }
    }
    const playing = play().then(lies)
    const [during] = await Promise.all([waits(ask, playing), playing])
    // What was not understood would go to the next carrier now.
    await pause(4000)
    const found = await Promise.all([...handed.keys()].map((id) => me.messages.get(id)))
    return {
      before,
      during,
      bound: 1000,
      lost: messages - found.filter(({ status }) => status === "DELIVERED").length,
      doubled: others.length + [...handed.values()].filter(({ times }) => times > 1).length,
      broken: [...new Set(broken)]
    }
  }
}
