/**
 * A changed profile, in step with its short name.
 */
import * as Result from "effect/Result"
import * as ShortNames from "../accounts/ShortNames.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Refused from "../commit/Refused.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { shortNameKey } from "../row/ProfileShortName.ts"

/** 409: the organization has a profile of that short name. */
export const taken = Refused.refused("RESOURCE_007", { short_name: ["is already used in the organization"] })

/** Whether both mean the same short name, however it is written. */
const isSame = (one: Account, other: Account): boolean =>
  one.organization !== null && one.shortName !== null && other.shortName !== null &&
  shortNameKey(one.organization, one.shortName) === shortNameKey(one.organization, other.shortName)

/** The profile as it becomes. */
export const change = (
  facts: Facts.Facts,
  before: Account,
  after: Account
): Result.Result<Commit.Commit, Refused.Refused> => {
  const claimed = ShortNames.claim(facts, after)
  return claimed === null ? Result.fail(taken) : Result.succeed(Commit.all(
    { relied: [Facts.relied(facts, Accounts, after.id)], puts: [Commit.put(Accounts, after)] },
    claimed,
    isSame(before, after) ? {} : ShortNames.release(facts, before)
  ))
}
