/**
 * The simulated networks as docs/guides/emulator.md describes them, without any regard for speed: who took what, which
 * step of a script each submission used up, which receipts are owed, what handsets show, and what carriers were asked.
 */
import type { Submission } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import type { AttemptId, CarrierId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt, Reported } from "@signalbox/core/Receipts"
import type { Received, ScriptedReceipt, Step } from "@signalbox/emulator/network/Handset"
import type { Correspondent } from "@signalbox/emulator/network/Network"

/** A carrier's answer, but for the names that it makes up itself. */
export type Said = "Accepted" | "Unanswered" | "Busy" | { readonly refused: string }

interface Owed {
  readonly reported: Reported
  /** The part that it is about; null for the whole message. */
  readonly part: number | null
  dueAt: Instant
}

/** A message that a carrier took or refused; once more for each time when it did not know that it had. */
interface Taken {
  readonly submission: Submission
  readonly carrier: CarrierId
  readonly said: Said
  readonly shownAt: Instant | null
}

/** The receipts that a carrier owes for one attempt, the next one first. */
interface Debt {
  readonly submission: Submission
  readonly carrier: CarrierId
  readonly owed: Array<Owed>
  isInHand: boolean
}

/** The behaviour of a carrier, as far as it matters here. */
export interface Manner {
  readonly forgets: boolean
  /** The carrier does this to everything that it does not know already. */
  readonly does: "as scripted" | "refuse" | "busy" | "hang"
  readonly delayMillis: number
}

export interface Model {
  readonly scripts: Map<PhoneNumber, Array<Step>>
  /** In the order in which they were taken. */
  readonly taken: Array<Taken>
  readonly debts: Map<AttemptId, Debt>
  readonly asked: Array<{ readonly carrier: CarrierId; readonly attempt: AttemptId }>
}

export const make = (): Model => ({ scripts: new Map(), taken: [], debts: new Map(), asked: [] })

export const wipe = (self: Model): void => {
  self.scripts.clear()
  self.taken.length = 0
  self.debts.clear()
  self.asked.length = 0
}

export const ask = (self: Model, carrier: CarrierId, attempts: ReadonlyArray<AttemptId>): void => {
  for (const attempt of attempts) self.asked.push({ carrier, attempt })
}

export const counts = (self: Model, carrier: CarrierId) => {
  const asked = self.asked.filter((each) => each.carrier === carrier).map(({ attempt }) => attempt)
  const attempts = [...new Set(asked)]
  const repeated = attempts.filter((attempt) => asked.indexOf(attempt) !== asked.lastIndexOf(attempt))
  return { submissions: asked.length, attempts: attempts.length, repeated: repeated.length }
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

export const submit = (
  self: Model,
  carrier: CarrierId,
  submission: Submission,
  now: Instant,
  { delayMillis, does, forgets }: Manner,
  isHeard: boolean
): Said => {
  const before = self.taken.findLast((each) => each.submission.attempt === submission.attempt)
  if (before !== undefined && !forgets) return before.said
  if (does === "busy") return "Busy"
  if (does === "hang") return "Unanswered"
  if (does === "refuse") {
    self.taken.push({ submission, carrier, said: { refused: "carrier_filtered" }, shownAt: null })
    return { refused: "carrier_filtered" }
  }
  const step = nextStep(self, submission, carrier)
  const parts = submission.sms?.parts.length ?? 1
  const owed: Array<Owed> = []
  let at = now + delayMillis
  for (const receipt of step.receipts) {
    at += step.delayMillis
    const one = { reported: reported(receipt), dueAt: instant(at) }
    // Who was never heard has named no parts.
    if (step.submit !== "accept" || !isHeard) owed.push({ ...one, part: null })
    else for (let part = 0; part < parts; part++) owed.push({ ...one, part })
  }
  // The phone has it when it is said to have it; one that says nothing at all has it as well.
  const silent = step.submit === "accept" && step.receipts.length === 0
    ? instant(now + delayMillis + step.delayMillis)
    : null
  self.taken.push({ submission, carrier, said: said(step), shownAt: owed.find(isSuccess)?.dueAt ?? silent })
  const debt = self.debts.get(submission.attempt)
  if (debt === undefined) self.debts.set(submission.attempt, { submission, carrier, owed, isInHand: false })
  else debt.owed.push(...owed)
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
  self.taken
    .filter(({ submission }) => submission.to === phone)
    .flatMap((taken) => taken.shownAt !== null && taken.shownAt <= now ? [shown(taken, taken.shownAt)] : [])
    .toSorted((a, b) => a.receivedAt - b.receivedAt)

/** The handsets that show something, those first that received something last. */
export const handsets = (self: Model, phones: ReadonlyArray<PhoneNumber>, now: Instant) =>
  phones.flatMap((phone) => {
    const shown = received(self, phone, now)
    const last = shown.at(-1)
    return last === undefined ? [] : [{ phone, lastAt: last.receivedAt, count: shown.length }]
  }).toSorted((a, b) => b.lastAt - a.lastAt || (a.phone < b.phone ? -1 : 1))

export const correspondent = (self: Model, phone: PhoneNumber, channel: Channel): Correspondent | null => {
  const last = self.taken.findLast(({ said, shownAt, submission }) =>
    submission.to === phone && submission.channel === channel && (said === "Accepted" || shownAt !== null)
  )
  return last === undefined ? null : { account: last.submission.account, number: last.submission.from }
}

const first = ({ owed }: Debt): Instant => owed[0]!.dueAt

const owing = (self: Model): ReadonlyArray<Debt> => [...self.debts.values()].filter(({ owed }) => owed.length > 0)

/** Returns when each attempt's next receipt may be claimed. */
export const claimable = (self: Model, now: Instant): ReadonlyMap<AttemptId, Instant> =>
  new Map(
    owing(self).filter((debt) => !debt.isInHand && first(debt) <= now)
      .map((debt) => [debt.submission.attempt, first(debt)])
  )

/** Returns what an attempt's next receipt must say, and about what. */
export const claim = (self: Model, attempt: AttemptId, references: ReadonlyArray<string>): Receipt => {
  const debt = self.debts.get(attempt)!
  const { part, reported } = debt.owed[0]!
  debt.isInHand = true
  return {
    subject: part === null
      ? { _tag: "Attempt", message: debt.submission.message, attempt }
      : { _tag: "Reference", carrier: debt.carrier, reference: references[part]! },
    reported
  }
}

/** @param until null when it was brought */
export const settle = (self: Model, attempt: AttemptId, until: Instant | null): void => {
  const debt = self.debts.get(attempt)!
  debt.isInHand = false
  if (until === null) debt.owed.shift()
  else debt.owed[0]!.dueAt = instant(Math.max(debt.owed[0]!.dueAt, until))
}

export const nextDue = (self: Model): Instant | null =>
  owing(self).map(first).reduce<Instant | null>((least, at) => least === null || at < least ? at : least, null)
