/**
 * Begins the redaction of an account's messages when its retention is set.
 */
import * as Equal from "effect/Equal"
import type { Account } from "../row/Account.ts"
import type { Instant } from "../value/Instant.ts"
import type { Due } from "../work/Work.ts"
import { RedactionWork } from "./RedactionWork.ts"

/** @param before the account as it was; null when it is new */
export const due = ({ id, retention }: Account, before: Account | null, now: Instant): ReadonlyArray<Due> =>
  retention === undefined || Equal.equals(retention, before?.retention)
    ? []
    : [RedactionWork.due({ account: id, message: null }, id, now)]
