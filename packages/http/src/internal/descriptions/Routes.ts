/**
 * Sentences about the fields of explanations (decisions 18.1).
 */
import type { Descriptions } from "./Descriptions.ts"
import * as Messages from "./Messages.ts"

/** An explanation takes the body of a send. */
const ofSend: Descriptions = Object.fromEntries(
  Object.entries(Messages.descriptions)
    .filter(([name]) => name.startsWith("messages.send."))
    .map(([name, sentence]) => [name.replace("messages.send.", "messages.explain."), sentence])
)

export const descriptions: Descriptions = {
  ...ofSend,

  "Explanation.messages": "Signalbox, beyond v3: how many messages the send would make.",
  outcomes: "Signalbox, beyond v3: how the messages would end up, each outcome once, with how many have it.",
  "Explanation.recipients":
    "Signalbox, beyond v3: the first 100 messages, in the order of a send's answer, each explained.",
  "ExplainedOutcomeCount.status": "Signalbox, beyond v3: the status to which the dispatch would bring the messages.",
  "ExplainedOutcomeCount.messages": "Signalbox, beyond v3: how many messages have this outcome.",
  "ExplainedOutcomeCount.amount":
    "Signalbox, beyond v3: what their first routes would cost together; 0 where none is taken.",
  explained:
    "Signalbox, beyond v3: what the dispatch for which the message waits would do if it came now, or at the time for which it is held; it is left out for a message that waits for none.",
  left_out:
    "Signalbox, beyond v3: the routes that the choice of a route has dropped; it is left out where it dropped none.",
  "LeftOutRoute.channel": "Signalbox, beyond v3: the channel of the route.",
  "LeftOutRoute.carrier": "Signalbox, beyond v3: the carrier of the route.",
  "LeftOutRoute.reason": "Signalbox, beyond v3: why it was dropped, as a word that never changes its meaning.",
  "LeftOutRoute.sentence": "Signalbox, beyond v3: why it was dropped, in words for people.",
  "ExplainedMessage.to": "Signalbox, beyond v3: the number of the recipient.",
  "ExplainedMessage.channel": "Signalbox, beyond v3: the channel that is asked for; `auto` when routing chooses it.",
  "ExplainedMessage.contact_id":
    "Signalbox, beyond v3: the contact of the recipient; it is left out where the send would make it.",
  "ExplainedMessage.template_id":
    "Signalbox, beyond v3: the template in the language of the recipient; null for a text.",
  "ExplainedMessage.at": "Signalbox, beyond v3: the time of the dispatch that is explained.",
  "ExplainedMessage.outcome": "Signalbox, beyond v3: what becomes of the message by its dispatch.",
  "ExplainedMessage.held_until":
    "Signalbox, beyond v3: when the quiet hours of the recipient end, into which the dispatch falls; null when it falls into none.",
  "ExplainedMessage.rules":
    "Signalbox, beyond v3: the routing rules that the message meets, in the order in which they apply: the first 20, and all by which a route came up.",
  "ExplainedMessage.candidates":
    "Signalbox, beyond v3: the routes that remain, in the order in which they are tried; the first is the route.",
  dropped: "Signalbox, beyond v3: the routes that came up and cannot take the message.",
  gates:
    "Signalbox, beyond v3: the gates in the order in which they are asked, each with its answer; the first that does not pass stops the message.",
  "ExplainedOutcome.status": "Signalbox, beyond v3: the status to which the dispatch brings the message.",
  "ExplainedOutcome.description": "Signalbox, beyond v3: the activity that the dispatch would write.",
  "ExplainedRule.rule": "Signalbox, beyond v3: the number by which routes name the rule, from 1.",
  "ExplainedRule.of":
    "Signalbox, beyond v3: whether it is a rule of the account's own, one of the service for all accounts, or one that applies where there are neither.",
  "ExplainedRule.position": "Signalbox, beyond v3: its place among the rules there, from 1.",
  "ExplainedRule.action": "Signalbox, beyond v3: whether it allows its routes or denies them.",
  "ExplainedRule.channel": "Signalbox, beyond v3: the channel of its routes; null for every one.",
  "ExplainedRule.carrier": "Signalbox, beyond v3: the carrier of its routes; null for every one.",
  "ExplainedRule.fallback":
    "Signalbox, beyond v3: whether another route may be tried when the carrier of an allowed one refuses, or after one that is denied.",
  "ExplainedRule.priority": "Signalbox, beyond v3: its priority; lower numbers go first.",
  "ExplainedRule.country": "Signalbox, beyond v3: the country that recipients must be in.",
  "ExplainedRule.prefix": "Signalbox, beyond v3: the first digits that numbers must have.",
  "ExplainedRule.number": "Signalbox, beyond v3: the only number that the rule is for.",
  "ExplainedRule.number_type": "Signalbox, beyond v3: the type that numbers must have.",
  "ExplainedRule.category": "Signalbox, beyond v3: the category that templates must have.",
  "ExplainedRule.language": "Signalbox, beyond v3: the language that templates must have.",
  "ExplainedRule.international":
    "Signalbox, beyond v3: whether recipients must be in another country than the sender, or in the same.",
  "ExplainedRule.ported": "Signalbox, beyond v3: whether numbers must have been taken to another network.",
  "ExplainedRule.network":
    "Signalbox, beyond v3: the networks, of which numbers must belong to one, as the codes of country and network.",
  look_up:
    "Signalbox, beyond v3: the look-up of the number that rules ask for; it is left out where no route depends on one.",
  "ExplainedLookUp.state":
    "Signalbox, beyond v3: `known`, `failed`, `pending` when it would be made before the message gets a route, or `unavailable`.",
  "ExplainedLookUp.sentence": "Signalbox, beyond v3: the same in words for people.",
  "ExplainedLookUp.rules": "Signalbox, beyond v3: the rules that the look-up decides about, the first 20.",
  "ExplainedLookUp.ported":
    "Signalbox, beyond v3: whether the number was taken to another network; it is left out where that is not known.",
  "ExplainedLookUp.network":
    "Signalbox, beyond v3: the network that the number belongs to, as the codes of country and network; it is left out where that is not known.",
  looked_up_at: "Signalbox, beyond v3: when the number was looked up; it is left out where it never was.",
  counts_until: "Signalbox, beyond v3: when it is looked up again, should a message need it then.",
  "ExplainedLookUp.cost":
    "Signalbox, beyond v3: what a look-up costs the operator; it is left out where nobody has said.",
  "ExplainedLookUpRule.of":
    "Signalbox, beyond v3: whether it is a rule of the account's own, or one of the service for all accounts.",
  "ExplainedLookUpRule.position": "Signalbox, beyond v3: its place among the rules there, from 1.",
  is_met: "Signalbox, beyond v3: whether the message meets the rule by what is known now.",
  "ExplainedRule.expires_at": "Signalbox, beyond v3: when the rule ends.",
  "ExplainedCandidate.channel": "Signalbox, beyond v3: the channel of the route.",
  "ExplainedCandidate.carrier": "Signalbox, beyond v3: the carrier of the route.",
  sender: "Signalbox, beyond v3: what the message would come from; null when the carrier chooses that.",
  "ExplainedCandidate.segments": "Signalbox, beyond v3: how many segments it has there; 1 where there are none.",
  "ExplainedCandidate.price": "Signalbox, beyond v3: what it costs there, in the currency of the account.",
  "ExplainedCandidate.rule": "Signalbox, beyond v3: the rule that allows the route.",
  chosen:
    "Signalbox, beyond v3: how the rule came to the place of the carrier: by a draw, or by what carriers charge; it is left out where the rule does neither.",
  weight: "Signalbox, beyond v3: the weight with which the carrier was drawn; it is left out where nothing was drawn.",
  moved:
    "Signalbox, beyond v3: why the route stands behind others that rules put after it; it is left out where it does not.",
  "ExplainedPrice.amount": "Signalbox, beyond v3: what is charged in all.",
  "ExplainedPrice.price": "Signalbox, beyond v3: the price of the message, all segments together.",
  "ExplainedPrice.active_contact_price": "Signalbox, beyond v3: what is charged on top of it.",
  "ExplainedDrop.channel": "Signalbox, beyond v3: the channel of the route.",
  "ExplainedDrop.carrier": "Signalbox, beyond v3: the carrier of the route.",
  "ExplainedDrop.rule": "Signalbox, beyond v3: the rule by which the route came up.",
  "ExplainedDrop.reason": "Signalbox, beyond v3: why it is dropped, as a word that never changes its meaning.",
  "ExplainedDrop.sentence": "Signalbox, beyond v3: why it is dropped, in words for people.",
  gate: "Signalbox, beyond v3: the gate.",
  passes: "Signalbox, beyond v3: whether it lets the message through.",
  "ExplainedGate.code":
    "Signalbox, beyond v3: the reason code of a message that it stops; it is left out when it passes.",
  "ExplainedGate.sentence": "Signalbox, beyond v3: why it stops the message; it is left out when it passes."
}
