/**
 * The sums of usage, by account and day, and within a day by what they are about.
 */
import type { AccountId } from "@signalbox/core/Id"
import type { Usage, UsageQuery } from "@signalbox/core/Usage"
import { added, isNothing, keyText } from "@signalbox/core/Usage"

export class UsageTable {
  private readonly days = new Map<AccountId, Map<string, Map<string, Usage>>>()

  add(tallies: ReadonlyArray<Usage>): void {
    for (const more of tallies) {
      const days = this.days.get(more.account) ?? new Map<string, Map<string, Usage>>()
      const sums = days.get(more.day) ?? new Map<string, Usage>()
      const key = keyText(more)
      const found = sums.get(key)
      const now = found === undefined ? more : added(found, more)
      if (isNothing(now)) sums.delete(key)
      else sums.set(key, now)
      this.days.set(more.account, days.set(more.day, sums))
    }
  }

  of({ account, first, last }: UsageQuery): ReadonlyArray<Usage> {
    const days = [...this.days.get(account) ?? []].filter(([day]) => day >= first && day <= last)
    return days.flatMap(([, sums]) => [...sums.values()])
  }
}
