/**
 * A host in plain JavaScript gives values that JSON would change or leave out. None of them may count as an absent one,
 * which would send immediately, or for real.
 */
import { pause, phone, start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const rounds = 500

/** Fields of a send that are none. */
const wrong: ReadonlyArray<() => object> = [
  () => ({ scheduled_at: new Date("31.12.2026") }),
  () => ({ sandbox: Number.NaN }),
  () => ({ template: { name: "order", parameters: new Map([["a", "b"]]) } }),
  () => ({ template: { name: "order", parameters: new Set(["a"]) } }),
  () => ({
    get sandbox() {
      throw new Error("own affair")
    }
  }),
  () => ({ sandbox: Symbol("yes") }),
  () => ({ channel: () => ["sms"] })
]

export const attack: Attack = {
  name: "values that are none: invalid dates, NaN, Maps, getters that throw",
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const handed: Array<string> = []
    const { account, box, neighbour } = await start(stage, [{ id: "acme", submit: ({ id }) => void handed.push(id) }])
    const me = box.as(account)
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))
    const broken = new Set<string>()
    const play = async (): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        const fields = Object.getOwnPropertyDescriptors(wrong[round % wrong.length]!())
        const body = { to: [phone(round)], template: { name: "order" }, channel: ["sms"] }
        const given = Object.defineProperties({ ...body }, fields)
        const status = await me.messages.send(given as typeof body & { channel: ["sms"] }).then(
          () => 202,
          (error: { readonly status?: number }) => error.status
        )
        if (status !== 400) broken.add(`${Object.keys(fields).join()} was answered with ${status}`)
      }
      await pause(2000)
    }
    const during = await waits(ask, play())
    if (handed.length > 0) broken.add(`${handed.length} messages went out`)
    return { before, during, bound: 1000, lost: 0, doubled: 0, broken: [...broken] }
  }
}
