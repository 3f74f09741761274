/**
 * Looks up the number of a message whose route depends on it, keeps what the registry tells with the contact, and
 * dispatches the message in the same commit (decisions 18.7). So a message waits for one look-up at most, whatever comes of
 * it.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import * as Restriction from "../engine/Restriction.ts"
import * as LookUpCount from "../lookup/LookUpCount.ts"
import * as RouteRegistry from "../lookup/RouteRegistry.ts"
import * as Progress from "../message/Progress.ts"
import { networkOf } from "../port/NumberLookup.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { NumberFacts } from "../row/NumberFacts.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import * as Dispatch from "./Dispatch.ts"
import * as DispatchStep from "./DispatchStep.ts"
import * as DispatchWork from "./DispatchWork.ts"
import { LookUpWork } from "./LookUpWork.ts"
import * as RoutingSettings from "./RoutingSettings.ts"

export interface Command {
  readonly lease: Lease
  readonly settings: RoutingSettings.RoutingSettings
  /** Null when nobody was asked, since what is known counts still or the message needs no route any more. */
  readonly told: RouteRegistry.RegistryAnswer | null
  /** The instant of the dispatch. It counts against the daily limit of that day. */
  readonly at: Instant.Instant
}

/** Returns whether what is known of the number must be asked for. */
const isOpen = (contact: Contact | null, at: Instant.Instant): contact is Contact =>
  contact !== null && (contact.lookup === undefined || contact.lookup.until <= at)

/** Returns what is kept of an answer. */
export const factsOf = (
  { finding }: Pick<RouteRegistry.RegistryAnswer, "finding">,
  keptFor: number,
  at: Instant.Instant
): NumberFacts => {
  if (finding === null) return { at, until: Instant.plus(at, Limit.lookupRetry), failed: true }
  const network = networkOf(finding)
  return {
    at,
    until: Instant.plus(at, keptFor),
    ...(finding.isPorted === null ? {} : { ported: finding.isPorted }),
    ...(network === null ? {} : { network })
  }
}

const described = ({ failed, network, ported }: NumberFacts): string =>
  failed === true
    ? "the look-up of the number gave no answer"
    : `the number was looked up: ${
      [
        ported === undefined ? "not known whether ported" : ported ? "ported" : "not ported",
        network === undefined ? "network not known" : `network ${network}`
      ].join(", ")
    }`

const isWaiting = (message: Message | null, send: number): message is Message =>
  message !== null && message.send === send && Dispatch.isWaiting(message)

/** Returns the part of a commit that keeps what was told, with the message and its contact as they are then. */
const kept = (
  message: Message,
  contact: Contact,
  facts: NumberFacts,
  isAsked: boolean
): Partial<Commit.Commit> => {
  const { message: remarked } = Progress.remark(Progress.of(message), facts.at, { description: described(facts) })
  return {
    puts: [Commit.put(Contacts, { ...contact, lookup: facts }), Commit.put(Messages, remarked)],
    counts: isAsked ? [LookUpCount.count(message.account, facts.at)] : []
  }
}

export const LookedUp = LeasedDecision.make<Command, void>({
  name: "looked_up",
  needs: ({ at, lease }, facts) => {
    const { message: id } = LookUpWork.target(lease)
    const message = Facts.peek(facts, Messages, id)
    if (message === undefined) return Needs.row(Messages, id)
    return message === null ? Needs.none : DispatchStep.needs(message, at, facts)
  },
  decide: ({ at, lease, settings, told }, grounds) => {
    const { facts, now } = grounds
    const target = LookUpWork.target(lease)
    const message = Facts.get(facts, Messages, target.message)
    if (!isWaiting(message, target.send)) return done(undefined)
    const { account, phone } = message
    const contact = Facts.find(facts, Contacts, contactNumber(account, phone))
    const isKept = told !== null && contact !== null && settings.lookUp !== undefined
    const first = isKept
      ? kept(message, contact, factsOf(told, settings.lookUp.keptFor, now), told.isAsked)
      : {}
    const expects = {
      expects: [
        Facts.expected(facts, Messages, message.id),
        Facts.expectedFree(facts, contactNumber(account, phone))
      ]
    }
    const known = Facts.following(facts, Commit.make(first))
    // What the operator has paused is left to the worker, which finds the lane closed.
    if (Restriction.isPaused(facts, DispatchWork.DispatchWork.lane.of(account))) {
      return done(undefined, expects, first, { due: [DispatchWork.due(message, now)] })
    }
    const dispatched = Dispatch.decision.decide(
      { lease: { work: DispatchWork.ref(message) }, settings, at },
      { ...grounds, facts: known }
    )
    return Result.map(dispatched, ({ commit }) => ({ answer: undefined, commit: Commit.all(expects, first, commit) }))
  }
})

export const LookUpJob = Job.make({
  work: LookUpWork,
  outside: Effect.all({ registry: RouteRegistry.make, settings: RoutingSettings.settings }),
  isHeldByCreator: true,
  asks: {
    reads: ({ message: id }: DispatchWork.Target, facts) => {
      const message = Facts.peek(facts, Messages, id)
      return message === undefined || message === null
        ? Needs.row(Messages, id)
        : Needs.all(Needs.row(Messages, id), Needs.unique(contactNumber(message.account, message.phone)))
    },
    question: ({ message: id, send }, facts, at): RouteRegistry.Asked | null => {
      const message = Facts.get(facts, Messages, id)
      if (!isWaiting(message, send)) return null
      const { account, phone } = message
      return isOpen(Facts.find(facts, Contacts, contactNumber(account, phone)), at) ? { account, phone } : null
    },
    ask: ({ registry }, asked) => registry(asked)
  },
  decides: LookedUp,
  command: ({ settings }, { at, lease, said }) => ({ lease, settings, told: said, at })
})
