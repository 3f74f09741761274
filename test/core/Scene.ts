/**
 * An account that can send, on the bench: what it owns is put into the store, carriers do as told.
 */
import { Accounts } from "@signalbox/core/Account"
import type { Caller } from "@signalbox/core/Caller"
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import { operations } from "@signalbox/core/Catalogue"
import type { Channel } from "@signalbox/core/Channel"
import * as Commits from "@signalbox/core/Commit"
import type { Delivery } from "@signalbox/core/Delivery"
import type { MessageId } from "@signalbox/core/Id"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import type { Json } from "@signalbox/core/Json"
import type { Message } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import type { Request } from "@signalbox/core/Operations"
import { Operations } from "@signalbox/core/Operations"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import * as Effect from "effect/Effect"
import * as Given from "./Given.ts"

export const account = Given.account()
export const caller: Caller = { account, keyAccount: account }

export const template = Given.template()

/** The account with an approved template, and whatever else is given. */
export const seed = (balance: number, ...more: ReadonlyArray<Row>) =>
  Effect.flatMap(Store, (store) =>
    store.commit([Commits.make({
      puts: [
        Commits.put(Accounts, account),
        Commits.put(Templates, template),
        Commits.put(TemplateRevisions, revisionOf(template)),
        ...more
      ],
      debits: balance === 0 ? [] : [{ account: account.id, amount: money(-balance), floor: money(0), once: "opening" }]
    })]))

/** A carrier that answers as told and remembers what it was asked to take. */
export const carrier = (
  id: string,
  channels: ReadonlyArray<Channel>,
  answer: (submission: Submission) => SubmissionOutcome = () => ({ _tag: "Accepted", references: [] })
) => {
  const asked: Array<Submission> = []
  const made: Carrier = {
    id: Given.carrierId(id),
    channels,
    submit: (batch, tell) => {
      asked.push(...batch)
      return Effect.forEach(batch, (submission) => tell(submission.attempt, answer(submission)), { discard: true })
    }
  }
  return { asked, carrier: made }
}

let requests = 0

/** A request as HTTP would hand it over. */
export const request = (body: Json): Request<object, object> => ({
  path: {},
  query: {},
  body,
  requestId: `req_${++requests}`,
  idempotency: null
})

export interface Answered {
  readonly status: number
  readonly sandbox: boolean
  readonly data: { readonly [key: string]: unknown }
  readonly error: { readonly code: string; readonly details?: { readonly [field: string]: ReadonlyArray<string> } }
}

type Writing = "messages.send" | "templates.create" | "webhooks.create"

/** Runs an operation with this body, as the account unless told otherwise. */
export const ask = Effect.fnUntraced(function*(name: Writing, body: Json, as: Caller = caller) {
  const { run } = yield* Operations
  const asked = request(body)
  const answer = yield* (name === "messages.send"
    ? run(operations[name], as, asked)
    : name === "templates.create"
    ? run(operations[name], as, asked)
    : run(operations[name], as, asked))
  const { outcome, sandbox, status } = answer
  const part = outcome === null ? {} : { [outcome.part]: JSON.parse(outcome.json) as unknown }
  return { status, sandbox, ...part } as Answered
})

/** Asks for a message, or for something to be done with it. */
export const about = Effect.fnUntraced(function*(
  name: "messages.get" | "messages.activities" | "messages.cancel" | "messages.resend",
  id: MessageId,
  body: Json = {},
  as: Caller = caller
) {
  const { run } = yield* Operations
  const asked = { ...request(body), path: { id } }
  const answer = yield* (name === "messages.get"
    ? run(operations[name], as, asked)
    : name === "messages.activities"
    ? run(operations[name], as, asked)
    : name === "messages.cancel"
    ? run(operations[name], as, asked)
    : run(operations[name], as, asked))
  const { outcome, sandbox, status } = answer
  const part = outcome === null ? {} : { [outcome.part]: JSON.parse(outcome.json) as unknown }
  return { status, sandbox, ...part } as Answered
})

const list = (name: "messages" | "deliveries" | "contacts", scope: string) =>
  Effect.flatMap(Store, (store) =>
    Effect.map(
      store.list({ list: name, scope, offset: 0, limit: 10_000 }),
      ({ rows }) => rows.map(({ value }) => value)
    ))

export const messages = Effect.map(list("messages", account.id), (rows) => rows as ReadonlyArray<Message>)
export const contacts = Effect.map(list("contacts", account.id), (rows) => rows as ReadonlyArray<Contact>)
export const deliveries = (webhook: string) =>
  Effect.map(list("deliveries", webhook), (rows) => rows as ReadonlyArray<Delivery>)

export const balance = Effect.flatMap(Store, (store) =>
  Effect.map(
    store.load(Needs.balance(account.id)),
    ({ balances }) => balances.get(account.id) ?? 0
  ))

export const send = (...to: ReadonlyArray<string>): Json => ({
  to,
  template: { id: template.id, parameters: { order: "A-1" } },
  channel: ["sms"]
})
