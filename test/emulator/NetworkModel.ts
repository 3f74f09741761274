/**
 * The simulated networks as issue 4 describes them, without any regard for speed: who took what, which step of a script
 * each submission used up, which receipts are owed, and what handsets show.
 */
import type { Submission } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import type { AttemptId, CarrierId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant } from "@signalbox/core/Instant"
import type { Command as Receipt, Reported } from "@signalbox/core/internal/receipt/Report"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Received, ScriptedReceipt, Step } from "@signalbox/emulator/network/Handset"
import type { Correspondent } from "@signalbox/emulator/network/Network"

/** What a carrier says, but for the names that it makes up itself. */
export type Said = "Accepted" | "Unanswered" | { readonly refused: string }

interface Owed {
  readonly reported: Reported
  dueAt: Instant
}

interface Taken {
  readonly submission: Submission
  readonly carrier: CarrierId
  readonly said: Said
  readonly owed: Array<Owed>
  readonly shownAt: Instant | null
  isInHand: boolean
}

export interface Model {
  readonly scripts: Map<PhoneNumber, Array<Step>>
  /** In the order in which they were taken. */
  readonly taken: Map<AttemptId, Taken>
}

export const make = (): Model => ({ scripts: new Map(), taken: new Map() })

export const wipe = (self: Model): void => {
  self.scripts.clear()
  self.taken.clear()
}

export const script = (self: Model, phone: PhoneNumber, steps: ReadonlyArray<Step>): void => {
  self.scripts.set(phone, [...steps])
}

const nextStep = (self: Model, { channel, to }: Submission, carrier: CarrierId): Step => {
  const steps = self.scripts.get(to) ?? []
  for (const [index, step] of steps.entries()) {
    if (step.channel !== null && step.channel !== channel) continue
    if (step.carrier !== null && step.carrier !== carrier) continue
    steps.splice(index, 1)
    return step
  }
  return { channel: null, carrier: null, submit: "accept", receipts: ["delivered"], delayMillis: 0 }
}

const said = ({ submit }: Step): Said => {
  if (submit === "accept") return "Accepted"
  if (submit === "hang") return "Unanswered"
  return { refused: submit.refuse }
}

const reported = (receipt: ScriptedReceipt): Reported => {
  if (receipt === "delivered") return { _tag: "Delivered" }
  if (receipt === "read") return { _tag: "Read" }
  return { _tag: "Failed", failure: receipt.failed }
}

const isSuccess = ({ reported }: Owed): boolean => reported._tag !== "Failed"

export const submit = (self: Model, carrier: CarrierId, submission: Submission, now: Instant): Said => {
  const before = self.taken.get(submission.attempt)
  if (before !== undefined) return before.said
  const step = nextStep(self, submission, carrier)
  const owed: Array<Owed> = []
  let at: number = now
  for (const receipt of step.receipts) {
    at += step.delayMillis
    owed.push({ reported: reported(receipt), dueAt: instant(at) })
  }
  // The phone has it when it is said to have it; one that says nothing at all has it as well.
  const silent = step.submit === "accept" && step.receipts.length === 0 ? instant(now + step.delayMillis) : null
  self.taken.set(submission.attempt, {
    submission,
    carrier,
    said: said(step),
    shownAt: owed.find(isSuccess)?.dueAt ?? silent,
    owed,
    isInHand: false
  })
  return said(step)
}

const shown = ({ carrier, submission }: Taken, receivedAt: Instant): Received => {
  const { channel, from, message, rendered } = submission
  const common = { message, carrier, channel, from, media: rendered.media, subject: rendered.subject, receivedAt }
  return channel === "sms"
    ? { ...common, header: null, headerMedia: null, body: rendered.plain, footer: null, buttons: [] }
    : {
      ...common,
      header: rendered.header,
      headerMedia: rendered.headerMedia,
      body: rendered.content,
      footer: rendered.footer,
      buttons: rendered.buttons ?? []
    }
}

export const received = (self: Model, phone: PhoneNumber, now: Instant): ReadonlyArray<Received> =>
  [...self.taken.values()]
    .filter(({ submission }) => submission.to === phone)
    .flatMap((taken) => taken.shownAt !== null && taken.shownAt <= now ? [shown(taken, taken.shownAt)] : [])
    .toSorted((a, b) => a.receivedAt - b.receivedAt)

export const correspondent = (self: Model, phone: PhoneNumber, channel: Channel): Correspondent | null => {
  const last = [...self.taken.values()].findLast(({ said, shownAt, submission }) =>
    submission.to === phone && submission.channel === channel && (said === "Accepted" || shownAt !== null)
  )
  return last === undefined ? null : { account: last.submission.account, number: last.submission.from }
}

const first = ({ owed }: Taken): Instant => owed[0]!.dueAt

const owing = (self: Model): ReadonlyArray<Taken> => [...self.taken.values()].filter(({ owed }) => owed.length > 0)

/** When each attempt's next receipt may be claimed. */
export const claimable = (self: Model, now: Instant): ReadonlyMap<AttemptId, Instant> =>
  new Map(
    owing(self).filter((taken) => !taken.isInHand && first(taken) <= now)
      .map((taken) => [taken.submission.attempt, first(taken)])
  )

/** What an attempt's next receipt must say, and about what. */
export const claim = (self: Model, attempt: AttemptId, reference: string | undefined): Receipt => {
  const taken = self.taken.get(attempt)!
  taken.isInHand = true
  return {
    subject: taken.said === "Accepted"
      ? { _tag: "Reference", carrier: taken.carrier, reference: reference! }
      : { _tag: "Attempt", message: taken.submission.message, attempt },
    reported: taken.owed[0]!.reported
  }
}

/** @param until null when it was brought */
export const settle = (self: Model, attempt: AttemptId, until: Instant | null): void => {
  const taken = self.taken.get(attempt)!
  taken.isInHand = false
  if (until === null) taken.owed.shift()
  else taken.owed[0]!.dueAt = instant(Math.max(taken.owed[0]!.dueAt, until))
}

export const nextDue = (self: Model): Instant | null =>
  owing(self).map(first).reduce<Instant | null>((least, at) => least === null || at < least ? at : least, null)
