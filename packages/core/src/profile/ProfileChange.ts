/**
 * Commits a changed profile together with its short name.
 */
import * as Result from "effect/Result"
import * as ShortNames from "../account/ShortNames.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Refused from "../commit/Refused.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"

/** 409: another profile of the organization has this short name. */
export const taken = Refused.refused("RESOURCE_007", { short_name: ["is already used in the organization"] })

/** Returns the commit that stores the changed profile. */
export const change = (facts: Facts.Facts, after: Account): Result.Result<Commit.Commit, Refused.Refused> => {
  const claimed = ShortNames.claim(facts, after)
  return claimed === null ? Result.fail(taken) : Result.succeed(Commit.make({
    expects: [Facts.expected(facts, Accounts, after.id)],
    puts: [Commit.put(Accounts, claimed)]
  }))
}
