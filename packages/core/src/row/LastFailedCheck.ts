/**
 * When an account last checked a code against no running verification. Nobody reads it: it is written so that such a check
 * costs the store what a check with a wrong code costs, and its time tells nothing.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

export const LastFailedCheck = Schema.Struct({ account: AccountId, at: Instant })
export type LastFailedCheck = typeof LastFailedCheck.Type

export const LastFailedChecks = Kind.make({
  name: "last_failed_check",
  schema: LastFailedCheck,
  key: ({ account }: LastFailedCheck) => account
})
