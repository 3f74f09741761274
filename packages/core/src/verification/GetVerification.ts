/**
 * GET /v3/verifications/{id}.
 */
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import * as OwnVerification from "./OwnVerification.ts"
import * as VerificationResource from "./VerificationResource.ts"

export const GetVerification = Operation.make({
  ...Reading.operation,
  name: "verifications.get",
  summary: "Read a verification",
  description: "Answers a verification with its status and when its code may be sent again. It never shows the code.",
  beyond: true,
  path: OwnVerification.Path,
  refuses: ["RESOURCE_013"],
  data: VerificationResource.VerificationResource,
  decides: {
    name: "verifications.get",
    needs: OwnVerification.needs,
    decide: (asked, { facts, now }) =>
      Reading.answerOr(
        OwnVerification.find(asked, facts),
        "RESOURCE_013",
        (verification) => VerificationResource.fromVerification(verification, now)
      )
  }
})
