/**
 * A hand-over judges the message once more, since it may have waited in line for hours: its recipient, its account, its
 * template, its age, the hour and its sender (decisions 4.1 "Hand-over").
 */
import type { OutcomeCode } from "../catalogue/OutcomeCode.ts"
import type { Expected } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Destination from "../dispatch/Destination.ts"
import * as Expiry from "../dispatch/Expiry.ts"
import * as Gate from "../dispatch/Gate.ts"
import * as Night from "../dispatch/Night.ts"
import * as Purposes from "../dispatch/Purposes.ts"
import * as Recipient from "../dispatch/Recipient.ts"
import * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import * as Sender from "../dispatch/Sender.ts"
import * as Standing from "../dispatch/Standing.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import { regionOf } from "../value/PhoneNumber.ts"

/** The message ends with this code. */
export interface Stopped {
  readonly _tag: "Stopped"
  readonly trigger: Gate.Gate["trigger"]
  readonly code: OutcomeCode
  /** The names of whatever the sender has to look at, such as variables of the template. */
  readonly names: ReadonlyArray<string>
}

export type Clearance =
  | { readonly _tag: "Cleared" }
  | Stopped
  /** The account was deleted. */
  | { readonly _tag: "Withdrawn" }
  /** The recipient must not be disturbed until then. */
  | { readonly _tag: "Held"; readonly until: Instant }
  /** The message may go out, though not as this attempt. */
  | { readonly _tag: "Displaced"; readonly why: string }

export const needs = (message: Message, facts: Facts.Facts): Needs.Needs =>
  Needs.all(Standing.needs(message, facts), Recipient.needs(message, facts))

/** Returns the expectations of a commit that relies on the clearance. */
export const expected = (message: Message, facts: Facts.Facts): ReadonlyArray<Expected> => [
  ...Recipient.expected(message, facts),
  ...Standing.expected(message, facts)
]

/** Returns why the attempt may not be handed over as it is, or null. An answer leaves from where it was written to. */
export const displacedBy = (
  message: Message,
  { carrier, channel, from }: Attempt,
  account: Account | null,
  used: Standing.Used | null,
  settings: RoutingSettings.RoutingSettings
): string | null => {
  if (used?.approval.isBarred(channel) === true) return `the template is not approved for ${channel} any more`
  if (account === null) return null
  if (from === null) {
    const isChosen = RoutingSettings.termsOf(settings, carrier)?.choosesSender === true
    if (!isChosen) return "the carrier does not choose a sender by itself any more"
    return Sender.mayBeChosen(account, channel, () => regionOf(message.phone))
      ? null
      : "the market that it would leave from is not active any more"
  }
  const isReply = message.autoReply !== undefined && message.autoReply.from === from
  const isUsable = isReply
    ? !Sender.isWithheld(account, from)
    : Sender.isOwn(account, channel, from, () => regionOf(message.phone))
  return isUsable ? null : "the account may not send from it any more"
}

const expired: Clearance = { _tag: "Stopped", ...Expiry.gate, names: [] }

/** A message that will be worth nothing when the recipient's quiet hours end is not held until then. */
const held = (message: Message, until: Instant): Clearance =>
  Expiry.isWorthless(message, until) ? expired : { _tag: "Held", until }

export const of = (
  message: Message,
  attempt: Attempt,
  settings: RoutingSettings.RoutingSettings,
  { facts, now }: Grounds
): Clearance => {
  const accounts = Standing.accounts(message, facts)
  if (Standing.isDeleted(accounts)) return { _tag: "Withdrawn" }
  const used = Standing.used(message, facts)
  const input = {
    ...Recipient.of(message, facts),
    accounts,
    destination: Destination.refused(accounts, message.phone),
    template: Standing.templateOf(message, used),
    purpose: Purposes.of(message, accounts)
  }
  const hit = Gate.atHandOver.find((gate) => gate.blocks(input))
  if (hit !== undefined) {
    return { _tag: "Stopped", trigger: hit.trigger, code: hit.code, names: hit.names?.(input) ?? [] }
  }
  const account = Facts.get(facts, Accounts, message.account)
  if (Expiry.isOver(message, account, now)) return expired
  const until = Night.until(message, account, now)
  if (until !== null) return held(message, until)
  const why = displacedBy(message, attempt, account, used, settings)
  return why === null ? { _tag: "Cleared" } : { _tag: "Displaced", why }
}
