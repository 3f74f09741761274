/**
 * The shape in which the API explains a dispatch (decisions 18.1).
 */
import * as Schema from "effect/Schema"
import * as DropReason from "../catalogue/DropReason.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import { Category } from "../definition/Category.ts"
import * as Gate from "../dispatch/Gate.ts"
import * as Price from "../dispatch/Price.ts"
import type { State } from "../dispatch/RouteLookUp.ts"
import type { Quote } from "../dispatch/RoutingContext.ts"
import * as MessageResource from "../message/MessageResource.ts"
import * as Format from "../operation/Format.ts"
import type { Message } from "../row/Message.ts"
import { Status } from "../row/Message.ts"
import type { RoutingRule } from "../row/RoutingRule.ts"
import * as Channel from "../value/Channel.ts"
import * as Money from "../value/Money.ts"
import { NumberType } from "../value/PhoneNumber.ts"
import * as Timestamp from "../value/Timestamp.ts"
import type { Explanation, Placed } from "./Explanation.ts"

const nullable = Schema.NullOr
const omitted = Schema.optionalKey

const ReasonCode = Format.open(OutcomeCode.OutcomeCode.literals)

const Outcome = Schema.Struct({
  status: Status,
  description: Schema.String,
  reason_code: omitted(ReasonCode),
  reason: omitted(Schema.String)
}).annotate({ identifier: "ExplainedOutcome" })

const Rule = Schema.Struct({
  rule: Schema.Int,
  of: Schema.Literals(["account", "service", "default"]),
  position: Schema.Int,
  action: Schema.Literals(["ALLOW", "DENY"]),
  channel: nullable(Channel.Channel),
  carrier: nullable(Schema.String),
  fallback: Schema.Boolean,
  priority: Schema.Int,
  country: omitted(Schema.String),
  prefix: omitted(Schema.String),
  number: omitted(Format.phone),
  number_type: omitted(NumberType),
  category: omitted(Category),
  language: omitted(Schema.String),
  international: omitted(Schema.Boolean),
  ported: omitted(Schema.Boolean),
  network: omitted(Schema.Array(Schema.String)),
  expires_at: omitted(Format.timestamp)
}).annotate({ identifier: "ExplainedRule" })

const sentences: Readonly<Record<State, string>> = {
  known: "the number was looked up, and what was told counts still",
  failed: "the look-up gave no answer, so the rules that ask for it are not met",
  pending: "the number is looked up before the message gets a route, and the routes are those as far as is known",
  unavailable: "no look-up can be made, so the rules that ask for it are not met"
}

const LookUp = Schema.Struct({
  state: Format.open(["known", "failed", "pending", "unavailable"]),
  sentence: Schema.String,
  rules: Schema.Array(
    Schema.Struct({
      of: Schema.Literals(["account", "service", "default"]),
      position: Schema.Int,
      is_met: Schema.Boolean
    }).annotate({ identifier: "ExplainedLookUpRule" })
  ),
  ported: omitted(Schema.Boolean),
  network: omitted(Schema.String),
  looked_up_at: omitted(Format.timestamp),
  counts_until: omitted(Format.timestamp),
  cost: omitted(Schema.Finite)
}).annotate({ identifier: "ExplainedLookUp" })

const Amount = Schema.Struct({
  amount: Schema.Finite,
  price: Schema.Finite,
  active_contact_price: Schema.Finite
}).annotate({ identifier: "ExplainedPrice" })

const Candidate = Schema.Struct({
  channel: Channel.Channel,
  carrier: Schema.String,
  sender: nullable(Schema.String),
  segments: Schema.Int,
  price: Amount,
  rule: Schema.Int,
  chosen: omitted(Schema.Literals(["split", "cheapest"])),
  weight: omitted(Schema.Int),
  moved: omitted(Schema.Literals(["carrier_unwell"]))
}).annotate({ identifier: "ExplainedCandidate" })

const Dropped = Schema.Struct({
  channel: Channel.Channel,
  carrier: Schema.String,
  rule: Schema.Int,
  reason: Format.open(DropReason.DropReason.literals),
  sentence: Schema.String
}).annotate({ identifier: "ExplainedDrop" })

const Asked = Schema.Struct({
  gate: Format.open(Gate.names),
  passes: Schema.Boolean,
  code: omitted(ReasonCode),
  sentence: omitted(Schema.String)
}).annotate({ identifier: "ExplainedGate" })

/** One message, and how it would be dispatched. */
export const Explained = Schema.Struct({
  to: Format.phone,
  channel: Channel.Shown,
  contact_id: omitted(Format.uuid),
  template_id: nullable(Format.uuid),
  at: Format.timestamp,
  outcome: Outcome,
  held_until: nullable(Format.timestamp),
  look_up: omitted(LookUp),
  rules: Schema.Array(Rule),
  candidates: Schema.Array(Candidate),
  dropped: Schema.Array(Dropped),
  gates: Schema.Array(Asked)
}).annotate({ identifier: "ExplainedMessage" })
export type Explained = typeof Explained.Type

const Sum = Schema.Struct({
  status: Status,
  reason_code: omitted(ReasonCode),
  reason: omitted(Schema.String),
  messages: Schema.Int,
  amount: Schema.Finite
}).annotate({ identifier: "ExplainedOutcomeCount" })

export const ExplanationResource = Schema.Struct({
  messages: Schema.Int,
  outcomes: Schema.Array(Sum),
  recipients: Schema.Array(Explained)
}).annotate({ identifier: "Explanation" })
export type ExplanationResource = typeof ExplanationResource.Type

const rule = ({ of, position, rule }: Placed, index: number): typeof Rule.Type => ({
  rule: index + 1,
  of,
  position,
  action: rule.action,
  channel: rule.channel,
  carrier: rule.carrier,
  fallback: rule.fallback,
  priority: rule.priority,
  ...(rule.country === null ? {} : { country: rule.country }),
  ...(rule.prefix === undefined ? {} : { prefix: rule.prefix }),
  ...(rule.number === undefined ? {} : { number: rule.number }),
  ...(rule.numberType === undefined ? {} : { number_type: rule.numberType }),
  ...(rule.category === undefined ? {} : { category: rule.category }),
  ...(rule.language === undefined ? {} : { language: rule.language }),
  ...(rule.international === undefined ? {} : { international: rule.international }),
  ...(rule.ported === undefined ? {} : { ported: rule.ported }),
  ...(rule.network === undefined ? {} : { network: rule.network }),
  ...(rule.expiresAt === undefined ? {} : { expires_at: Timestamp.show(rule.expiresAt) })
})

const lookUp = ({ lookUp, lookedUp }: Explanation): { readonly look_up?: typeof LookUp.Type } => {
  if (lookUp === null) return {}
  const { cost, facts, state } = lookUp
  return {
    look_up: {
      state,
      sentence: sentences[state],
      rules: lookedUp.slice(0, Limit.explain.rules).map(({ isMet, of, position }) => ({ of, position, is_met: isMet })),
      ...(facts?.ported === undefined ? {} : { ported: facts.ported }),
      ...(facts?.network === undefined ? {} : { network: facts.network }),
      ...(facts === null
        ? {}
        : { looked_up_at: Timestamp.show(facts.at), counts_until: Timestamp.show(facts.until) }),
      ...(cost === null ? {} : { cost })
    }
  }
}

const amount = (price: Price.Price): typeof Amount.Type => ({
  amount: Money.toNumber(Price.total(price)),
  price: Money.toNumber(price.price),
  active_contact_price: Money.toNumber(price.activeContactPrice)
})

const reasons = (code: OutcomeCode.OutcomeCode | null) =>
  code === null ? {} : { reason_code: code, reason: OutcomeCode.reason(code) }

const outcome = ({ after }: Explanation): typeof Outcome.Type => ({
  status: after.status,
  description: MessageResource.describedLast(after),
  ...reasons(after.code)
})

/** Shows the first rules, and all by which a route came up. */
const rules = (
  { rules }: Explanation,
  numberOf: (of: RoutingRule) => number,
  named: ReadonlyArray<{ readonly rule: RoutingRule }>
): ReadonlyArray<typeof Rule.Type> => {
  const used = new Set(named.map((each) => numberOf(each.rule)))
  return rules.map(rule).filter((each) => each.rule <= Limit.explain.rules || used.has(each.rule))
}

/** @param contactId null when the account has no contact of the recipient yet */
export const message = (explanation: Explanation, contactId: string | null): Explained => {
  const { at, before, candidates, dropped, gateInput, heldUntil, passages } = explanation
  const numbers = new Map(explanation.rules.map((each, index) => [each.rule, index + 1]))
  const numberOf = (of: RoutingRule): number => numbers.get(of) ?? 0
  return {
    to: before.phone,
    channel: before.requested,
    ...(contactId === null ? {} : { contact_id: contactId }),
    template_id: before.template?.id ?? null,
    at: Timestamp.show(at),
    outcome: outcome(explanation),
    held_until: heldUntil === null ? null : Timestamp.show(heldUntil),
    ...lookUp(explanation),
    rules: rules(explanation, numberOf, [...candidates, ...dropped]),
    candidates: candidates.map(({ carrier, channel, chosen, from, moved, price, rule: by, segments }) => ({
      channel,
      carrier,
      sender: from,
      segments,
      price: amount(price),
      rule: numberOf(by),
      // What carriers charge is the operator's own.
      ...(chosen === undefined ? {} : { chosen: chosen.by }),
      ...(chosen?.by === "split" ? { weight: chosen.weight } : {}),
      ...(moved === undefined ? {} : { moved })
    })),
    dropped: dropped.map(({ carrier, channel, reason, rule: by }) => ({
      channel,
      carrier,
      rule: numberOf(by),
      reason,
      sentence: DropReason.sentence(reason)
    })),
    gates: passages.map(({ gate, passes }) => ({
      gate: Gate.nameOf(gate),
      passes,
      ...(passes ? {} : { code: gate.code, sentence: OutcomeCode.described(gate.code, gate.names?.(gateInput)) })
    }))
  }
}

/** Returns the price of the route that the message would take, or zero. */
const spent = ({ after, candidates: [first] }: Explanation): Money.Money => {
  const quote: Quote | undefined = after.status === "ROUTED" ? first : undefined
  return quote === undefined ? Money.zero : Price.total(quote.price)
}

/** Counts the outcomes, in the order in which they come up first. */
export const sums = (all: ReadonlyArray<Explanation>): ReadonlyArray<typeof Sum.Type> => {
  const found = new Map<string, { readonly after: Message; messages: number; amount: Money.Money }>()
  for (const each of all) {
    const { after } = each
    const key = `${after.status} ${after.code}`
    const sum = found.get(key) ?? { after, messages: 0, amount: Money.zero }
    sum.messages += 1
    sum.amount = Money.plus(sum.amount, spent(each))
    found.set(key, sum)
  }
  return [...found.values()].map(({ after: { code, status }, amount, messages }) => ({
    status,
    ...reasons(code),
    messages,
    amount: Money.toNumber(amount)
  }))
}
