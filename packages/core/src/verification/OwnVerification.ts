/**
 * The verification that a path names, if the caller may see it. One of another account is treated as absent.
 */
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Command } from "../operation/Operation.ts"
import type { Verification } from "../row/Verification.ts"
import { Verifications } from "../row/Verification.ts"
import { VerificationId } from "../value/Id.ts"

export const Path = Schema.Struct({ id: VerificationId })

/** The caller of a request, and the verification that its path names. */
export type Naming = Pick<Command<typeof Path.Type, unknown, unknown, void>, "caller" | "path">

export const needs = ({ path }: Naming): Needs.Needs => Needs.row(Verifications, path.id)

export const find = ({ caller, path }: Naming, facts: Facts.Facts): Verification | null => {
  const verification = Facts.get(facts, Verifications, path.id)
  return verification?.account === caller.account.id ? verification : null
}
