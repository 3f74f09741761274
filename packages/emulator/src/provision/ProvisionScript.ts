/**
 * The simulated provisioner. By default everything is approved and set up immediately; a script makes it take its time,
 * ask for changes, refuse, or take a channel away.
 */
import type { ChannelCode } from "@signalbox/core/ChannelCode"
import type { ChannelOutcome } from "@signalbox/core/ChannelOutcome"
import type { ChannelSet, Subject } from "@signalbox/core/ChannelSet"
import * as Channels from "@signalbox/core/ChannelSet"
import * as Digest from "@signalbox/core/Digest"
import type { AccountId } from "@signalbox/core/Id"
import type * as Instant from "@signalbox/core/Instant"
import { possible } from "@signalbox/core/PhoneNumber"
import type { Progress, Report } from "@signalbox/core/Provisioner"
import { Provisioner } from "@signalbox/core/Provisioner"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** One thing that will happen; `hold` is that nothing does. */
export interface Step {
  readonly outcome: ChannelOutcome | "hold"
  readonly reason: string | null
  readonly code: ChannelCode | null
  readonly sender: string | null
}

interface Dated extends Step {
  readonly at: Instant.Instant
}

export class ProvisionScript extends Context.Service<ProvisionScript, {
  /** Adds a step that happens at an instant. */
  readonly add: (account: AccountId, subject: Subject, step: Step, at: Instant.Instant) => void
  readonly advance: (set: ChannelSet, subject: Subject, now: Instant.Instant) => Progress
}>()("@signalbox/emulator/provision/ProvisionScript") {}

const keyOf = (account: AccountId, subject: Subject): string =>
  [account, subject.channel, ...(subject.channel === "sms" ? [subject.country, subject.numberType] : [])].join("/")

/** A sender for a market that has none: always the same one for an account and a market. */
const senderFor = (account: AccountId, market: Subject, areaCode: string | undefined): string | null => {
  if (market.channel !== "sms") return null
  const digits = BigInt(`0x${Digest.sha256(keyOf(account, market)).slice(0, 16)}`).toString().padStart(12, "7")
  return market.numberType === "SHORT_CODE"
    ? digits.slice(-5)
    : possible(market.country, `${areaCode ?? "7"}${digits.slice(-10)}`)
}

const plain = { reason: null, code: null, sender: null }

/** Returns the reports that come without a script. */
const usual = (set: ChannelSet, subject: Subject): ReadonlyArray<Report> => {
  const status = Channels.standing(set, subject)?.status
  switch (subject.channel) {
    case "sms":
      return status === "PENDING_REVIEW"
        ? [{ ...plain, outcome: "approve" }, { ...plain, outcome: "activate" }]
        : status === "PROVISIONING"
        ? [{ ...plain, outcome: "activate" }]
        : []
    case "whatsapp":
      return status === "PROVISIONING"
        ? [{ ...plain, outcome: set.whatsapp?.phoneNumberId === null ? "lack_number" : "activate" }]
        : []
    case "rcs":
      return status === "PROVISIONING" ? [{ ...plain, outcome: "approve" }] : []
  }
}

/** Whoever activates a market gives it a sender. */
const withSender = (set: ChannelSet, subject: Subject, report: Report): Report => {
  const market = subject.channel === "sms" ? Channels.market(set, subject) : null
  return report.outcome !== "activate" || market === null || typeof report.sender === "string"
    ? report
    : { ...report, sender: senderFor(set.account, subject, market.areaCodes[0]) }
}

/** The reports that were answered last, and how far the channel was then. */
interface Answered {
  readonly stamp: string
  readonly reports: ReadonlyArray<Report>
}

const make = (): ProvisionScript["Service"] => {
  const steps = new Map<string, ReadonlyArray<Dated>>()
  const answered = new Map<string, Answered>()

  /** An answer that has changed nothing may have been lost on its way, so it is given once more. */
  const repeated = (key: string, stamp: string): ReadonlyArray<Report> => {
    const last = answered.get(key)
    return last?.stamp === stamp ? last.reports : []
  }

  return {
    add: (account, subject, step, at) => {
      const key = keyOf(account, subject)
      steps.set(key, [...(steps.get(key) ?? []), { ...step, at }])
    },
    advance: (set, subject, now) => {
      const key = keyOf(set.account, subject)
      const scripted = steps.get(key)
      if (scripted === undefined) {
        return { reports: usual(set, subject).map((each) => withSender(set, subject, each)), askAgainAt: null }
      }
      const next = scripted.filter(({ at }) => at > now)
      steps.set(key, next)
      const stamp = JSON.stringify(Channels.standing(set, subject))
      const reports = [
        ...repeated(key, stamp),
        ...scripted.filter(({ at }) => at <= now).flatMap(({ code, outcome, reason, sender }) =>
          outcome === "hold" ? [] : [withSender(set, subject, { outcome, reason, code, sender })]
        )
      ]
      answered.set(key, { stamp, reports })
      const [first] = next.map(({ at }) => at).toSorted((a, b) => a - b)
      return { reports, askAgainAt: first ?? null }
    }
  }
}

export const layer: Layer.Layer<ProvisionScript> = Layer.effectContext(Effect.sync(() => {
  const script = make()
  return Context.make(ProvisionScript, script).pipe(
    Context.add(Provisioner, {
      advance: (set, subject, now) => Effect.sync(() => script.advance(set, subject, now))
    })
  )
}))
