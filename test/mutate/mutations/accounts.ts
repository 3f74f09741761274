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
  core(area, "row/ApiKey.ts", "now < key.revokedAt", "now <= key.revokedAt", "core/AccountsKeys"),
  core(area, "accounts/KeptKey.ts", ".slice(0, 8)", "", "core/AccountsKeys"),
  core(
    area,
    "accounts/Authenticate.ts",
    "account === null || account.deletedAt !== null",
    "false",
    "core/AccountsKeys"
  ),
  core(area, "accounts/CreateKey.ts", gone, "if (owner === null) return", "core/AccountsKeys"),
  core(area, "accounts/CreateKey.ts", "if (!Uuid.is(canonical(text)))", "if (false)", "core/AccountsKeys"),
  core(area, "accounts/CreateKey.ts", ", Facts.relied(facts, ApiKeys, hashKey(text))", "", "accounts/Race"),
  core(area, "accounts/RevokeKey.ts", "if (!isActive(key, now))", "if (false)", "core/AccountsKeys"),
  core(area, "accounts/RevokeKey.ts", "relied: [Facts.relied(facts, ApiKeys, hash)],", "", "accounts/Race"),
  core(area, "accounts/RotateKey.ts", gone, "if (owner === null) return", "core/AccountsKeys"),
  core(area, "accounts/RotateKey.ts", "if (!isActive(key, now))", "if (false)", "core/AccountsKeys"),
  core(area, "accounts/RotateKey.ts", "key.revokedAt ?? Infinity", "Infinity", "core/AccountsKeys"),
  core(area, "accounts/RotateKey.ts", "graceMillis > longestGrace", "false", "core/AccountsKeys"),
  core(area, "accounts/RotateKey.ts", "Facts.relied(facts, ApiKeys, hash),", "", "accounts/Race"),
  core(area, "accounts/SetBalance.ts", "floor: Money.zero", "floor: Money.make(-100_000)", "core/AccountsMoney"),
  core(area, "accounts/SetBalance.ts", "puts: [Commit.put(Accounts, row)],", "", "accounts/Race"),
  core(area, "accounts/SetBalance.ts", "|| balance < 0", "", "core/AccountsMoney"),
  core(area, "accounts/TopUp.ts", "reference ?? mint.id(now)", "mint.id(now)", "accounts/Race"),
  core(area, "accounts/TopUp.ts", "reference ?? mint.id(now)", "reference || mint.id(now)", "core/AccountsMoney"),
  core(area, "accounts/TopUp.ts", "amount <= 0", "amount < 0", "core/AccountsMoney"),
  core(area, "accounts/TopUp.ts", "|| row.deletedAt !== null", "", "core/AccountsMoney"),
  core(area, "accounts/ChangeAccount.ts", "relied: [Facts.relied(facts, Accounts, account)],", "", "accounts/Race"),
  core(
    area,
    "accounts/ChangeAccount.ts",
    "{ ...row, ...change, updatedAt: now }",
    "{ ...row, ...change }",
    "core/Accounts.test"
  ),
  core(area, "accounts/ChangeAccount.ts", "|| row.deletedAt !== null", "", "core/Accounts.test"),
  core(area, "accounts/Suppress.ts", gone, "if (owner === null) return", "core/Accounts.test"),
  core(
    area,
    "accounts/Suppress.ts",
    "const relied = [Facts.relied(facts, Suppressions, key)]",
    "const relied: [] = []",
    "accounts/Race"
  ),
  core(
    area,
    "accounts/CreateAccount.ts",
    "[Facts.relied(facts, Accounts, account.organization)]",
    "[]",
    "core/Accounts.test"
  ),
  core(area, "accounts/CreateAccount.ts", "parent.type === \"organization\" && ", "", "core/Accounts.test"),
  core(
    area,
    "accounts/CreateAccount.ts",
    "Facts.get(facts, ApiKeys, hashKey(key)) === null",
    "true",
    "core/Accounts.test"
  ),
  core(area, "accounts/CreateAccount.ts", "Facts.relied(facts, Accounts, account.id),", "", "accounts/Race"),
  seed("Seed.ts", "if (end !== \"Created\") return", "", "emulator/Seed.test"),
  seed("Seed.ts", "status === \"ACTIVE\" && ", "", "emulator/Seed.test"),
  seed("Seed.ts", "(channel !== \"mms\" || allowMms)", "true", "emulator/Seed.test"),
  seed("SeedFile.ts", "onExcessProperty: \"error\"", "onExcessProperty: \"ignore\"", "emulator/SeedFile"),
  seed("SeedFile.ts", "account.id ?? accountId(index)", "account.id ?? path", "emulator/SeedFile"),
  seed("SeedFile.ts", "key.toLowerCase()", "key", "emulator/SeedFile"),
  seed("SeedFile.ts", "Email.compared(email)", "email", "emulator/SeedFile"),
  core(
    area,
    "accounts/RotateKey.ts",
    "Instant.plus(now, graceMillis)",
    "Instant.plus(key.createdAt, graceMillis)",
    "core/AccountsKeys"
  ),
  core(
    area,
    "accounts/RotateKey.ts",
    "keep(key.account, text, now)",
    "keep(key.account, text, key.createdAt)",
    "core/AccountsKeys"
  ),
  core(area, "accounts/RevokeKey.ts", "revokedAt: now", "revokedAt: key.createdAt", "core/AccountsKeys"),
  core(
    area,
    "accounts/CreateAccount.ts",
    "          account: account.id,\n          amount",
    "          account: account.organization ?? account.id,\n          amount",
    "core/AccountsMoney"
  ),
  core(
    area,
    "accounts/CreateAccount.ts",
    "AutoReplies.create(account.id, now, mint)",
    "AutoReplies.create(account.organization ?? account.id, now, mint)",
    "core/AccountsMoney"
  ),
  core(area, "accounts/ChangeAccount.ts", "updatedAt: now", "updatedAt: row.createdAt", "core/Accounts.test"),
  core(
    area,
    "accounts/Accounts.ts",
    "Suppress, { account, phone, suppressed: false }",
    "Suppress, { account, phone, suppressed: true }",
    "core/Accounts.test"
  ),
  core(
    area,
    "accounts/Accounts.ts",
    "createdAt: row.value.createdAt",
    "createdAt: row.value.revokedAt ?? row.value.createdAt",
    "core/AccountsKeys"
  ),
  core(area, "accounts/TopUp.ts", "amount: Money.negate(amount)", "amount", "core/AccountsMoney"),
  core(area, "accounts/Numbers.ts", "holder === null || holder.id === account.id", "holder === null", "core/Numbers"),
  core(area, "dispatch/Sender.ts", "?.number ?? account.shortName", "?.number ?? account.name", "core/Sender")
]
