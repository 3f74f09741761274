import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("profiles", "value/ShortName.ts", "{3,11}$", "{2,11}$", "core/Profiles"),
  core("profiles", "value/ShortName.ts", "{3,11}$", "{3,12}$", "core/Profiles"),
  core("profiles", "value/ShortName.ts", "(?=.*[A-Za-z])", "", "core/Profiles"),
  core("profiles", "value/ShortName.ts", ".toLowerCase()", "", "core/Profiles"),
  core(
    "profiles",
    "row/Account.ts",
    "      : [profileShortName(organization, shortName)])",
    "      : [])",
    "profiles/Race"
  ),
  core(
    "profiles",
    "profile/ProfileChange.ts",
    "    relied: [Facts.relied(facts, Accounts, after.id)],\n",
    "",
    "profiles/Race"
  ),
  core(
    "profiles",
    "profile/Removal.ts",
    "message.status === \"SCHEDULED\"",
    "message.status === \"QUEUED\"",
    "profiles/Removal"
  ),
  core("profiles", "profile/Removal.ts", "  numbers: [],\n", "", "profiles/Removal"),
  core("profiles", "profile/Removal.ts", "  routes: [],\n", "", "profiles/Removal"),
  core("profiles", "profile/Removal.ts", "    whatsapp: null,\n", "", "profiles/Removal"),
  core("profiles", "profile/Removal.ts", "more ? { due:", "false ? { due:", "profiles/Removal"),
  core("profiles", "profile/Removal.ts", "now - oldest.createdAt <= Limit.longestHold", "true", "profiles/Removal"),
  core(
    "profiles",
    "profile/Completion.ts",
    "details(profile).brand !== null || details(profile).inheritsBrand",
    "true",
    "core/Profiles"
  ),
  core("profiles", "profile/SenderProfileResource.ts", "numberType === \"TEN_DLC\"", "true", "core/Profiles"),
  core(
    "profiles",
    "operation/profiles/UpdateSenderProfile.ts",
    "body.description === undefined ?",
    "body.description == null ?",
    "core/Profiles"
  ),
  core(
    "profiles",
    "operation/profiles/ProfileEdit.ts",
    "body.brand !== undefined && typeof",
    "false && typeof",
    "core/Profiles"
  ),
  core("profiles", "row/Account.ts", "return [id, organization]", "return [organization, id]", "core/Profiles"),
  core("profiles", "carrier/Handover.ts", "account: attempt.payer,", "account: message.account,", "core/Profiles"),
  core("profiles", "dispatch/Gate.ts", " || deletedAt !== null", "", "core/Profiles"),
  core(
    "profiles",
    "operation/profiles/CreateSenderProfile.ts",
    "billing !== null && typeof billing === \"object\" && \"fallback\" in billing",
    "false",
    "http/contract/node-memory"
  ),
  core(
    "profiles",
    "operation/profiles/Capability.ts",
    "value === null || value.trim() === \"\"",
    "false",
    "http/contract/node-memory"
  ),
  core(
    "profiles",
    "operation/profiles/UpdateSenderProfile.ts",
    "if (changes.length === 0)",
    "if (false)",
    "http/contract/node-memory"
  ),
  core(
    "profiles",
    "profile/NewProfile.ts",
    "numbers: [],",
    "numbers: organization.numbers,",
    "http/contract/node-memory"
  ),
  core(
    "profiles",
    "profile/Ownership.ts",
    "isProfileOf(found, asking.id) || found.id === asking.id",
    "true",
    "http/isolation"
  )
]
