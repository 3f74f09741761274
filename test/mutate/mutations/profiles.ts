import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("profiles", "value/ShortName.ts", "{3,11}$", "{2,11}$", "core/profile/NewProfile"),
  core("profiles", "value/ShortName.ts", "{3,11}$", "{3,12}$", "core/profile/NewProfile"),
  core("profiles", "value/ShortName.ts", "(?=.*[A-Za-z])", "", "core/profile/NewProfile"),
  core("profiles", "value/ShortName.ts", ".toLowerCase()", "", "core/profile/NewProfile"),
  core(
    "profiles",
    "profile/Withdrawal.ts",
    "case \"SCHEDULED\":\n",
    "",
    "profiles/Removal"
  ),
  core("profiles", "profile/Withdrawal.ts", "return inLine(message) !== undefined", "return false", "profiles/Removal"),
  core("profiles", "carrier/Withdraw.ts", "step === null ? {} : step.commit", "{}", "profiles/Removal"),
  core(
    "profiles",
    "profile/Removal.ts",
    "CloneRemoval.due(profile as AccountId, now)",
    "CloneRemoval.due(profile as AccountId, 0 as Instant)",
    "profiles/Removal"
  ),
  core(
    "profiles",
    "profile/Removal.ts",
    "now - oldest.createdAt <= Withdrawal",
    "true || Withdrawal",
    "profiles/Removal"
  ),
  core(
    "profiles",
    "profile/Completion.ts",
    "details(profile).brand !== null || details(profile).inheritsBrand",
    "true",
    "core/profile/NewProfile"
  ),
  core(
    "profiles",
    "profile/UpdateSenderProfile.ts",
    "body.description === undefined ?",
    "body.description == null ?",
    "core/profile/NewProfile"
  ),
  core(
    "profiles",
    "profile/ProfileEdit.ts",
    "body.brand !== undefined && typeof",
    "false && typeof",
    "core/profile/NewProfile"
  ),
  core(
    "profiles",
    "row/Account.ts",
    "return [id, organization]",
    "return [organization, id]",
    "core/profile/NewProfile"
  ),
  core("profiles", "dispatch/Standing.ts", "deletedAt !== null", "deletedAt === undefined", "core/profile/NewProfile"),
  core(
    "profiles",
    "profile/NewProfile.ts",
    "numbers: [],",
    "numbers: organization.numbers,",
    "http/contract/node-memory"
  ),
  core(
    "profiles",
    "profile/NewProfile.ts",
    "requestsPerMinute: organization.requestsPerMinute",
    "requestsPerMinute: organization.dailyMessageLimit",
    "core/profile/ProfileFields"
  ),
  core(
    "profiles",
    "profile/NewProfile.ts",
    "keep(profile.id, apiKey, now)",
    "keep(profile.organization ?? profile.id, apiKey, now)",
    "core/profile/ProfileFields"
  ),
  core(
    "profiles",
    "profile/BrandResource.ts",
    "city: business?.city,",
    "city: business?.state,",
    "core/profile/ProfileFields"
  ),
  core(
    "profiles",
    "profile/BrandResource.ts",
    "submitted_at: instant(brand.submittedAt)",
    "submitted_at: instant(brand.updatedAt)",
    "core/profile/ProfileFields"
  ),
  core(
    "profiles",
    "profile/BrandResource.ts",
    "createdAt: known?.createdAt ?? now",
    "createdAt: now",
    "core/profile/ProfileFields"
  ),
  core(
    "profiles",
    "profile/BrandResource.ts",
    "submittedAt: known?.submittedAt ?? null",
    "submittedAt: null",
    "core/profile/ProfileFields"
  ),
  core("profiles", "row/Account.ts", "if (deletedAt !== null) return []", "", "profiles/Removal"),
  core(
    "profiles",
    "profile/Removal.ts",
    "const oldest = messages.at(-1)",
    "const oldest = messages.at(0)",
    "profiles/Removal"
  ),
  core(
    "profiles",
    "profile/Removal.ts",
    "  updatedAt: now,\n  deletedAt: now",
    "  updatedAt: profile.updatedAt,\n  deletedAt: now",
    "profiles/Removal"
  )
]
