/**
 * A message whose further route comes to nothing, while an attempt from which it has gone on may still arrive, has not
 * ended: it is SENT again, and waits on for that attempt (decisions 14.5).
 */
import type { Moment } from "../commit/Grounds.ts"
import * as FallbackRule from "./FallbackRule.ts"
import * as Progress from "./Progress.ts"

/**
 * Ends the message as the step says, or lets it wait on for an attempt that may still arrive. The line of the history says
 * the same either way.
 */
export const end = (progress: Progress.Progress, step: Progress.Step, moment: Moment): Progress.Progress =>
  waitsOn(progress, step.note, moment) ?? Progress.advance(progress, step, moment)

/** Returns the message as it waits on, or null when nothing of it may still arrive. */
export const waitsOn = (
  progress: Progress.Progress,
  note: Progress.Note,
  moment: Moment
): Progress.Progress | null => {
  const { message } = progress
  if (!FallbackRule.mayArrive(message)) return null
  const description = `${note.description}; an earlier route may still deliver it`
  if (message.status === "SENT") return Progress.remark(progress, moment.now, { ...note, description })
  const { channel } = message.attempts.findLast(({ overdue, send }) => overdue === true && send === message.send)!
  return Progress.advanceIfAllowed(
    progress,
    { trigger: "waits_on", note: { ...note, description }, changes: { channel }, isAbandoned: true },
    moment
  )
}
