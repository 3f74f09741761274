/**
 * The sums of usage, by account and day, and within a day by country and what else they are about.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Money from "@signalbox/core/Money"
import type { UsageForgetting } from "@signalbox/core/Traces"
import type { Usage, UsageQuery } from "@signalbox/core/Usage"
import { isNothing } from "@signalbox/core/Usage"

/** A sum that is raised in its place: each step of a message raises two of them. */
type Sum = { -readonly [Name in keyof Usage]: Usage[Name] }

export class UsageTable {
  /** The sums of each account by day and country: the few of one country are looked through, so no text is made of them. */
  private readonly days = new Map<AccountId, Map<string, Map<string, Array<Sum>>>>()

  add(tallies: ReadonlyArray<Usage>): void {
    for (const more of tallies) {
      const sums = this.sumsOf(more)
      const found = sums.find(({ channel, status }) => status === more.status && channel === more.channel)
      if (found === undefined) sums.push({ ...more })
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
    const sums = days.flatMap(([, countries]) => [...countries.values()].flat())
    return sums.filter((sum) => !isNothing(sum)).map((sum) => ({ ...sum }))
  }

  /** Returns days of which an account has sums, in their order. */
  daysOf(account: AccountId, after: string, limit: number): ReadonlyArray<string> {
    return [...this.days.get(account)?.keys() ?? []].filter((day) => day > after).toSorted().slice(0, limit)
  }

  forget({ account, before, most }: UsageForgetting): number {
    const days = this.days.get(account)
    let gone = 0
    for (const [day, countries] of days ?? []) {
      if (day >= before) continue
      for (const [country, sums] of countries) {
        gone += sums.splice(0, most - gone).length
        if (sums.length > 0) return gone
        countries.delete(country)
      }
      days?.delete(day)
    }
    return gone
  }

  private sumsOf({ account, country, day }: Usage): Array<Sum> {
    const days = this.days.get(account) ?? new Map<string, Map<string, Array<Sum>>>()
    const countries = days.get(day) ?? new Map<string, Array<Sum>>()
    const sums = countries.get(country) ?? []
    if (sums.length === 0) this.days.set(account, days.set(day, countries.set(country, sums)))
    return sums
  }
}
