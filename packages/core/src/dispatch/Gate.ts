/**
 * The gates: what stops a message before it is routed, in their order; the first hit wins (decisions 4.1). They are
 * asked when a message is taken up, and again whenever it is sent again.
 */
import type { OutcomeCode } from "../catalogue/OutcomeCode.ts"
import type { Account } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import type { Template } from "../row/Template.ts"
import type * as Money from "../value/Money.ts"

/** What the gates look at. */
export interface Situation {
  /** Who sends. */
  readonly account: Account | null
  readonly contact: Contact | null
  readonly balance: Money.Money
  /** What the first candidate costs; zero when there is none. */
  readonly price: Money.Money
  readonly template: Template | null
  readonly missingVariables: ReadonlyArray<string>
}

export interface Gate {
  readonly name: string
  readonly code: OutcomeCode
  readonly trigger: "filtered" | "blocked" | "failed"
  readonly holds: (situation: Situation) => boolean
}

export const gates: ReadonlyArray<Gate> = [
  {
    name: "consent",
    code: "BUSINESS_004",
    trigger: "filtered",
    holds: ({ contact }) => contact !== null && contact.optOut
  },
  {
    // What was queued when its account was deleted.
    name: "account",
    code: "BUSINESS_018",
    trigger: "blocked",
    holds: ({ account }) => account !== null && account.deletedAt !== null
  },
  {
    name: "balance",
    code: "BUSINESS_003",
    trigger: "blocked",
    holds: ({ balance, price }) => balance < price
  },
  {
    name: "template",
    code: "BUSINESS_005",
    trigger: "blocked",
    holds: ({ template }) => template === null || template.status !== "APPROVED"
  },
  {
    name: "variables",
    code: "VALIDATION_008",
    trigger: "failed",
    holds: ({ missingVariables }) => missingVariables.length > 0
  }
]

/** The first gate that stops the message, or null. */
export const firstHit = (situation: Situation): Gate | null => gates.find((gate) => gate.holds(situation)) ?? null
