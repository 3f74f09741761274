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

const gone = "if (owner === null || owner.deletedAt !== null) return"

export const mutations: ReadonlyArray<Mutation> = [
  core(area, "row/ApiKey.ts", "now < end", "now <= end", "core/account/Authenticate"),
  core(area, "row/ApiKey.ts", "revokedAt < expiresAt", "revokedAt > expiresAt", "core/account/Authenticate"),
  core(area, "account/KeptKey.ts", "expiresAt > now", "expiresAt >= now", "core/account/KeptKey"),
  core(area, "account/RotateKey.ts", "...termsOf(key),", "", "core/account/KeptKey"),
  core(
    area,
    "account/RecordKeyUse.ts",
    "lastUsedAt < hourOf(now)",
    "lastUsedAt !== hourOf(now)",
    "core/account/KeptKey"
  ),
  core(area, "service/KeyUse.ts", "account.keyLastUsed === true &&", "", "facade/Keys"),
  core(area, "value/AddressRange.ts", "range.width === asked.width", "true", "core/value/AddressRange"),
  core(area, "account/KeptKey.ts", ".slice(0, 8)", "", "core/account/Authenticate"),
  core(
    area,
    "account/Authenticate.ts",
    "account === null || account.deletedAt !== null",
    "false",
    "core/account/Authenticate"
  ),
  core(area, "account/CreateKey.ts", gone, "if (owner === null) return", "core/account/Authenticate"),
  core(
    area,
    "account/CreateKey.ts",
    "if (!Uuid.is(KeptKey.canonical(text)))",
    "if (false)",
    "core/account/Authenticate"
  ),
  core(area, "account/CreateKey.ts", ", Facts.expected(facts, ApiKeys, hashKey(text))", "", "accounts/Race"),
  core(area, "account/RevokeKey.ts", "if (!isActive(key, now))", "if (false)", "core/account/Authenticate"),
  core(area, "account/RevokeKey.ts", "expects: [Facts.expected(facts, ApiKeys, hash)],", "", "accounts/Race"),
  core(area, "account/RotateKey.ts", gone, "if (owner === null) return", "core/account/Authenticate"),
  core(area, "account/RotateKey.ts", "if (!isActive(key, now))", "if (false)", "core/account/Authenticate"),
  core(area, "account/RotateKey.ts", "key.revokedAt ?? Infinity", "Infinity", "core/account/Authenticate"),
  core(area, "account/RotateKey.ts", "graceMillis > longestGrace", "false", "core/account/Authenticate"),
  core(area, "account/RotateKey.ts", "Facts.expected(facts, ApiKeys, hash),", "", "accounts/Race"),
  core(area, "account/SetBalance.ts", "floor: Money.zero", "floor: Money.make(-100_000)", "core/account/TopUp"),
  core(area, "account/SetBalance.ts", "puts: [Commit.put(Accounts, row)],", "", "accounts/Race"),
  core(area, "account/SetBalance.ts", "|| balance < 0", "", "core/account/TopUp"),
  core(area, "account/TopUp.ts", "`top-up:${ids.id(now)}`", "\"top-up\"", "core/account/TopUp"),
  core(area, "account/TopUp.ts", "before.amount === amount", "true", "core/account/TopUp"),
  core(
    area,
    "account/TopUp.ts",
    "expects: [Facts.expected(facts, TopUps, topUpKey(account, reference))],",
    "",
    "accounts/Race"
  ),
  core(area, "account/TopUp.ts", "reference.trim() !== \"\"", "true", "core/account/TopUp"),
  core(area, "account/TopUp.ts", "amount <= 0", "amount < 0", "core/account/TopUp"),
  core(area, "account/TopUp.ts", "|| row.deletedAt !== null", "", "core/account/TopUp"),
  core(area, "account/ChangeAccount.ts", "expects: [Facts.expected(facts, Accounts, account)],", "", "accounts/Race"),
  core(
    area,
    "account/ChangeAccount.ts",
    "{ ...settled, updatedAt: now }",
    "settled",
    "core/account/CreateAccount"
  ),
  core(area, "account/ChangeAccount.ts", "|| row.deletedAt !== null", "", "core/account/CreateAccount"),
  core(area, "account/ChangeAccount.ts", "if (isSame(settled, row)) ", "if (false) ", "core/account/CreateAccount"),
  core(
    area,
    "account/Suppress.ts",
    "owner === null || owner.deletedAt !== null",
    "owner === null",
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
    "[Facts.expected(facts, Accounts, account.organization)]",
    "[]",
    "core/account/CreateAccount"
  ),
  core(area, "account/CreateAccount.ts", "parent.type === \"organization\" && ", "", "core/account/CreateAccount"),
  core(
    area,
    "account/CreateAccount.ts",
    "Facts.get(facts, ApiKeys, hash) === null",
    "true",
    "core/account/CreateAccount"
  ),
  core(area, "account/CreateAccount.ts", "Facts.expected(facts, Accounts, account.id),", "", "accounts/Race"),
  seed("Seed.ts", "if (answers[index] === \"Created\") ", "", "emulator/Seed.test"),
  seed("Seed.ts", "answers[index] === \"Created\" ? [] : ", "", "emulator/Seed.test"),
  seed("Seed.ts", "status === \"ACTIVE\" && ", "", "emulator/Seed.test"),
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
    "service/OperatorContacts.ts",
    "one(account, phone, false)",
    "one(account, phone, true)",
    "core/account/CreateAccount"
  ),
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
  core(area, "service/Operator.ts", gone, "if (owner === null) return", "core/service/Operator"),
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
    "account/Numbers.ts",
    "holder === null || holder.id === account.id",
    "holder === null",
    "core/account/Numbers"
  ),
  core(
    area,
    "dispatch/Sender.ts",
    "? null : account.shortName\n",
    "? null : account.name\n",
    "core/dispatch/Sender"
  )
]
