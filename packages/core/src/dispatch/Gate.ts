/**
 * The gates: what stops a message before it is routed, in their order; the first hit wins (decisions 4.1). They are
 * asked when a message is taken up, released or sent again; some of them before every further route as well.
 */
import type { OutcomeCode } from "../catalogue/OutcomeCode.ts"
import type { Account } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import type { Template } from "../row/Template.ts"
import type { Requested } from "../value/Channel.ts"
import type * as Money from "../value/Money.ts"

/** What the gates look at. */
export interface Input {
  /** Who sends, and the organization that it is a profile of. */
  readonly accounts: ReadonlyArray<Account>
  readonly contact: Contact | null
  /** Whether the recipient is on the account's suppression list. */
  readonly isSuppressed: boolean
  /** Messages of the template that went out today, and how many may; null: any number. */
  readonly today: { readonly sent: number; readonly limit: number } | null
  readonly balance: Money.Money
  /** What the first candidate costs; zero when there is none. */
  readonly price: Money.Money
  readonly requested: Requested
  /** The template of a message that is made from one; it is null when that is gone. */
  readonly template: { readonly row: Template | null; readonly unusableVariables: ReadonlyArray<string> } | null
  /** Whether free-form messages may be sent: on WhatsApp, and elsewhere. */
  readonly isOpenOnWhatsapp: boolean
  readonly isOpen: boolean
}

export interface Gate {
  readonly name: string
  readonly code: OutcomeCode
  readonly trigger: "filtered" | "blocked" | "failed"
  /** Whether it is asked before every route of a send, not only before the first. */
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
    ({ contact, isSuppressed }) => isSuppressed || contact?.optOut === true,
    true
  ),
  gate(
    "verification",
    "BUSINESS_017",
    "blocked",
    ({ accounts }) => accounts.some(({ stage }) => stage === "unverified")
  ),
  // An account that was deleted meanwhile as well.
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

/** The first gate that stops the message, or null. */
export const firstHit = (input: Input, route: "first" | "further" = "first"): Gate | null =>
  gates.find((each) => (route === "first" || each.everyRoute) && each.holds(input)) ?? null
