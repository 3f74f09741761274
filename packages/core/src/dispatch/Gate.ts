/**
 * The gates can stop a message before it is routed. They are asked in order, and the first hit wins (decisions 4.1).
 * All of them are asked when a message is dispatched, released or sent again; some are asked before every further route
 * as well, and at the hand-over. Messages of a deleted account come to none of them: they are cancelled.
 */
import type { OutcomeCode } from "../catalogue/OutcomeCode.ts"
import type { Account } from "../row/Account.ts"
import { isSuppressed } from "../row/Contact.ts"
import type { Requested } from "../value/Channel.ts"
import type * as Money from "../value/Money.ts"
import * as Purposes from "./Purposes.ts"
import type { Recipient } from "./Recipient.ts"
import type { TemplateStanding } from "./Standing.ts"

/** The facts that the gates of the hand-over are asked about. */
export interface HandOverInput extends Recipient {
  /** The sending account, and the organization that it is a profile of. */
  readonly accounts: ReadonlyArray<Account>
  /** Why they let no message go to the recipient's number; null when they do. */
  readonly destination: string | null
  /** The template of the message, or null for a free-form message. */
  readonly template: TemplateStanding | null
  /** The purpose that the message is sent for, or null when its account tells no purposes apart. */
  readonly purpose: Purposes.Asked | null
}

/** The facts that the gates are asked about. */
export interface Input extends HandOverInput {
  /** How many messages of the template were sent today, and how many may be; null when there is no limit. */
  readonly today: { readonly sent: number; readonly limit: number } | null
  /** The rules by which the recipient has been written to as often as may be, in words. */
  readonly frequency: ReadonlyArray<string>
  /** Whether messages to the prefix of the number are paused for the account. */
  readonly isPrefixPaused: boolean
  readonly balance: Money.Money
  /** The spend caps that the price would pass. */
  readonly passedCaps: ReadonlyArray<string>
  /** The price of the first candidate; zero when there is none. */
  readonly price: Money.Money
  readonly requested: Requested
  readonly template: TemplateStanding & { readonly unusableVariables: ReadonlyArray<string> } | null
  /** Whether free-form messages may be sent on WhatsApp (`isOpenOnWhatsapp`) and on other channels (`isOpen`). */
  readonly isOpenOnWhatsapp: boolean
  readonly isOpen: boolean
}

export interface Gate<in Asked = Input> {
  readonly name: string
  readonly code: OutcomeCode
  readonly trigger: "filtered" | "blocked" | "failed"
  /** Whether the gate is asked before every route of a send, or only before the first. */
  readonly everyRoute: boolean
  readonly blocks: (input: Asked) => boolean
  /** Returns the names of whatever the sender has to look at, such as variables of the template. */
  readonly names?: (input: Asked) => ReadonlyArray<string>
}

const gate = <Asked = Input>(
  name: string,
  code: OutcomeCode,
  trigger: Gate["trigger"],
  blocks: Gate<Asked>["blocks"],
  everyRoute = false
): Gate<Asked> => ({ name, code, trigger, everyRoute, blocks })

const consent = gate<Recipient>(
  "consent",
  "BUSINESS_004",
  "filtered",
  ({ contact, isAutoReply, remembered }) =>
    contact === null
      ? remembered?.suppressedAt !== undefined || remembered?.optOut !== undefined && !isAutoReply
      : isSuppressed(contact) || contact.optOut && !isAutoReply,
  true
)

const destination: Gate<HandOverInput> = {
  ...gate("destination", "BUSINESS_011", "blocked", ({ destination }) => destination !== null, true),
  names: ({ destination }) => destination === null ? [] : [destination]
}

const purpose: Gate<HandOverInput> = {
  ...gate<HandOverInput>(
    "consent for the purpose",
    "SIGNALBOX_004",
    "filtered",
    ({ isAutoReply, purpose, ...recipient }) =>
      !isAutoReply && purpose !== null && Purposes.isRefused(purpose, recipient),
    true
  ),
  names: ({ purpose }) => purpose === null ? [] : [purpose.name]
}

const standing = gate<HandOverInput>(
  "standing",
  "BUSINESS_018",
  "blocked",
  ({ accounts }) => accounts.some(({ stage }) => stage === "suspended")
)

const template: Gate<HandOverInput> = {
  ...gate("template", "BUSINESS_005", "blocked", ({ template }) => template?.isApproved === false, true),
  names: ({ template }) => template?.revisions ?? []
}

/** The gates that are asked once more when a message is handed over, since it may have waited in line for hours. */
export const atHandOver: ReadonlyArray<Gate<HandOverInput>> = [consent, purpose, destination, standing, template]

export const gates: ReadonlyArray<Gate> = [
  consent,
  purpose,
  destination,
  gate(
    "verification",
    "BUSINESS_017",
    "blocked",
    ({ accounts }) => accounts.some(({ stage }) => stage === "unverified")
  ),
  standing,
  gate("daily limit", "BUSINESS_020", "blocked", ({ today }) => today !== null && today.sent >= today.limit),
  gate("paused prefix", "SIGNALBOX_002", "blocked", ({ isPrefixPaused }) => isPrefixPaused, true),
  {
    ...gate("frequency", "SIGNALBOX_003", "filtered", ({ frequency }) => frequency.length > 0),
    names: ({ frequency }) => frequency
  },
  {
    ...gate("spend", "SIGNALBOX_001", "blocked", ({ passedCaps }) => passedCaps.length > 0, true),
    names: ({ passedCaps }) => passedCaps
  },
  gate("balance", "BUSINESS_003", "blocked", ({ balance, price }) => balance < price, true),
  template,
  {
    ...gate(
      "variables",
      "VALIDATION_008",
      "failed",
      ({ template }) => template !== null && template.unusableVariables.length > 0
    ),
    names: ({ template }) => template?.unusableVariables ?? []
  },
  gate(
    "conversation on WhatsApp",
    "WHATSAPP_TEMPLATE_REQUIRED",
    "failed",
    ({ isOpenOnWhatsapp, requested, template }) => template === null && requested === "whatsapp" && !isOpenOnWhatsapp
  ),
  gate(
    "conversation",
    "CONVERSATION_TEMPLATE_REQUIRED",
    "blocked",
    ({ isOpen, requested, template }) => template === null && requested !== "whatsapp" && !isOpen
  )
]

/** Returns the name of a gate as the API shows it, such as `daily_limit`. */
export const nameOf = ({ name }: Pick<Gate, "name">): string => name.toLowerCase().replaceAll(" ", "_")

/** The names of all gates, in their order. */
export const names: ReadonlyArray<string> = gates.map(nameOf)

/** Returns whether a gate with this code stops what there is no money for. */
export const isUnpaid = (code: OutcomeCode): boolean => code === "BUSINESS_003" || code === "SIGNALBOX_001"

/** Says whether a route is the first of a send, or one after others. */
export type Occasion = "first" | "further"

const isAsked = ({ everyRoute }: Gate, route: Occasion): boolean => route === "first" || everyRoute

/** The gates whose answer depends on the route. */
const ofRoute: ReadonlySet<OutcomeCode> = new Set(["BUSINESS_003", "SIGNALBOX_001", "VALIDATION_008"])

/** Returns whether a gate stops the message whatever its route will be. */
export const isHitAnyway = (input: Input, route: Occasion): boolean =>
  gates.some((each) => isAsked(each, route) && !ofRoute.has(each.code) && each.blocks(input))

/** Returns the first gate that stops the message, or null. */
export const firstHit = (input: Input, route: Occasion = "first"): Gate | null =>
  gates.find((each) => isAsked(each, route) && each.blocks(input)) ?? null

/** A gate that was asked. */
export interface Passage {
  readonly gate: Gate
  readonly passes: boolean
}

/** Asks all gates, in their order, the ones behind a hit as well. */
export const passages = (input: Input, route: Occasion): ReadonlyArray<Passage> =>
  gates.filter((each) => isAsked(each, route)).map((each) => ({ gate: each, passes: !each.blocks(input) }))
