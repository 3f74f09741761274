/**
 * The nodes that are killed have in their store an organization with money, a template and two admins, and one whose
 * templates may be sent a few times a day only.
 */
import { Executor } from "@signalbox/core/Executor"
import type { AccountId } from "@signalbox/core/Id"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import * as NewAccount from "@signalbox/core/internal/account/NewAccount"
import { AddUser } from "@signalbox/core/internal/user/AddUser"
import * as Money from "@signalbox/core/Money"
import * as DefaultNumber from "@signalbox/emulator/seed/DefaultNumber"
import * as Greeting from "@signalbox/emulator/seed/Greeting"
import * as Seed from "@signalbox/emulator/seed/Seed"
import * as Effect from "effect/Effect"

export const organization = Seed.organization
export const apiKey = "0b5e55ed-0000-4000-8000-000000000001"
export const limited = "0b5e55ed-0000-4000-8000-00000000000a" as AccountId
export const limitedKey = "0b5e55ed-0000-4000-8000-000000000002"
export const dailyLimit = 5
export const openingBalance = Money.fromNumber(Number(process.env["OPENING_BALANCE"] ?? "1000"))
/** One message of one segment costs this by SMS, in ten-thousandths. */
export const price = 89

const owner = { name: "Emulator", email: "owner@example.com" }

/** Nodes come up one after the other; what is there already stays. */
export const plant = Effect.gen(function*() {
  const executor = yield* Executor
  yield* executor.run(CreateAccount, {
    account: NewAccount.make(organization, "organization", null, {
      ...owner,
      numbers: [DefaultNumber.of(organization)],
      requestsPerMinute: 1_000_000
    }),
    apiKeys: [apiKey],
    balance: openingBalance
  })
  yield* executor.run(CreateAccount, {
    account: NewAccount.make(limited, "organization", null, {
      ...owner,
      numbers: [DefaultNumber.of(limited)],
      dailyMessageLimit: dailyLimit
    }),
    apiKeys: [limitedKey],
    balance: openingBalance
  })
  for (const email of ["ada@example.com", "bob@example.com"]) {
    yield* executor.run(AddUser, { account: organization, email, name: email, role: "admin", status: "active" })
  }
  yield* Seed.seed({ apiKey, seed: null })
  yield* Greeting.make(limited)
})
