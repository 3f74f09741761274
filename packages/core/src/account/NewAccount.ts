/**
 * The defaults of a new account: verified, allowed on every channel, without a number.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Account } from "../row/Account.ts"
import { blank } from "../row/Profile.ts"
import type { AccountId } from "../value/Id.ts"

export type Given = Partial<Omit<Account, "id" | "type" | "organization" | "createdAt" | "updatedAt" | "deletedAt">>

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
  ...given,
  id,
  type,
  organization,
  updatedAt: null,
  deletedAt: null
})
