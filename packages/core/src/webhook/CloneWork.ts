/**
 * The work items of clones: what a request leaves when a webhook has more profiles, or a profile more webhooks, than it
 * attends to itself.
 */
import type { ListPosition } from "../commit/ListQuery.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"
import { make as instant } from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"
import type { ProfileCursor } from "./ProfileCursor.ts"

const clones = LaneKind.make("clone", 1, (organization: AccountId) => organization)

/** Brings the clones of a webhook up to date on all profiles. */
export const WebhookClonesWork = WorkName.make({
  kind: "webhook_clones",
  lane: clones,
  key: {
    write: ({ edition, last, organization, seen, webhook }: ProfileCursor) => [
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

export interface CloneTarget {
  readonly organization: AccountId
  readonly profile: AccountId
  /** The last webhook that was attended to; the cursor goes by their ids. */
  readonly last: string
}

/** Makes or deletes the clones on a profile that was created or deleted. */
export const ProfileClonesWork = WorkName.make({
  kind: "profile_clones",
  lane: clones,
  key: {
    write: ({ last, organization, profile }: CloneTarget) => [organization, profile, last],
    read: ([organization = "", profile = "", last = ""]) => ({
      organization: organization as AccountId,
      profile: profile as AccountId,
      last
    })
  }
})

export interface CloneRemoval {
  readonly profile: AccountId
  /** The last of its webhooks that was looked at; null at the beginning. */
  readonly last: ListPosition | null
}

/** Deletes the clones on a deleted profile. */
export const CloneRemovalWork = WorkName.make({
  kind: "clone_removal",
  lane: clones,
  key: {
    write: ({ last, profile }: CloneRemoval) => [profile, ...(last === null ? [] : [String(last.at), last.key])],
    read: ([profile = "", at = "", key = ""]) => ({
      profile: profile as AccountId,
      last: key === "" ? null : { at: instant(Number(at)), key }
    })
  }
})
