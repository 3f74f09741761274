/**
 * The facade's types, held by the compiler against those of the operations and of the hosts; nothing here runs.
 */
import type { operations } from "@signalbox/core/Catalogue"
import type { Channel as CoreChannel } from "@signalbox/core/Channel"
import type { EventName as CoreEventName } from "@signalbox/core/EventName"
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { Pool as HostPool, PoolClient } from "pg"
import type {
  Calls,
  Channel,
  EventName,
  Failure,
  HostRequest,
  HostResponse,
  Pool,
  Send,
  Signalbox,
  Template,
  Transaction
} from "signalbox"

type Fits<A, B> = [A] extends [B] ? true : false

/** Each can stand for the other one. */
type Same<A, B> = Fits<A, B> extends true ? Fits<B, A> : false

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

/** What the calls resolve with is the `data` of their operations. */
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

/** A few, spelt out. */
export const spelt = async (box: Signalbox): Promise<readonly [Send, Template, string | undefined]> => {
  const me = box.as("account")
  const sent = await me.messages.send({
    to: ["+12015550123"],
    template: { name: "order", parameters: { name: "Ada" } }
  })
  const status: "QUEUED" | "SCHEDULED" = sent.status
  const made = await me.templates.ensure({ name: status, definition: { body: { sms: { template: "Hi" } } } })
  // @ts-expect-error a field that there is not
  await me.messages.send({ to: ["+12015550123"], txt: "Hello" })
  // @ts-expect-error a body that lacks what it needs
  await me.contacts.create({})
  // @ts-expect-error no such channel
  await me.messages.send({ to: ["+12015550123"], text: "Hello", channel: ["fax"] })
  const { phone_number: number } = await me.contacts.get("id")
  return [sent, made, number]
}
