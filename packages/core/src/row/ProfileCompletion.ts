/**
 * A request to complete a profile, with the URL that is notified once of the outcome.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

export const ProfileCompletion = Schema.Struct({
  id: Schema.String,
  profile: AccountId,
  url: Schema.String,
  requestedAt: Instant
})
export type ProfileCompletion = typeof ProfileCompletion.Type

export const ProfileCompletions = Kind.make({
  name: "profile_completion",
  schema: ProfileCompletion,
  key: (row: ProfileCompletion) => row.id
})
