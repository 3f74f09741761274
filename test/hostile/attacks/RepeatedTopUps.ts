import { SignalboxError } from "signalbox"
import { pause, start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

/** So many take some ten seconds. */
const payments = { memory: 6000, sqlite: 300, postgres: 300 }

/** References that are none, and would make two payments one. */
const blank: ReadonlyArray<unknown> = ["", " ", "\n", {}, [], 7, Number.NaN, null]

export const attack: Attack = {
  name: "top-ups repeated at the same time, with other amounts and with references that are none",
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const { account, box, neighbour } = await start(stage, [{ id: "acme", submit: () => {} }])
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))
    const opening = Number(await box.accounts.balance(account))
    const broken = new Set<string>()
    let paid = 0
    const play = async (): Promise<void> => {
      for (let payment = 0; payment < payments[stage.storage]; payment++) {
        const reference = `invoice ${payment}`
        const amounts = [1, 1, 1, 2, 2]
        const ends = await Promise.allSettled(amounts.map((amount) => box.accounts.topUp(account, amount, reference)))
        const taken = new Set(amounts.filter((_, index) => ends[index]!.status === "fulfilled"))
        if (taken.size > 1) broken.add("two amounts were taken under one reference")
        for (const end of ends) {
          const code = end.status === "rejected" && end.reason instanceof SignalboxError ? end.reason.code : "none"
          // Many at the same time may have to try again.
          if (end.status === "rejected" && code !== "RESOURCE_007" && code !== "INTERNAL_005") {
            broken.add(`a top-up ended with ${code}`)
          }
        }
        paid += [...taken][0] ?? 0
        const wrong = blank[payment % blank.length]
        const isTaken = await box.accounts.topUp(account, 5, wrong as string).then(() => true, () => false)
        if (isTaken) broken.add(`a reference of ${JSON.stringify(wrong)} was taken`)
      }
    }
    const playing = play()
    const [during] = await Promise.all([waits(ask, playing), playing])
    const found = Number(await box.accounts.balance(account)) - opening
    return {
      before,
      during,
      bound: 1000,
      lost: Math.max(0, paid - found),
      doubled: Math.max(0, found - paid),
      broken: [...broken]
    }
  }
}
