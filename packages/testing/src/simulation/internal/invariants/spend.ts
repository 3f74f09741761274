/**
 * The promise about spend caps.
 */
import type { Message } from "@signalbox/core/Message"
import type { Invariant } from "../../Invariant.ts"
import { accountNumber } from "../furniture.ts"

/** Returns what the attempts of a message hold: reserved or taken. */
const held = (message: Message | undefined): number =>
  (message?.attempts ?? []).reduce(
    (sum, { activeContactPrice, charge, price }) => charge === "returned" ? sum : sum + price + activeContactPrice,
    0
  )

export const capped: Invariant = {
  name: "no-spend-cap-is-passed",
  promise:
    "No account's messages cost more in one day than its cap says, its counter says what they cost, and the account is " +
    "told once when that is four fifths of the cap.",
  watch: ({ mirror, script }) => {
    const spent = new Map<string, number>()
    const counted = new Map<string, number>()
    const warned = new Set<string>()
    return {
      see: (sighting) => {
        if (sighting._tag !== "Committed") return null
        const { counts, events } = sighting.commit
        for (const { by, counter } of counts) {
          const [of, account, , , , isWarning] = counter.split("/") as [string, string, ...ReadonlyArray<string>]
          if (of !== "spend" || isWarning !== undefined) continue
          counted.set(account, (counted.get(account) ?? 0) + by)
        }
        const moved = new Set<string>()
        for (const [id, before] of mirror.before) {
          const message = mirror.messages.get(id)!
          const { account } = message
          spent.set(account, (spent.get(account) ?? 0) + held(message) - held(before))
          moved.add(account)
        }
        for (const { account, name } of events) {
          if (name !== "account.spend_warning") continue
          if (warned.has(account)) return `${account} is warned of its spend cap twice`
          warned.add(account)
        }
        for (const account of moved) {
          // Runs begin at noon and ask for a few minutes, so all of it is one day.
          const cap = script.accounts[accountNumber(account)]?.spendCap ?? null
          const amount = spent.get(account) ?? 0
          if (cap === null) {
            if (counted.has(account)) return `${account} has no spend cap, and is counted`
            continue
          }
          if (amount > cap) return `${account} has spent ${amount}, ${cap} at most`
          if (amount !== (counted.get(account) ?? 0)) {
            return `${account} has spent ${amount}, and ${counted.get(account) ?? 0} is counted`
          }
          if (amount * 5 >= cap * 4 && !warned.has(account)) return `${account} has spent ${amount} without a warning`
        }
        return null
      }
    }
  }
}
