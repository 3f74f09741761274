/**
 * POST /v3/verifications/{id}/check: tells whether a code is the right one (decisions 16.6). There is one answer for every
 * reason why it is not, and each of them costs one row read, one hash and one row written.
 */
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Format from "../operation/Format.ts"
import * as Operation from "../operation/Operation.ts"
import { LastFailedChecks } from "../row/LastFailedCheck.ts"
import * as Code from "./Code.ts"
import * as OwnVerification from "./OwnVerification.ts"
import * as VerificationBody from "./VerificationBody.ts"
import * as VerificationState from "./VerificationState.ts"
import * as VerificationStep from "./VerificationStep.ts"

export const CheckResource = Schema.Struct({ verification_id: Format.uuid, valid: Schema.Boolean }).annotate({
  identifier: "VerificationCheck"
})

export const CheckVerification = Operation.make({
  name: "verifications.check",
  summary: "Check a code",
  description:
    "Tells by `valid` whether the code is right. A right code approves the verification and is right once. The answer is the same when the code is wrong, when five wrong ones were tried, when the time is over, when the verification was canceled or approved before, and when there is none.",
  beyond: true,
  path: OwnVerification.Path,
  query: Schema.Struct({}),
  body: VerificationBody.Check,
  data: CheckResource,
  status: 200,
  role: null,
  scope: "send",
  tier: "standard",
  idempotent: true,
  check: () => [],
  isRemade: true,
  simulate: ({ path }) => ({ verification_id: path.id, valid: false }),
  decides: {
    name: "verifications.check",
    needs: OwnVerification.needs,
    decide: (asked, grounds) => {
      const { body, caller, path } = asked
      const { facts, now } = grounds
      const found = OwnVerification.find(asked, facts)
      const open = found !== null && VerificationState.at(found, now) === "pending" ? found : null
      const valid = Code.matches(open?.code ?? null, path.id, body.code)
      const answer = { verification_id: path.id, valid }
      if (open === null) {
        return done(answer, { puts: [Commit.put(LastFailedChecks, { account: caller.account.id, at: now })] })
      }
      const trigger = VerificationState.checked(open, valid)
      const tries = valid ? open.tries : open.tries + 1
      return done(answer, VerificationStep.take(open, trigger, { tries }, grounds).commit)
    }
  }
})
