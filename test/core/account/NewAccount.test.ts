/** A new account is verified and may send on every channel; whatever is given goes before what it would have. */
import * as NewAccount from "@signalbox/core/internal/account/NewAccount"
import { blank } from "@signalbox/core/Profile"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const [id, organization] = [Given.accountId(1), Given.accountId(2)]

const made = {
  id,
  type: "organization",
  organization: null,
  name: "Account",
  email: null,
  icon: null,
  description: null,
  shortName: null,
  numbers: [],
  channels: ["sms", "whatsapp", "rcs", "mms"],
  requestsPerMinute: 10_000,
  dailyMessageLimit: null,
  allowMms: true,
  stage: "verified",
  quietHours: "off",
  keywords: [],
  rules: [],
  profile: null,
  updatedAt: null,
  deletedAt: null
}

it("a new account has these defaults, and a profile its details besides", () => {
  expect(NewAccount.make(id, "organization", null, {})).toStrictEqual(made)
  expect(NewAccount.make(id, "profile", organization, {}))
    .toStrictEqual({ ...made, type: "profile", organization, profile: blank("approved") })
})

it("what is given goes before the defaults, and a setting that is null is none", () => {
  const given = { name: "Acme", stage: "unverified", allowMms: false, billing: false } as const
  expect(NewAccount.make(id, "user", null, { ...given, rates: null })).toStrictEqual({
    ...made,
    ...given,
    type: "user"
  })
})
