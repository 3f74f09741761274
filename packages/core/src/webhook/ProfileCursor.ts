/**
 * A cursor over the profiles of an organization, newest first, a page at a time, while profiles come and go: it attends to
 * every profile that is there from its beginning to its end.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Page } from "../commit/Facts.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import type { Account } from "../row/Account.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"

/** The place that the cursor has reached after a change of a webhook. */
export interface ProfileCursor {
  readonly organization: AccountId
  readonly webhook: WebhookId
  /** The edition of the webhook that the cursor began with. A later edition has a cursor of its own. */
  readonly edition: number
  /** How much of the list stood before the place at which the cursor goes on. */
  readonly seen: number
  /** The last profile that was attended to; null at the beginning. */
  readonly last: { readonly at: number; readonly profile: string } | null
}

export const accountsOf = ({ rows }: Page): ReadonlyArray<Account> =>
  rows.flatMap((row) => row.kind === "account" ? [row.value] : [])

const offsetOf = ({ last, seen }: ProfileCursor): number => last === null ? 0 : Math.max(0, seen - 1)

/** The page begins with the last profile that was attended to: another one there tells that profiles have gone. */
export const pageOf = (cursor: ProfileCursor, batch: number = Limit.clones.batch): ListQuery => ({
  list: "profiles",
  scope: cursor.organization,
  offset: offsetOf(cursor),
  limit: batch + 1
})

/** Returns whether the profile stands behind the last one. */
const isBehind = ({ createdAt, id }: Account, last: ProfileCursor["last"]): boolean =>
  last === null || createdAt < last.at || (createdAt === last.at && id < last.profile)

export interface Step {
  /** The profiles of the page to attend to. */
  readonly profiles: ReadonlyArray<Account>
  /** The place where the cursor goes on; null at its end. */
  readonly next: ProfileCursor | null
}

export const step = (cursor: ProfileCursor, page: Page, batch: number = Limit.clones.batch): Step => {
  const accounts = accountsOf(page)
  const offset = offsetOf(cursor)
  const [first] = accounts
  // So many profiles have gone that the page begins too late.
  if (offset > 0 && (first === undefined || isBehind(first, cursor.last))) {
    return { profiles: [], next: { ...cursor, seen: Math.max(0, cursor.seen - batch) } }
  }
  const profiles = accounts.filter((account) => isBehind(account, cursor.last))
  const last = profiles.at(-1)
  const isEnd = offset + accounts.length >= page.total
  return {
    profiles,
    next: isEnd ? null : {
      ...cursor,
      seen: offset + accounts.length,
      last: last === undefined ? cursor.last : { at: last.createdAt, profile: last.id }
    }
  }
}
