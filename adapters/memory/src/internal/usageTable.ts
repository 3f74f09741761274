/**
 * The sums of usage, by account and day, and within a day by what they are about.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Money from "@signalbox/core/Money"
import type { UsageForgetting } from "@signalbox/core/Traces"
import type { Usage, UsageQuery } from "@signalbox/core/Usage"
import { isNothing, keyText } from "@signalbox/core/Usage"

/** A sum that is raised in its place: each step of a message raises two of them. */
type Sum = { -readonly [Name in keyof Usage]: Usage[Name] }

export class UsageTable {
  private readonly days = new Map<AccountId, Map<string, Map<string, Sum>>>()

  add(tallies: ReadonlyArray<Usage>): void {
    for (const more of tallies) {
      const sums = this.sumsOf(more)
      const key = keyText(more)
      const found = sums.get(key)
      if (found === undefined) sums.set(key, { ...more })
      else {
        found.messages += more.messages
        found.segments += more.segments
        found.price = Money.plus(found.price, more.price)
        found.activeContactPrice = Money.plus(found.activeContactPrice, more.activeContactPrice)
      }
    }
  }

  of({ account, first, last }: UsageQuery): ReadonlyArray<Usage> {
    const days = [...this.days.get(account) ?? []].filter(([day]) => day >= first && day <= last)
    return days.flatMap(([, sums]) => [...sums.values()].filter((sum) => !isNothing(sum)).map((sum) => ({ ...sum })))
  }

  forget({ account, before, most }: UsageForgetting): number {
    const days = this.days.get(account)
    let gone = 0
    for (const [day, sums] of days ?? []) {
      if (day >= before) continue
      for (const key of sums.keys()) {
        if (gone === most) return gone
        sums.delete(key)
        gone++
      }
      days?.delete(day)
    }
    return gone
  }

  private sumsOf({ account, day }: Usage): Map<string, Sum> {
    const days = this.days.get(account) ?? new Map<string, Map<string, Sum>>()
    const sums = days.get(day) ?? new Map<string, Sum>()
    if (sums.size === 0) this.days.set(account, days.set(day, sums))
    return sums
  }
}
