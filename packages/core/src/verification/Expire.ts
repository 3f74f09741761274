/**
 * Ends a verification whose time is over, for whoever waits for the event. What is asked about it reads the clock and does not
 * wait for this.
 */
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import { Verifications } from "../row/Verification.ts"
import * as VerificationState from "./VerificationState.ts"
import * as VerificationStep from "./VerificationStep.ts"
import { ExpiryWork } from "./VerificationWork.ts"

export const Expire = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "verifications.expire",
  needs: ({ lease }) => Needs.row(Verifications, ExpiryWork.target(lease)),
  decide: ({ lease }, grounds) => {
    const verification = Facts.get(grounds.facts, Verifications, ExpiryWork.target(lease))
    if (verification === null || verification.status !== "pending") return done(undefined)
    if (VerificationState.at(verification, grounds.now) === "pending") {
      return done(undefined, {
        due: [ExpiryWork.due(verification.id, verification.account, verification.expiresAt)]
      })
    }
    const { cancels: _, ...commit } = VerificationStep.take(verification, "lapsed", {}, grounds).commit
    return done(undefined, commit)
  }
})

export const ExpiryJob = Job.make({
  work: ExpiryWork,
  decides: Expire,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
