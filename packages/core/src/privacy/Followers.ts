/**
 * The redaction of an account makes further items: for the profiles of an organization, and for the webhooks that an account
 * has or had. Each list is looked through in pages, over and over, and whatever has no item yet gets one.
 */
import { RedactionWork } from "../account/RedactionWork.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Commit } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import type { ListPosition, ListQuery } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import { Accounts } from "../row/Account.ts"
import type { Redaction } from "../row/Redaction.ts"
import { Redactions } from "../row/Redaction.ts"
import type { Retention } from "../row/Retention.ts"
import type { Row } from "../row/Row.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Due } from "../work/Work.ts"
import { BodyRedactionWork } from "./BodyRedactionWork.ts"

interface Follower {
  readonly list: "profiles" | "webhooks" | "deleted_webhooks"
  /** The place of the redaction that says how far its pages have come. */
  readonly place: "profiles" | "webhooks" | "deletedWebhooks"
  readonly limit: number
  readonly isWanted: (account: AccountId, retention: Retention, facts: Facts.Facts) => boolean
  /** Returns when a row of the list was made, by which it stands in it; null for a row of another kind. */
  readonly at: (row: Row) => Instant | null
  readonly due: (account: AccountId, key: string, now: Instant) => Due
}

const ofWebhook = {
  limit: Limit.redaction.webhooks,
  isWanted: (_: AccountId, { webhookBodies }: Retention) => webhookBodies !== undefined,
  due: (account: AccountId, key: string, now: Instant) =>
    BodyRedactionWork.due({ account, webhook: key as WebhookId, event: null }, account, now)
}

const followers: ReadonlyArray<Follower> = [
  {
    list: "profiles",
    place: "profiles",
    limit: Limit.redaction.profiles,
    isWanted: (account, _, facts) => Facts.peek(facts, Accounts, account)?.type === "organization",
    at: (row) => row.kind === "account" ? row.value.createdAt : null,
    due: (_, key, now) => RedactionWork.due({ account: key as AccountId, message: null }, key as AccountId, now)
  },
  {
    ...ofWebhook,
    list: "webhooks",
    place: "webhooks",
    at: (row) => row.kind === "webhook" ? row.value.createdAt : null
  },
  {
    ...ofWebhook,
    list: "deleted_webhooks",
    place: "deletedWebhooks",
    at: (row) => row.kind === "deleted_webhook" ? row.value.at : null
  }
]

const queryOf = ({ limit, list, place }: Follower, account: AccountId, redaction: Redaction | null): ListQuery => {
  const behind = redaction?.[place]
  return { list, scope: account, ...(behind === undefined ? {} : { behind }), isCounted: false, offset: 0, limit }
}

/** The lists that are looked through for an account. */
const wanted = (
  account: AccountId,
  retention: Retention,
  redaction: Redaction | null,
  facts: Facts.Facts
) =>
  followers.flatMap((follower) =>
    follower.isWanted(account, retention, facts)
      ? [{ ...follower, query: queryOf(follower, account, redaction) }]
      : []
  )

export const needs = (
  account: AccountId,
  retention: Retention,
  redaction: Redaction | null,
  facts: Facts.Facts
): Needs.Needs =>
  Needs.all(
    ...wanted(account, retention, redaction, facts).flatMap(({ query }) => [
      Needs.list(query),
      Needs.rows(Redactions, (Facts.peekPage(facts, query)?.rows ?? []).map(({ key }) => key))
    ])
  )

export interface Step {
  readonly commit: Partial<Commit>
  /** The places behind which the lists go on; those that are through begin anew. */
  readonly places: Pick<Redaction, Follower["place"]>
}

export const step = (
  account: AccountId,
  retention: Retention,
  redaction: Redaction | null,
  { facts, now }: Grounds
): Step => {
  const pages = wanted(account, retention, redaction, facts).map((follower) => ({
    ...follower,
    rows: Facts.page(facts, follower.query).rows.flatMap((row) => {
      const at = follower.at(row)
      return at === null ? [] : [{ at, key: row.key } satisfies ListPosition]
    })
  }))
  return {
    commit: {
      due: pages.flatMap(({ due, rows }) =>
        rows.flatMap(({ key }) => Facts.get(facts, Redactions, key) === null ? [due(account, key, now)] : [])
      )
    },
    places: Object.fromEntries(
      pages.flatMap(({ limit, place, rows }) => rows.length === limit ? [[place, rows.at(-1)!]] : [])
    )
  }
}
