import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const area = "accounts"

/** A mutation of what plants a seed, and the test that notices. */
const seed = (file: string, find: string, replace: string, test: string): Mutation => ({
  area,
  file: `packages/emulator/src/seed/${file}`,
  find,
  replace,
  tests: [test]
})

export const mutations: ReadonlyArray<Mutation> = [
  core(area, "row/ApiKey.ts", "revokedAt < expiresAt", "revokedAt > expiresAt", "core/account/Authenticate"),
  core(
    area,
    "account/RecordKeyUse.ts",
    "lastUsedAt < hourOf(now)",
    "lastUsedAt !== hourOf(now)",
    "core/account/KeptKey"
  ),
  core(area, "value/AddressRange.ts", "range.width === asked.width", "true", "core/value/AddressRange"),
  core(area, "account/RotateKey.ts", "key.revokedAt ?? Infinity", "Infinity", "core/account/Authenticate"),
  core(area, "account/RotateKey.ts", "graceMillis > longestGrace", "false", "core/account/Authenticate"),
  core(area, "account/SetBalance.ts", "floor: Money.zero", "floor: Money.make(-100_000)", "core/account/TopUp"),
  core(area, "account/TopUp.ts", "`top-up:${ids.id(now)}`", "\"top-up\"", "core/account/TopUp"),
  core(area, "account/TopUp.ts", "reference.trim() !== \"\"", "true", "core/account/TopUp"),
  core(
    area,
    "account/ChangeAccount.ts",
    "{ ...settled, updatedAt: now }",
    "settled",
    "core/account/CreateAccount"
  ),
  core(
    area,
    "account/Suppress.ts",
    "expects: known.part.expects ?? []",
    "expects: []",
    "contacts/Race"
  ),
  core(
    area,
    "account/CreateAccount.ts",
    "Facts.get(facts, ApiKeys, hash) === null",
    "true",
    "core/account/CreateAccount"
  ),
  seed("Seed.ts", "if (answers[index] === \"Created\") ", "", "emulator/Seed.test"),
  seed("Seed.ts", "answers[index] === \"Created\" ? [] : ", "", "emulator/Seed.test"),
  seed("Seed.ts", "(channel !== \"mms\" || allowMms)", "true", "emulator/Seed.test"),
  seed("SeedFile.ts", "onExcessProperty: \"error\"", "onExcessProperty: \"ignore\"", "emulator/SeedFile"),
  seed("SeedFile.ts", "account.id ?? accountId(index)", "account.id ?? path", "emulator/SeedFile"),
  seed("SeedFile.ts", "key.toLowerCase()", "key", "emulator/SeedFile"),
  seed("SeedFile.ts", "Email.compared(email)", "email", "emulator/SeedFile"),
  core(
    area,
    "account/RotateKey.ts",
    "Instant.plus(now, graceMillis)",
    "Instant.plus(key.createdAt, graceMillis)",
    "core/account/Authenticate"
  ),
  core(
    area,
    "account/RotateKey.ts",
    "keep(key.account, text, now,",
    "keep(key.account, text, key.createdAt,",
    "core/account/Authenticate"
  ),
  core(area, "account/RevokeKey.ts", "revokedAt: now", "revokedAt: key.createdAt", "core/account/Authenticate"),
  core(
    area,
    "account/CreateAccount.ts",
    "            account: account.id,\n            amount",
    "            account: account.organization ?? account.id,\n            amount",
    "core/account/TopUp"
  ),
  core(
    area,
    "account/CreateAccount.ts",
    "AutoReplies.create(account.id, grounds)",
    "AutoReplies.create(account.organization ?? account.id, grounds)",
    "core/account/TopUp"
  ),
  core(area, "account/ChangeAccount.ts", "updatedAt: now", "updatedAt: row.createdAt", "core/account/CreateAccount"),
  core(
    area,
    "service/Operator.ts",
    "createdAt: key.createdAt",
    "createdAt: key.revokedAt ?? key.createdAt",
    "core/account/Authenticate"
  ),
  core(
    area,
    "service/Operator.ts",
    "Facts.get(facts, Accounts, account) === null ? null : Facts",
    "Facts",
    "core/account/TopUp"
  ),
  core(
    area,
    "service/Operator.ts",
    "AddUser, { account, ...user }",
    "AddUser, { account, ...user, lastLoginAt: null }",
    "core/service/Operator"
  ),
  core(
    area,
    "service/Operator.ts",
    "{ template, ...statement }",
    "{ template, ...statement, channel: null }",
    "core/service/Operator"
  ),
  core(area, "account/TopUp.ts", "amount: Money.negate(amount)", "amount", "core/account/TopUp"),
  core(
    area,
    "dispatch/Sender.ts",
    "? null : account.shortName\n",
    "? null : account.name\n",
    "core/dispatch/Sender"
  )
]
