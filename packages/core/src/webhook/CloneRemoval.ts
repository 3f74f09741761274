/**
 * The end of the clones on a deleted profile. It comes an hour after the last of the profile's waiting messages was
 * cancelled, so that the organization hears of all that the deletion has ended, late attempts included.
 */
import * as Audited from "../audit/Audited.ts"
import * as Limit from "../catalogue/Limit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import type { Webhook } from "../row/Webhook.ts"
import { Webhooks } from "../row/Webhook.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Due, Lease } from "../work/Work.ts"
import { CloneRemovalWork } from "./CloneWork.ts"
import * as WebhookDeletion from "./WebhookDeletion.ts"

/** Returns the work that deletes the clones on a profile, once what is told last had its time. */
export const due = (profile: AccountId, now: Instant.Instant): Due =>
  CloneRemovalWork.due({ profile, last: null }, profile, Instant.plus(now, Limit.clones.outlive))

const webhooksOf = (lease: Lease): Needs.ListQuery => {
  const { last, profile } = CloneRemovalWork.target(lease)
  const page = { list: "webhooks", scope: profile, offset: 0, limit: Limit.clones.batch } as const
  return last === null ? page : { ...page, behind: last }
}

const webhooksIn = ({ rows }: Facts.Page): ReadonlyArray<Webhook> =>
  rows.flatMap((row) => row.kind === "webhook" ? [row.value] : [])

const isClone = ({ parent }: Webhook): boolean => parent !== undefined

export const RemoveClones = LeasedDecision.make<LeasedDecision.Leased, void>(Audited.ofService({
  name: "clones.removal",
  needs: ({ lease }, facts) => {
    const page = Facts.peekPage(facts, webhooksOf(lease))
    return page === undefined
      ? Needs.list(webhooksOf(lease))
      : Needs.rows(Webhooks, webhooksIn(page).filter(isClone).map(({ id }) => id))
  },
  decide: ({ lease }, { facts, now }) => {
    const { profile } = CloneRemovalWork.target(lease)
    const webhooks = webhooksIn(Facts.page(facts, webhooksOf(lease)))
    const last = webhooks.at(-1)
    return done(
      undefined,
      ...webhooks.filter(isClone).map((webhook) => WebhookDeletion.of(webhook, { facts, now })),
      last === undefined || webhooks.length < Limit.clones.batch
        ? {}
        : { due: [CloneRemovalWork.due({ profile, last: { at: last.createdAt, key: last.id } }, profile, now)] }
    )
  }
}))

export const CloneRemovalJob = Job.make({
  work: CloneRemovalWork,
  decides: RemoveClones,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
