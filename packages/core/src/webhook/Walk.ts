/**
 * A walk over the profiles of an organization, newest first, a page at a time, while profiles come and go: it attends to
 * every profile that is there from its beginning to its end.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Page } from "../commit/Facts.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import type { Account } from "../row/Account.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"

/** How far the walk has come after a change of a webhook. */
export interface Walk {
  readonly organization: AccountId
  readonly webhook: WebhookId
  /** The edition of the webhook that the walk began with. A later edition has a walk of its own. */
  readonly edition: number
  /** How much of the list stood before the place at which the walk goes on. */
  readonly seen: number
  /** The last profile that was attended to; null at the beginning. */
  readonly last: { readonly at: number; readonly profile: string } | null
}

export const accountsOf = ({ rows }: Page): ReadonlyArray<Account> =>
  rows.flatMap((row) => row.kind === "account" ? [row.value] : [])

const offsetOf = ({ last, seen }: Walk): number => last === null ? 0 : Math.max(0, seen - 1)

/** The page begins with the last profile that was attended to: another one there tells that profiles have gone. */
export const pageOf = (walk: Walk, batch: number = Limit.clones.batch): ListQuery => ({
  list: "profiles",
  scope: walk.organization,
  offset: offsetOf(walk),
  limit: batch + 1
})

/** Returns whether the profile stands behind the last one. */
const isBehind = ({ createdAt, id }: Account, last: Walk["last"]): boolean =>
  last === null || createdAt < last.at || (createdAt === last.at && id < last.profile)

export interface Step {
  /** The profiles of the page to attend to. */
  readonly profiles: ReadonlyArray<Account>
  /** Where the walk goes on; null at its end. */
  readonly next: Walk | null
}

export const step = (walk: Walk, page: Page, batch: number = Limit.clones.batch): Step => {
  const accounts = accountsOf(page)
  const offset = offsetOf(walk)
  const [first] = accounts
  // So many profiles have gone that the page begins too late.
  if (offset > 0 && (first === undefined || isBehind(first, walk.last))) {
    return { profiles: [], next: { ...walk, seen: Math.max(0, walk.seen - batch) } }
  }
  const profiles = accounts.filter((account) => isBehind(account, walk.last))
  const last = profiles.at(-1)
  const isEnd = offset + accounts.length >= page.total
  return {
    profiles,
    next: isEnd ? null : {
      ...walk,
      seen: offset + accounts.length,
      last: last === undefined ? walk.last : { at: last.createdAt, profile: last.id }
    }
  }
}
