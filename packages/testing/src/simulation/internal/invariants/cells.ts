/**
 * The promises where accounts lie in several cells. They hold with one store too.
 */
import type { Invariant } from "../../Invariant.ts"
import { accountNumber } from "../furniture.ts"

export const own: Invariant = {
  name: "an-account-is-in-one-cell",
  promise: "All that belongs to an account is in its cell.",
  watch: ({ cell, mirror, script }) => ({
    see: (sighting) => {
      if (sighting._tag !== "Committed") return null
      for (const id of mirror.before.keys()) {
        const { account } = mirror.messages.get(id)!
        const role = script.accounts[accountNumber(account)]
        const home = (role?.cell ?? 0) % (script.cells ?? 1)
        if (home !== cell) return `${id} of ${account} is in cell ${cell}, and the account in ${home}`
      }
      return null
    }
  })
}

export const found: Invariant = {
  name: "keys-and-numbers-lead-home",
  promise: "A key that exists is never unknown, and neither is a number, whichever cells are away.",
  watch: () => ({
    see: (sighting) => {
      if (sighting._tag === "Answered" && sighting.code === "AUTH_002") {
        return `the key of ${sighting.account} is unknown`
      }
      return sighting._tag === "Written" && sighting.answer === "UnknownNumber"
        ? `the number of ${sighting.account} is unknown`
        : null
    }
  })
}

export const written: Invariant = {
  name: "written-once",
  promise: "What somebody wrote, and a carrier brought until it was taken in, is one message.",
  watch: ({ mirror }) => {
    const taken = new Set<string>()
    const made = new Map<string, number>()
    return {
      see: (sighting) => {
        if (sighting._tag === "Written" && sighting.answer !== "UnknownNumber") taken.add(sighting.reference)
        if (sighting._tag !== "Committed") return null
        for (const [id, before] of mirror.before) {
          const { direction, reference: named } = mirror.messages.get(id)!
          if (before !== undefined || direction !== "INBOUND") continue
          const reference = named?.text ?? ""
          made.set(reference, (made.get(reference) ?? 0) + 1)
          if (made.get(reference) !== 1) return `${reference} is more than one message`
        }
        return null
      },
      atRest: () => {
        const lost = [...taken].find((reference) => !made.has(reference))
        return lost === undefined ? null : `${lost} was taken in, and is no message`
      }
    }
  }
}
