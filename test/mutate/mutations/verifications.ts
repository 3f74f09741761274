import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const rule = (file: string, find: string, replace: string, test: string): Mutation =>
  core("verifications", `verification/${file}`, find, replace, test)

const check = "core/verification/CheckVerification"

export const mutations: ReadonlyArray<Mutation> = [
  rule("Code.ts", "`${id}.${code}`", "code", "core/verification/Code"),
  rule("VerificationState.ts", "tries + 1 < Limit", "tries < Limit", check),
  rule(
    "VerificationStep.ts",
    "{ expects: [Facts.expected(facts, Verifications, before.id)] },\n",
    "",
    "verification/Race"
  ),
  rule("CheckVerification.ts", "valid ? open.tries : open.tries + 1", "open.tries", check),
  rule(
    "CheckVerification.ts",
    "VerificationState.at(found, now) === \"pending\"",
    "found.status === \"pending\"",
    check
  ),
  rule("ResendRule.ts", "at < expiresAt ? at : null", "at", "core/verification/ResendRule"),
  rule("SendLimits.ts", "Facts.counter(facts, counter) >= most", "false", "core/verification/SendLimits"),
  rule("CreateVerification.ts", "Code.hidden(codeLength)", "\"0\".repeat(codeLength)", "http/contract/node-memory"),
  core("verifications", "value/Digest.ts", "difference |= one", "difference = one", "core/verification/Code")
]
