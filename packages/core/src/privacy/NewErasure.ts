/**
 * Begins the erasure of a recipient, for a client and for the operator. One that runs is not begun again.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import type { RecipientErasure } from "../row/RecipientErasure.ts"
import { erasureRunning, RecipientErasures } from "../row/RecipientErasure.ts"
import type { ErasureId } from "../value/Id.ts"
import type { Subject } from "./Erased.ts"
import { RecipientErasureWork } from "./EraseWork.ts"

export const make = ({ account, phone }: Subject, { ids, now }: Moment): RecipientErasure => ({
  id: ids.id(now) as ErasureId,
  account,
  phone,
  pseudonym: ids.uuid(),
  status: "running",
  step: 0,
  after: "",
  messages: 0,
  requestedAt: now
})

export const needs = ({ account, phone }: Subject): Needs.Needs => Needs.unique(erasureRunning(account, phone))

/** Returns the erasure that runs, or a new one with the part of a commit that begins it. */
export const begin = (
  subject: Subject,
  grounds: Grounds
): readonly [RecipientErasure, ...ReadonlyArray<Partial<Commit.Commit>>] => {
  const running = Facts.find(grounds.facts, RecipientErasures, erasureRunning(subject.account, subject.phone))
  if (running !== null) return [running]
  const erasure = make(subject, grounds)
  return [erasure, {
    puts: [Commit.put(RecipientErasures, erasure)],
    due: [RecipientErasureWork.due(erasure.id, erasure.account, grounds.now)]
  }]
}
