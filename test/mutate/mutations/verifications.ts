import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const rule = (file: string, find: string, replace: string, test: string): Mutation =>
  core("verifications", `verification/${file}`, find, replace, test)

const check = "core/verification/CheckVerification"

export const mutations: ReadonlyArray<Mutation> = [
  rule("Code.ts", "`${id}.${code}`", "code", "core/verification/Code"),
  rule("VerificationState.ts", "now >= expiresAt ? \"expired\"", "now > expiresAt ? \"expired\"", check),
  rule("VerificationState.ts", "tries + 1 < Limit", "tries < Limit", check),
  rule(
    "VerificationStep.ts",
    "{ expects: [Facts.expected(facts, Verifications, before.id)] },\n",
    "",
    "verification/Race"
  ),
  rule("VerificationStep.ts", "code: null, endedAt: now", "endedAt: now", check),
  rule("VerificationStep.ts", "deletes: [ref(OneTimeCodes, before.id)], ", "", check),
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
  core(
    "verifications",
    "accept/ResendMessage.ts",
    "message.verification !== undefined",
    "false",
    "http/contract/node-memory"
  ),
  core("verifications", "webhook/SealedStore.ts", "\"one_time_code\"] as const", "] as const", "verification/AtRest"),
  core(
    "verifications",
    "carrier/Detail.ts",
    "verification === undefined ? detail",
    "verification !== undefined ? detail",
    "facade/Verifications"
  ),
  core("verifications", "value/Digest.ts", "difference |= one", "difference = one", "core/verification/Code")
]
