/**
 * The gates can stop a message before it is routed. They are asked in order, and the first hit wins (decisions 4.1).
 * All of them are asked when a message is taken up, released or sent again; some are asked before every further route
 * as well.
 */
import type { OutcomeCode } from "../catalogue/OutcomeCode.ts"
import type { Account } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import { isSuppressed } from "../row/Contact.ts"
import type { Template } from "../row/Template.ts"
import type { Requested } from "../value/Channel.ts"
import type * as Money from "../value/Money.ts"

/** The facts that the gates are asked about. */
export interface Input {
  /** The sending account, and the organization that it is a profile of. */
  readonly accounts: ReadonlyArray<Account>
  readonly contact: Contact | null
  /**
   * Whether the message answers a keyword of the recipient by itself: it may tell someone who has just opted out that
   * they have.
   */
  readonly isAutoReply: boolean
  /** How many messages of the template were sent today, and how many may be; null when there is no limit. */
  readonly today: { readonly sent: number; readonly limit: number } | null
  readonly balance: Money.Money
  /** What the first candidate costs; zero when there is none. */
  readonly price: Money.Money
  readonly requested: Requested
  /** The template of the message, or null for a free-form message. `row` is null when the template was deleted. */
  readonly template: { readonly row: Template | null; readonly unusableVariables: ReadonlyArray<string> } | null
  /** Whether free-form messages may be sent on WhatsApp (`isOpenOnWhatsapp`) and on other channels (`isOpen`). */
  readonly isOpenOnWhatsapp: boolean
  readonly isOpen: boolean
}

export interface Gate {
  readonly name: string
  readonly code: OutcomeCode
  readonly trigger: "filtered" | "blocked" | "failed"
  /** Whether the gate is asked before every route of a send, or only before the first. */
  readonly everyRoute: boolean
  readonly holds: (input: Input) => boolean
}

const gate = (
  name: string,
  code: OutcomeCode,
  trigger: Gate["trigger"],
  holds: Gate["holds"],
  everyRoute = false
): Gate => ({ name, code, trigger, everyRoute, holds })

export const gates: ReadonlyArray<Gate> = [
  gate(
    "consent",
    "BUSINESS_004",
    "filtered",
    ({ contact, isAutoReply }) => contact !== null && (isSuppressed(contact) || contact.optOut && !isAutoReply),
    true
  ),
  gate(
    "verification",
    "BUSINESS_017",
    "blocked",
    ({ accounts }) => accounts.some(({ stage }) => stage === "unverified")
  ),
  // This gate also stops messages of an account that was deleted meanwhile.
  gate(
    "standing",
    "BUSINESS_018",
    "blocked",
    ({ accounts }) => accounts.some(({ deletedAt, stage }) => stage === "suspended" || deletedAt !== null)
  ),
  gate("daily limit", "BUSINESS_020", "blocked", ({ today }) => today !== null && today.sent >= today.limit),
  gate("balance", "BUSINESS_003", "blocked", ({ balance, price }) => balance < price, true),
  gate(
    "template",
    "BUSINESS_005",
    "blocked",
    ({ template }) => template !== null && template.row?.status !== "APPROVED"
  ),
  gate(
    "variables",
    "VALIDATION_008",
    "failed",
    ({ template }) => template !== null && template.unusableVariables.length > 0
  ),
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

/** Returns the first gate that stops the message, or null. */
export const firstHit = (input: Input, route: "first" | "further" = "first"): Gate | null =>
  gates.find((each) => (route === "first" || each.everyRoute) && each.holds(input)) ?? null
