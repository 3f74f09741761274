/**
 * Everything that routing knows about a message: the input of its gates, the routes that it could take, and their
 * prices.
 */
import type { DropReason } from "../catalogue/DropReason.ts"
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import { asksForSender } from "../compliance/RequirementTable.ts"
import type { Rendered } from "../definition/Rendered.ts"
import * as Restriction from "../engine/Restriction.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import * as FallbackRule from "../message/FallbackRule.ts"
import * as FirstOpening from "../message/FirstOpening.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, payers } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import { ConversationOpenings, openingKey } from "../row/ConversationOpening.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { Channel } from "../value/Channel.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Instant_ from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import { numberTypeOf, regionOf } from "../value/PhoneNumber.ts"
import * as Availability from "./Availability.ts"
import * as CarrierHealth from "./CarrierHealth.ts"
import * as Content from "./Content.ts"
import * as Conversation from "./Conversation.ts"
import * as Destination from "./Destination.ts"
import type * as Gate from "./Gate.ts"
import * as PrefixPause from "./PrefixPause.ts"
import * as Price from "./Price.ts"
import * as Purposes from "./Purposes.ts"
import * as Recipient from "./Recipient.ts"
import * as RouteLookUp from "./RouteLookUp.ts"
import * as Routing from "./Routing.ts"
import type { RoutingSettings } from "./RoutingSettings.ts"
import * as Segment from "./Segment.ts"
import * as Sender from "./Sender.ts"
import * as SmartEncoding from "./SmartEncoding.ts"
import * as Standing from "./Standing.ts"

/** A candidate with its rendered content, sender, price and payer. */
export interface Quote extends Routing.Candidate {
  readonly rendered: Rendered | null
  readonly from: string | null
  /** The characters that smart encoding has replaced in it. */
  readonly replacements: ReadonlyArray<SmartEncoding.Replacement>
  readonly segments: number
  readonly price: Price.Price
  readonly payer: AccountId
  /** Whether the delivery of the message is to be counted for the prefix of its number. */
  readonly isWatched: boolean
}

export interface RoutingContext {
  readonly gateInput: Gate.Input
  /** The quote of the first candidate; null when there is none. */
  readonly quote: Quote | null
  /** Returns the quotes of all candidates, in their order. Only the first is a need of dispatch. */
  readonly quotes: () => ReadonlyArray<Quote>
  readonly plan: Routing.Plan
  /** The look-up that rules ask for; null when no route depends on one. */
  readonly lookUp: RouteLookUp.RouteLookUp | null
  /**
   * The expectations of a commit that sends the message: that the recipient has neither opted out nor been suppressed
   * meanwhile.
   */
  readonly expects: ReadonlyArray<Commit.Expected>
}

/** From whom to whom a message goes, and by which template. */
export interface Addressed extends Standing.Subject, Pick<Message, "phone"> {}

/** Returns the accounts that may pay for the message. Until the account is loaded, that is only the account itself. */
const payersOf = (
  account: Account | null,
  message: Pick<Message, "account">
): readonly [AccountId, ...ReadonlyArray<AccountId>] => account === null ? [message.account] : payers(account)

const openingNeeds = ({ account, phone }: Addressed, facts: Facts.Facts): Needs.Needs => {
  const made = Facts.peekFound(facts, Contacts, contactNumber(account, phone))?.openedBy
  return Needs.all(
    Needs.row(ConversationOpenings, openingKey(account, phone)),
    made === undefined ? Needs.none : Needs.row(Messages, made)
  )
}

/** Returns when the recipient was last sent a template, or null. */
const openedAt = ({ account, phone }: Message, contact: Contact | null, facts: Facts.Facts): Instant | null => {
  const opening = Facts.get(facts, ConversationOpenings, openingKey(account, phone))
  const first = contact?.openedBy === undefined ? null : Facts.get(facts, Messages, contact.openedBy)
  const [at, firstAt] = [opening?.at ?? null, first === null ? null : FirstOpening.at(first)]
  return at === null || firstAt === null ? at ?? firstAt : Instant_.latest(at, firstAt)
}

/** Returns everything that must be loaded to build the context. */
export const needs = (message: Addressed, facts: Facts.Facts): Needs.Needs => {
  const { account: id, template } = message
  const account = Facts.peek(facts, Accounts, id) ?? null
  return Needs.all(
    Standing.needs(message, facts),
    Recipient.needs(message, facts),
    PrefixPause.needs(message, facts),
    Restriction.needs,
    Needs.balances(payersOf(account, message)),
    template === null ? openingNeeds(message, facts) : Needs.none
  )
}

/** Returns the first account that can pay, or the first of all when none can. */
const payerOf = (account: Account, message: Message, price: Money.Money, facts: Facts.Facts): AccountId => {
  const able = payersOf(account, message)
  return able.find((each) => Facts.balance(facts, each) >= price) ?? able[0]
}

/** A candidate with the content that it would send, the destination, and the prices that count. */
interface Offer {
  readonly candidate: Routing.Candidate
  readonly content: Content.Content
  readonly to: Sender.Destination
  readonly rates: Price.Tariff
  readonly isWatched: boolean
}

const quoteOf = (
  message: Message,
  account: Account,
  { candidate, content, isWatched, rates, to }: Offer,
  facts: Facts.Facts
): Quote | null => {
  const rendered = content.on(candidate.channel)
  const segments = candidate.channel === "sms" && rendered !== null ? Segment.count(rendered.plain).count : 1
  const price = Price.quote(rates, candidate.channel, to.region, segments)
  return price === null ? null : {
    ...candidate,
    rendered,
    replacements: candidate.channel === "sms" ? content.replacements() : [],
    segments,
    price,
    isWatched,
    payer: payerOf(account, message, Price.total(price), facts),
    from: message.autoReply?.from ?? Sender.choose(account, candidate.channel, to)
  }
}

export const of = (message: Message, settings: RoutingSettings, { facts, now }: Grounds): RoutingContext => {
  const { account: id, phone, requested } = message
  const recipient = Recipient.of(message, facts)
  const { contact } = recipient
  const use = message.template
  const account = Facts.get(facts, Accounts, id)
  const accounts = Standing.accounts(message, facts)
  const rates = Price.tariffOf(accounts, settings)
  const used = Standing.used(message, facts)
  const { revision = null, template = null } = used ?? {}
  const language = revision?.language ?? "en"
  const standing = Standing.templateOf(message, used)
  const content = Content.of(
    message,
    revision?.definition ?? null,
    language,
    SmartEncoding.isWanted(message, account)
  )
  const conversation: Conversation.Conversation = {
    contact,
    openedAt: use === null ? openedAt(message, contact, facts) : null,
    now
  }
  const isOpenOnWhatsapp = Conversation.isOpenOnWhatsapp(conversation)
  const region = regionOf(phone)
  const to: Sender.Destination = {
    region,
    asksForSender: asksForSender(settings.markets, phone, region),
    person: { phone, knownSince: contact?.createdAt }
  }
  const writtenTo = message.autoReply?.from ?? null
  const obstacle = (channel: Channel, choosesSender: boolean): DropReason | null => {
    if (account === null) return "channel_not_set_up"
    if (FallbackRule.isPassed(message, channel)) return "passed_over"
    const ofAccount = Availability.obstacle(account, channel, () =>
      writtenTo === null
        ? Sender.isWithout(account, channel, to, choosesSender)
        : Sender.isWithheld(account, writtenTo))
    if (ofAccount !== null) return ofAccount
    if (!content.channels.includes(channel)) return "template_has_no_body"
    if (channel === "mms" && Content.isRefusedOnMms(message)) return "not_acceptable_on_mms"
    if (used?.approval.isBarred(channel) === true) return "template_not_approved_there"
    if (channel === "whatsapp" && (contact?.whatsappUndeliverableUntil ?? now) > now) return "recipient_not_on_whatsapp"
    // When the sender asked for WhatsApp, a gate reports the missing conversation.
    if (channel === "whatsapp" && requested === "auto_detect" && use === null && !isOpenOnWhatsapp) {
      return "no_open_conversation"
    }
    return Price.quote(rates, channel, region, 1) === null ? "no_rate" : null
  }
  const plan = Routing.plan({
    requested,
    fallback: message.fallback,
    subject: {
      phone,
      country: region,
      numberType: () => numberTypeOf(phone),
      template: use === null || template === null ? null : { category: use.category, language },
      senderCountry: (channel) => account === null ? null : Sender.countryOf(account, channel, region),
      now,
      told: RouteLookUp.told(contact, settings)
    },
    carriers: settings.carriers,
    ...(settings.costs === undefined ? {} : { costs: settings.costs }),
    draw: message.id,
    rules: Routing.rulesOf(account?.rules ?? [], settings.rules),
    obstacle,
    health: CarrierHealth.of(Restriction.row(facts), { country: region, message: message.id }, now),
    isDrained: (carrier) => Restriction.isDrained(facts, SubmissionWork.lane.of({ carrier, account: id })),
    tried: message.attempts.filter(({ heldBack, send }) => send === message.send && heldBack !== true)
  })
  const [first] = plan.candidates
  const quoted = (candidate: Routing.Candidate | undefined): Quote | null =>
    account === null || candidate === undefined
      ? null
      : quoteOf(
        message,
        account,
        { candidate, content, to, rates, isWatched: PrefixPause.isWatched(accounts) },
        facts
      )
  const quote = quoted(first)
  return {
    plan,
    lookUp: RouteLookUp.of(plan, contact, settings, now),
    quote,
    quotes: () => plan.candidates.flatMap((candidate) => quoted(candidate) ?? []),
    expects: Recipient.expected(message, facts),
    gateInput: {
      accounts,
      ...recipient,
      destination: Destination.refused(accounts, phone),
      today: null,
      isPrefixPaused: PrefixPause.isPaused(message, accounts, facts, now),
      passedCaps: [],
      purpose: Purposes.of(message, accounts),
      frequency: [],
      balance: Facts.balance(facts, quote?.payer ?? id),
      price: quote === null ? Money.zero : Price.total(quote.price),
      requested,
      template: standing === null
        ? null
        : { ...standing, unusableVariables: content.unusable(possible(message, plan)) },
      isOpenOnWhatsapp,
      isOpen: Conversation.isOpen(conversation)
    }
  }
}

/**
 * Returns the channels that the message might be sent on. A missing value must stop the message before its first route,
 * not before a fallback. Without any candidate these are the channels that the sender asked for.
 */
const possible = ({ fallback, requested }: Message, { candidates }: Routing.Plan): ReadonlyArray<Channel> =>
  candidates.length === 1
    ? [candidates[0]!.channel]
    : candidates.length > 0
    ? [...new Set(candidates.map(({ channel }) => channel))]
    : requested === "auto_detect"
    ? fallback?.channels ?? ["sms", "whatsapp", "rcs"]
    : [requested]
