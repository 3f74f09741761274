/**
 * The promises about money.
 */
import type { Message } from "@signalbox/core/Message"
import type { Invariant } from "../../Invariant.ts"
import { isGivenUp } from "../mirror.ts"

/** Returns what the attempts of a message hold of each balance: reserved or taken. */
const charges = (message: Message | undefined): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const { activeContactPrice, charge, payer, price } of message?.attempts ?? []) {
    if (charge !== "returned") found.set(payer, (found.get(payer) ?? 0) + price + activeContactPrice)
  }
  return found
}

export const exact: Invariant = {
  name: "money-is-exact",
  promise:
    "What is gone from a balance is what its messages cost, to the ten-thousandth, and never more than there was.",
  watch: ({ balance, mirror }) => {
    const held = new Map<string, number>()
    const given = new Map<string, number>()
    const owed = new Set<string>()
    const touched = new Set<string>()
    const check = (account: string): string | null => {
      const kept = mirror.balances.get(account) ?? 0
      if (kept < 0) return `the balance of ${account} is ${kept}`
      const due = (given.get(account) ?? 0) - (held.get(account) ?? 0)
      return due === kept ? null : `the balance of ${account} is ${kept}, but its messages leave ${due}`
    }
    return {
      see: (sighting) => {
        if (sighting._tag === "BatchKept") {
          for (const account of touched) {
            const [told, kept] = [balance(account), mirror.balances.get(account) ?? 0]
            if (told !== kept) return `the store says ${told} of ${account}, the commits say ${kept}`
          }
          touched.clear()
        }
        if (sighting._tag !== "Committed") return null
        owed.clear()
        for (const { account, amount, once } of sighting.commit.debits) {
          owed.add(account)
          touched.add(account)
          // The money that messages take and give back rests on the versions of their rows; everything else has a key.
          if (once !== null) given.set(account, (given.get(account) ?? 0) - amount)
        }
        for (const [id, before] of mirror.before) {
          const [was, is] = [charges(before), charges(mirror.messages.get(id))]
          for (const payer of new Set([...was.keys(), ...is.keys()])) {
            owed.add(payer)
            held.set(payer, (held.get(payer) ?? 0) - (was.get(payer) ?? 0) + (is.get(payer) ?? 0))
          }
        }
        for (const account of owed) {
          const wrong = check(account)
          if (wrong !== null) return wrong
        }
        return null
      },
      atRest: () => {
        for (const message of mirror.messages.values()) {
          if (isGivenUp(mirror, message.id)) continue
          const waiting = message.attempts.find(({ charge }) => charge === "reserved")
          if (waiting !== undefined) return `${message.id} is ${message.status}, and money is still reserved for it`
          const taken = message.attempts.filter(({ charge }) => charge === "taken")
          const price = taken.reduce((sum, { price }) => sum + price, 0)
          if ((message.price ?? 0) !== price) {
            return `${message.id} shows the price ${message.price} instead of ${price}`
          }
        }
        return null
      }
    }
  }
}

export const reserved: Invariant = {
  name: "reserved-while-it-is-open",
  promise: "The price of an attempt is reserved exactly as long as nobody knows what becomes of the attempt.",
  watch: ({ mirror }) => ({
    see: (sighting) => {
      if (sighting._tag !== "Committed") return null
      for (const id of mirror.before.keys()) {
        for (const { charge, id: attempt, report } of mirror.messages.get(id)!.attempts) {
          if ((report === null) === (charge === "reserved")) continue
          return `the price of ${attempt}, an attempt of ${id}, is ${charge}, and the attempt is ${report ?? "open"}`
        }
      }
      return null
    }
  })
}
