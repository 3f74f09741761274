/**
 * The work item of a review: it is about one revision of a template.
 */
import type { Template } from "../row/Template.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Due, WorkRef } from "../work/Work.ts"
import * as WorkName from "../work/WorkName.ts"

export interface Target {
  readonly template: string
  readonly revision: number
}

export const ReviewWork = WorkName.make({
  kind: "review",
  lane: LaneKind.make("review", 16, (account: AccountId) => account),
  key: {
    write: ({ revision, template }: Target) => [template, String(revision)],
    read: ([template = "", revision = ""]) => ({ template, revision: Number(revision) })
  }
})

export const ref = ({ id, revision }: Pick<Template, "id" | "revision">): WorkRef =>
  ReviewWork.ref({ template: id, revision })

export const due = ({ account, id, revision }: Pick<Template, "account" | "id" | "revision">, at: Instant): Due =>
  ReviewWork.due({ template: id, revision }, account, at)
