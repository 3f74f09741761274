/**
 * The work items of clones: what a request leaves when a webhook has more profiles, or a profile more webhooks, than it
 * attends to itself.
 */
import type { AccountId, WebhookId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"
import type { Walk } from "./Walk.ts"

const clones = LaneKind.make("clone", 1, (organization: AccountId) => organization)

/** Brings the clones of a webhook up to date on all profiles. */
export const WebhookClonesWork = WorkName.make({
  kind: "webhook_clones",
  lane: clones,
  key: {
    write: ({ edition, last, organization, seen, webhook }: Walk) => [
      organization,
      webhook,
      String(edition),
      ...(last === null ? [] : [String(seen), String(last.at), last.profile])
    ],
    read: ([organization = "", webhook = "", edition = "", seen = "", at = "", profile = ""]) => ({
      organization: organization as AccountId,
      webhook: webhook as WebhookId,
      edition: Number(edition),
      seen: Number(seen),
      last: profile === "" ? null : { at: Number(at), profile }
    })
  }
})

export interface ProfileWalk {
  readonly organization: AccountId
  readonly profile: AccountId
  /** The last webhook that was attended to; the walk goes by their ids. */
  readonly last: string
}

/** Makes or deletes the clones on a profile that was created or deleted. */
export const ProfileClonesWork = WorkName.make({
  kind: "profile_clones",
  lane: clones,
  key: {
    write: ({ last, organization, profile }: ProfileWalk) => [organization, profile, last],
    read: ([organization = "", profile = "", last = ""]) => ({
      organization: organization as AccountId,
      profile: profile as AccountId,
      last
    })
  }
})
