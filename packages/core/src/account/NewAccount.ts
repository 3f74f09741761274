/**
 * The defaults of a new account: verified, allowed on every channel, without a number.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Account } from "../row/Account.ts"
import * as OwnSettings from "../row/OwnSettings.ts"
import { blank } from "../row/Profile.ts"
import type { AccountId } from "../value/Id.ts"

type Fields = Omit<Account, "id" | "type" | "organization" | "createdAt" | "updatedAt" | "deletedAt">

/** A setting that is null is one that the account has not. */
export type Given = Partial<Omit<Fields, keyof OwnSettings.OwnSettings>> & OwnSettings.Changed

export const make = (
  id: AccountId,
  type: Account["type"],
  organization: AccountId | null,
  given: Given
): Omit<Account, "createdAt"> => ({
  name: "Account",
  email: null,
  icon: null,
  description: null,
  shortName: null,
  numbers: [],
  channels: ["sms", "whatsapp", "rcs", "mms"],
  requestsPerMinute: Limit.standardRequestsPerMinute,
  dailyMessageLimit: null,
  allowMms: true,
  stage: "verified",
  quietHours: "off",
  keywords: [],
  rules: [],
  profile: type === "profile" ? blank("approved") : null,
  ...OwnSettings.withoutNull(given),
  id,
  type,
  organization,
  updatedAt: null,
  deletedAt: null
})
