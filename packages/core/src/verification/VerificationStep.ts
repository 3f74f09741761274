/**
 * The steps of a verification. Each goes through the transition table, emits its event, and ends what belongs to a running
 * verification when it has ended.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import * as PrefixCounters from "../commit/PrefixCounters.ts"
import { ref } from "../row/Kind.ts"
import { OneTimeCodes } from "../row/OneTimeCode.ts"
import type { Verification } from "../row/Verification.ts"
import { Verifications } from "../row/Verification.ts"
import * as VerificationEvent from "./VerificationEvent.ts"
import * as VerificationState from "./VerificationState.ts"
import { ExpiryWork } from "./VerificationWork.ts"

export interface Step {
  readonly verification: Verification
  readonly commit: Partial<Commit.Commit>
}

/** A verification before its first step. */
export type Draft = Omit<Verification, "status" | "tries" | "endedAt">

const told = (transition: VerificationState.Transition, verification: Verification, moment: Moment) => ({
  puts: [Commit.put(Verifications, verification)],
  events: transition.event === null ? [] : [VerificationEvent.make(transition.event, verification, moment)]
})

const taken = (from: VerificationState.From, trigger: VerificationState.Trigger): VerificationState.Transition => {
  const transition = VerificationState.transition(from, trigger)
  if (transition === null) throw new Error(`a verification that is ${from} knows no step "${trigger}"`)
  return transition
}

/** Starts a verification, with the work that ends it when its time is over. */
export const start = (draft: Draft, code: string, moment: Moment): Step => {
  const transition = taken("(new)", "started")
  const verification: Verification = { ...draft, status: transition.to, tries: 0, endedAt: null }
  const commit = Commit.all(
    told(transition, verification, moment),
    { puts: [Commit.put(OneTimeCodes, { verification: verification.id, code })] },
    { due: [ExpiryWork.due(verification.id, verification.account, verification.expiresAt)] }
  )
  return { verification, commit }
}

/** Takes a step of a verification that is pending. One that ends forgets its code, and nothing is due for it any more. */
export const take = (
  before: Verification,
  trigger: Exclude<VerificationState.Trigger, "started">,
  changes: Partial<Pick<Verification, "sends" | "tries">>,
  { facts, ids, now }: Grounds
): Step => {
  const transition = taken(before.status, trigger)
  const isOver = transition.to !== "pending"
  const verification: Verification = {
    ...before,
    ...changes,
    status: transition.to,
    ...(isOver ? { code: null, endedAt: now } : {})
  }
  const commit = Commit.all(
    { expects: [Facts.expected(facts, Verifications, before.id)] },
    told(transition, verification, { ids, now }),
    isOver ? { deletes: [ref(OneTimeCodes, before.id)], cancels: [ExpiryWork.ref(before.id)] } : {},
    // Not before its end, so that a check of a wrong code writes as much for every verification.
    isOver && (trigger === "matched" || verification.tries > 0)
      ? { counts: PrefixCounters.checked(verification) }
      : {}
  )
  return { verification, commit }
}
