/**
 * Explains how messages would be dispatched: which rules they meet, which routes remain and why every other one does
 * not, and what becomes of them (decisions 18.1). It asks the functions by which dispatch decides, and keeps nothing of
 * what they would commit.
 */
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Grounds_ from "../commit/Grounds.ts"
import * as DispatchStep from "../dispatch/DispatchStep.ts"
import type * as Gate from "../dispatch/Gate.ts"
import type { RouteLookUp } from "../dispatch/RouteLookUp.ts"
import type { Dropped } from "../dispatch/Routing.ts"
import type { Quote } from "../dispatch/RoutingContext.ts"
import type { RoutingSettings } from "../dispatch/RoutingSettings.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { RoutingRule } from "../row/RoutingRule.ts"
import type { Instant } from "../value/Instant.ts"

/** A rule, and the list in which it stands. */
export interface Placed {
  /** The account's own rules, the operator's for all accounts, or those that apply where there are neither. */
  readonly of: "account" | "service" | "default"
  /** Its place in that list, counted from 1. */
  readonly position: number
  readonly rule: RoutingRule
}

export interface Explanation {
  /** The message as its dispatch would find it. */
  readonly before: Message
  /** The message as its dispatch would leave it. */
  readonly after: Message
  /** The instant of the dispatch. */
  readonly at: Instant
  /** The rules that it meets, in the order in which they apply. */
  readonly rules: ReadonlyArray<Placed>
  /** In the order in which they are tried. */
  readonly candidates: ReadonlyArray<Quote>
  readonly dropped: ReadonlyArray<Dropped>
  /** The look-up that rules ask for; null when no route depends on one. */
  readonly lookUp: Pick<RouteLookUp, "cost" | "facts" | "state"> | null
  /** The rules that the look-up decides about, and whether they are met by what is known. */
  readonly lookedUp: ReadonlyArray<Placed & { readonly isMet: boolean }>
  /** The end of the recipient's quiet hours in which the dispatch falls; null when it falls into none. */
  readonly heldUntil: Instant | null
  readonly passages: ReadonlyArray<Gate.Passage>
  readonly gateInput: Gate.Input
}

const placed = (rule: RoutingRule, own: ReadonlyArray<RoutingRule>, global: ReadonlyArray<RoutingRule>): Placed => {
  const mine = own.indexOf(rule)
  if (mine >= 0) return { of: "account", position: mine + 1, rule }
  const common = global.indexOf(rule)
  return common >= 0
    ? { of: "service", position: common + 1, rule }
    : { of: "default", position: rule.priority + 1, rule }
}

const putOf = (message: Message, { puts }: Commit.Commit): Message => {
  const put = puts.findLast(({ key, kind }) => kind === Messages.name && key === message.id)
  return put === undefined ? message : put.value as Message
}

/** An explanation, and the facts as the dispatch would leave them. */
export interface Explained {
  readonly explanation: Explanation
  readonly facts: Facts.Facts
}

/**
 * Explains the dispatch of a message that waits for it: at the instant for which it is held, and else now.
 */
export const of = (before: Message, settings: RoutingSettings, given: Grounds): Explained => {
  const grounds = before.scheduledAt === null ? given : Grounds_.notBefore(given, before.scheduledAt)
  const at = grounds.now
  const { commit, explained } = DispatchStep.explain(before, { settings, at }, grounds)
  const { account, context: { lookUp, plan, quotes }, gateInput, passages, until } = explained
  return {
    explanation: {
      before,
      after: putOf(before, commit),
      at,
      rules: plan.matched.map((rule) => placed(rule, account?.rules ?? [], settings.rules)),
      candidates: quotes(),
      dropped: plan.dropped,
      lookUp,
      lookedUp: plan.lookedUp.map((rule) => ({
        ...placed(rule, account?.rules ?? [], settings.rules),
        isMet: plan.matched.includes(rule)
      })),
      heldUntil: until,
      passages,
      gateInput
    },
    facts: Facts.following(grounds.facts, commit)
  }
}

/** Explains messages of one send, each on what the dispatch of those before it leaves. */
export const all = (
  messages: ReadonlyArray<Message>,
  settings: RoutingSettings,
  grounds: Grounds
): ReadonlyArray<Explanation> => {
  let { facts } = grounds
  return messages.map((message) => {
    const explained = of(message, settings, { ...grounds, facts })
    facts = explained.facts
    return explained.explanation
  })
}
