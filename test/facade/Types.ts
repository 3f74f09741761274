/**
 * The facade's types, held by the compiler against those of the operations and of the hosts; nothing here runs.
 */
import type { Account as CoreAccount } from "@signalbox/core/Account"
import type { operations } from "@signalbox/core/Catalogue"
import type { Channel as CoreChannel } from "@signalbox/core/Channel"
import type { ChannelCode } from "@signalbox/core/ChannelCode"
import type { EventName as CoreEventName } from "@signalbox/core/EventName"
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { Market as CoreMarket } from "@signalbox/core/Market"
import type { Status as CoreStatus } from "@signalbox/core/Message"
import type { Restriction as CoreRestriction } from "@signalbox/core/Operator"
import type { OutcomeCode } from "@signalbox/core/OutcomeCode"
import type { Template as CoreTemplate } from "@signalbox/core/Template"
import type { Limits as CoreLimits } from "@signalbox/core/Terms"
import type * as Receiver from "@signalbox/receiver"
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { Pool as HostPool, PoolClient } from "pg"
import type {
  AccountLimits,
  Calls,
  Channel,
  ChannelReasonCode,
  EventName,
  Failure,
  HostRequest,
  HostResponse,
  MessageStatus,
  OperatorAccount,
  OperatorTemplateStatus,
  Pool,
  ReasonCode,
  Restriction,
  Send,
  Signalbox,
  Template,
  TemplateToReview,
  Transaction
} from "signalbox"

type Fits<A, B> = [A] extends [B] ? true : false

/** Each can stand for the other one. */
type Same<A, B> = Fits<A, B> extends true ? Fits<B, A> : false

/** The values that an open union names. */
type Known<Open extends string> = Open extends string ? (string & {}) extends Open ? never : Open : never

type Holds<Claims extends Readonly<Record<string, true>>> = Claims

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

type At<Value, Key> = Key extends keyof Value ? Value[Key] : never

/** The operations that the facade calls. */
type Called = Exclude<keyof typeof operations, `calls.${string}` | `voice.${string}`>

type CallOf<Name extends Called> = Name extends `${infer Group}.${infer Verb}`
  ? At<At<Calls, Camel<Group>>, Camel<Verb>>
  : never

type ResultOf<Call> = Call extends (...given: never) => Promise<infer Result> ? Result : never

type DataOf<Name extends Called> = (typeof operations)[Name]["data"]["Type"]

/** The calls resolve with the `data` of their operations. */
export type Answers = Holds<
  {
    readonly [Name in Called]: null extends DataOf<Name> ? Same<ResultOf<CallOf<Name>>, void>
      : Same<ResultOf<CallOf<Name>>, DataOf<Name>>
  }
>

/** The lists that the facade declares by itself are those of the service. */
export type Lists = Holds<{
  readonly channels: Same<Channel, CoreChannel>
  readonly failures: Same<Failure, FailureClass>
  readonly events: Same<EventName, CoreEventName>
  readonly statuses: Same<MessageStatus, CoreStatus>
  readonly reasons: Same<Known<ReasonCode>, OutcomeCode>
  readonly channelReasons: Same<Known<ChannelReasonCode>, ChannelCode>
}>

/** The operator's calls say the same as the service. */
export type Operating = Holds<{
  readonly templates: Same<OperatorTemplateStatus, CoreTemplate["status"]>
  readonly stages: Same<OperatorAccount["stage"], CoreAccount["stage"]>
  readonly kinds: Same<OperatorAccount["type"], CoreAccount["type"]>
  readonly limits: Same<AccountLimits, Required<CoreLimits>>
  readonly restrictions: Same<Restriction["mode"], CoreRestriction["mode"]>
}>

/** The kit of receivers has types of its own, for what the service writes into its events. */
export type Received = Holds<{
  readonly reasons: Same<Known<Receiver.ReasonCode>, OutcomeCode>
  readonly channelReasons: Same<Known<Receiver.ChannelReasonCode>, ChannelCode>
  readonly categories: Same<Receiver.TemplateCategory, TemplateToReview["category"]>
  readonly messages: Same<Receiver.OutboundMessage["message_status"], Exclude<CoreStatus, "PROCESSED" | "RECEIVED">>
  readonly templates: Same<Receiver.TemplateReview["status"], Exclude<CoreTemplate["status"], "DRAFT">>
  readonly numbers: Same<Receiver.ChannelMarket["number_type"], CoreMarket["numberType"] | undefined>
  readonly markets: Same<Receiver.ChannelMarket["status"], CoreMarket["status"]>
}>

/** Hosts' own objects fit without a word. */
export type Hosts = Holds<{
  readonly request: Fits<IncomingMessage, HostRequest>
  readonly response: Fits<ServerResponse, HostResponse>
  readonly expressRequest: Fits<ExpressRequest, HostRequest>
  readonly expressResponse: Fits<ExpressResponse, HostResponse>
  readonly listener: Fits<Signalbox["node"], RequestListener>
  readonly middleware: Fits<Signalbox["node"], RequestHandler>
  readonly route: Fits<Signalbox["fetch"], (request: Request) => Promise<Response>>
  readonly pool: Fits<HostPool, Pool>
  readonly transaction: Fits<PoolClient, Transaction>
}>

/** And a few of the operator's. */
export const operated = async ({ operator }: Signalbox): Promise<ReadonlyArray<boolean | string | null>> => {
  const { accounts, after } = await operator.accounts.list({ limit: 10 })
  const limits = await operator.limits.set("account", { webhooks: 3 })
  // @ts-expect-error a limit that there is not
  await operator.limits.set("account", { webhook: 3 })
  // @ts-expect-error a rejection needs its reason
  await operator.templates.reject("template", {})
  // @ts-expect-error no such channel
  await operator.templates.approve("template", { channel: "fax" })
  // @ts-expect-error prices have channels
  await operator.prices.set("account", { rates: [{ price: 1 }] })
  await operator.prices.set("account", { rates: null, billing: false })
  const paused: boolean = await operator.carriers.pause("acme")
  return [accounts[0]?.balance ?? null, after, limits.allowMms, paused]
}

/** A few, spelt out. */
export const spelt = async (box: Signalbox): Promise<readonly [Send, Template, string | undefined]> => {
  const me = box.as("account")
  const sent = await me.messages.send({
    to: ["+12015550123"],
    template: { name: "order", parameters: { name: "Ada" } }
  })
  const status: "QUEUED" | "SCHEDULED" = sent.status
  const message = await me.messages.get("id")
  const template = await me.templates.get("id")
  // @ts-expect-error no message ever has such a status
  if (message.status === "DELIVERD") return [sent, template, message.reason_code]
  // A later version may tell of more.
  if (message.reason_code === "DELIVERY_099") return [sent, template, message.reason_code]
  const made = await me.templates.ensure({ name: status, definition: { body: { sms: { template: "Hi" } } } })
  // @ts-expect-error a field that there is not
  await me.messages.send({ to: ["+12015550123"], txt: "Hello" })
  // @ts-expect-error a body that lacks what it needs
  await me.contacts.create({})
  // @ts-expect-error no such channel
  await me.messages.send({ to: ["+12015550123"], text: "Hello", channel: ["fax"] })
  const { phone_number: number } = await me.contacts.get("id")
  box.on("message.failed", ({ payload }) => payload.reason_code)
  box.on("message.received", ({ payload }) => payload.inbound_number)
  // @ts-expect-error a template's event has no recipient
  box.on("templates.approved", ({ payload }) => payload.outbound_number)
  box.on("*", (event) => event.field === "contact" ? event.payload.opt_out : event.payload.account_id)
  return [sent, made, number]
}
