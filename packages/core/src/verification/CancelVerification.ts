/**
 * POST /v3/verifications/{id}/cancel: no code of it is right any more, and a code that waits in line goes out no more.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Decided, done } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"
import * as Operation from "../operation/Operation.ts"
import * as OwnVerification from "./OwnVerification.ts"
import * as Simulated from "./SimulatedVerification.ts"
import * as VerificationBody from "./VerificationBody.ts"
import * as VerificationResource from "./VerificationResource.ts"
import * as VerificationState from "./VerificationState.ts"
import * as VerificationStep from "./VerificationStep.ts"

const over = new Refused.Refused({ code: "CONFLICT_010", message: "The verification has ended" })

export const CancelVerification = Operation.make({
  name: "verifications.cancel",
  summary: "Cancel a verification",
  description: "Calls off a verification that is pending, so that another one can be started for its number.",
  beyond: true,
  path: OwnVerification.Path,
  query: Schema.Struct({}),
  body: VerificationBody.Cancel,
  data: VerificationResource.VerificationResource,
  status: 200,
  role: null,
  scope: "send",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_013", "CONFLICT_010"],
  check: () => [],
  isRemade: true,
  simulate: ({ path }, caller, now, ids) =>
    VerificationResource.fromVerification(
      { ...Simulated.verification({ id: path.id }, caller, { now, ids }), status: "canceled", endedAt: now },
      now
    ),
  decides: {
    name: "verifications.cancel",
    needs: OwnVerification.needs,
    decide: (asked, grounds): Result.Result<
      Decided<VerificationResource.VerificationResource>,
      Refused.Refused
    > => {
      const { facts, now } = grounds
      const found = OwnVerification.find(asked, facts)
      if (found === null) return Result.fail(Refused.refused("RESOURCE_013"))
      if (VerificationState.at(found, now) !== "pending") return Result.fail(over)
      const { commit, verification } = VerificationStep.take(found, "called_off", {}, grounds)
      return done(VerificationResource.fromVerification(verification, now), commit)
    }
  }
})
