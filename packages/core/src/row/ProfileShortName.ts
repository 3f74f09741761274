/**
 * Which profile of an organization has a short name; relying on its absence is what makes a short name unique.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import * as ShortName from "../value/ShortName.ts"
import * as Kind from "./Kind.ts"

export const ProfileShortName = Schema.Struct({
  organization: AccountId,
  /** As it is compared. */
  shortName: Schema.String,
  profile: AccountId
})
export type ProfileShortName = typeof ProfileShortName.Type

export const shortNameKey = (organization: AccountId, shortName: string): string =>
  `${organization}/${ShortName.compared(shortName)}`

export const ProfileShortNames = Kind.make({
  name: "profile_short_name",
  schema: ProfileShortName,
  key: (row: ProfileShortName) => shortNameKey(row.organization, row.shortName)
})
