/**
 * Taking a route: what is known about a message and its candidates, and the attempt that is written before any
 * carrier is asked.
 */
import * as Limit from "../catalogue/Limit.ts"
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import * as Progress from "../message/Progress.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, purses } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import { Contacts, key as contactKey } from "../row/Contact.ts"
import type { Message } from "../row/Message.ts"
import { revisionKey, TemplateRevisions, Templates } from "../row/Template.ts"
import type { Rendered } from "../template/Rendered.ts"
import { renderable } from "../template/Renderer.ts"
import * as Renderer from "../template/Renderer.ts"
import type { Channel } from "../value/Channel.ts"
import type { AccountId, AttemptId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import { display } from "../value/PhoneNumber.ts"
import { lane } from "../work/Work.ts"
import type * as Gate from "./Gate.ts"
import * as Price from "./Price.ts"
import * as Routing from "./Routing.ts"
import * as Segment from "./Segment.ts"
import * as Sender from "./Sender.ts"

/** What the operator of the service has set. */
export interface Settings {
  readonly routes: ReadonlyArray<Routing.Route>
  readonly rates: ReadonlyArray<Price.Rate>
}

/** A candidate with what it takes to use it. */
export interface Offer extends Routing.Candidate {
  readonly rendered: Rendered | null
  readonly from: string | null
  readonly segments: number
  readonly price: Price.Price
  readonly payer: AccountId
}

/** Everything that deciding on a route must know of a message. */
export const needs = (message: Message, facts: Facts.Facts): Needs.Needs =>
  Needs.all(
    Needs.row(Accounts, message.account),
    Needs.row(Contacts, contactKey(message.account, message.phone)),
    ...pursesOf(Facts.peek(facts, Accounts, message.account) ?? null, message).map(Needs.balance),
    message.template === null ? Needs.none : Needs.all(
      Needs.row(Templates, message.template.id),
      Needs.row(TemplateRevisions, revisionKey(message.template.id, message.template.revision))
    )
  )

/** Whose money the message may take; its account's own, as long as nothing else is known. */
const pursesOf = (account: Account | null, message: Message): readonly [AccountId, ...ReadonlyArray<AccountId>] =>
  account === null ? [message.account] : purses(account)

/** The first who can pay; when nobody can, whoever is asked first. */
const payerOf = (account: Account, message: Message, price: Money.Money, facts: Facts.Facts): AccountId => {
  const able = pursesOf(account, message)
  return able.find((each) => Facts.balance(facts, each) >= price) ?? able[0]
}

export interface Outlook {
  readonly situation: Gate.Situation
  readonly offers: ReadonlyArray<Offer>
  readonly plan: Routing.Plan
  readonly contactRelied: Commit.Relied
}

/** What stands in the way of a message, and what it could travel on. */
export const look = (message: Message, facts: Facts.Facts, settings: Settings): Outlook => {
  const account = Facts.get(facts, Accounts, message.account)
  const key = contactKey(message.account, message.phone)
  const use = message.template
  const revision = use === null ? null : Facts.get(facts, TemplateRevisions, revisionKey(use.id, use.revision))
  const template = use === null ? null : Facts.get(facts, Templates, use.id)
  const compiled = revision === null ? null : Renderer.compiled(revision.definition, template?.language ?? "en")
  const plan = Routing.plan({
    requested: message.requested,
    available: account?.channels ?? [],
    renderable: revision === null ? [] : renderable(revision.definition),
    rated: settings.rates.map((rate) => rate.channel),
    routes: settings.routes,
    tried: message.attempts.filter((attempt) => attempt.send === message.send)
  })
  const offers = account === null ? [] : plan.candidates.flatMap((candidate) => {
    const rendered = compiled === null || use === null
      ? null
      : Renderer.render(compiled, candidate.channel, use.parameters)
    const found = offer(candidate, message, account, rendered, facts, settings)
    return found === null ? [] : [found]
  })
  return {
    plan,
    offers,
    contactRelied: Facts.relied(facts, Contacts, key),
    situation: {
      account,
      contact: Facts.get(facts, Contacts, key),
      balance: Facts.balance(facts, offers[0]?.payer ?? message.account),
      price: offers[0] === undefined ? Money.zero : Price.total(offers[0].price),
      template,
      missingVariables: compiled === null || use === null
        ? []
        : Renderer.missing(compiled, use.parameters, possible(message, plan))
    }
  }
}

/**
 * The channels that a message may come to travel on: a second route must not find out that a value is missing. Without
 * any candidate it is those that were asked for.
 */
const possible = ({ requested }: Message, { candidates }: Routing.Plan): ReadonlyArray<Channel> =>
  candidates.length > 0
    ? [...new Set(candidates.map(({ channel }) => channel))]
    : requested === "auto_detect"
    ? ["sms", "whatsapp", "rcs"]
    : [requested]

const offer = (
  candidate: Routing.Candidate,
  message: Message,
  account: Account,
  rendered: Rendered | null,
  facts: Facts.Facts,
  settings: Settings
): Offer | null => {
  const { region } = display(message.phone)
  const segments = candidate.channel === "sms" && rendered !== null ? Segment.count(rendered.plain).count : 1
  const price = Price.quote(settings.rates, candidate.channel, region, segments)
  return price === null ? null : {
    ...candidate,
    rendered,
    segments,
    price,
    payer: payerOf(account, message, Price.total(price), facts),
    from: Sender.choose(account, candidate.channel, region)
  }
}

export interface Taken {
  readonly progress: Progress.Progress
  readonly spends: ReadonlyArray<Commit.Spend>
  readonly due: Commit.Commit["due"]
}

/**
 * The attempt for an offer: its price is reserved and its deadline falls due with the same commit that makes it, and
 * the hand-over is work that comes after.
 */
export const take = (
  progress: Progress.Progress,
  offer: Offer,
  trigger: "route_chosen" | "next_candidate",
  at: Instant.Instant,
  mint: Mint
): Taken => {
  const message = progress.message
  const attempt: Attempt = {
    id: mint.id(at) as AttemptId,
    send: message.send,
    carrier: offer.carrier,
    channel: offer.channel,
    from: offer.from,
    segments: offer.segments,
    payer: offer.payer,
    price: offer.price.price,
    activeContactPrice: offer.price.activeContactPrice,
    charge: "reserved",
    startedAt: at,
    deadline: Instant.plus(at, Limit.submissionDeadline),
    reference: null,
    report: null,
    failure: null
  }
  return {
    progress: Progress.advance(progress, trigger, at, mint, {
      description: `${offer.channel} through ${offer.carrier}`,
      from: offer.from
    }, { channel: offer.channel, rendered: offer.rendered, attempts: [...message.attempts, attempt] }),
    spends: [{
      account: attempt.payer,
      amount: Price.total(offer.price),
      floor: Money.zero,
      once: `reserve:${attempt.id}`
    }],
    due: [
      {
        work: { kind: "submission", key: attemptKey(message, attempt) },
        lane: lane.submission(offer.carrier),
        at
      },
      {
        work: { kind: "submission_deadline", key: attemptKey(message, attempt) },
        lane: lane.deadline(message.account),
        at: attempt.deadline
      }
    ]
  }
}

/** How work names an attempt. */
export const attemptKey = (message: Pick<Message, "id">, attempt: Pick<Attempt, "id">): string =>
  `${message.id}/${attempt.id}`
