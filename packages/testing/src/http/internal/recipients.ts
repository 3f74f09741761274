/**
 * An account of the case's own, a webhook of it, and a recipient who writes to it.
 */
import { randomUUID } from "node:crypto"
import type { TestContext } from "vitest"
import type { HttpClient } from "../HttpClient.ts"
import type { HttpSubject, WantedAccount, WantedInbound } from "../HttpSubject.ts"
import type { Delivery } from "../Receiver.ts"
import * as Receivers from "../Receiver.ts"
import { activities, approvedTemplate, message, sendOne } from "./actions.ts"
import { ofNumber } from "./contacts.ts"
import { account, carrier, eventually, withKey } from "./given.ts"
import type { Contact, Message } from "./resources.ts"
import { greeting, parameters, phone } from "./samples.ts"
import type { World } from "./world.ts"
import { listen } from "./world.ts"

export interface Setting {
  readonly accountId: string
  readonly client: HttpClient
  /** The number that the account sends from. */
  readonly number: string
  /** The path on which its webhook listens, for message and contact events. */
  readonly path: string
  readonly template: string
  /** The recipient writes, and the message has been taken. Returns its id. */
  readonly write: (text: string | null, parts?: Partial<WantedInbound>) => Promise<string>
  readonly receive: NonNullable<HttpSubject["receive"]>
  /** Sends the template to the recipient, and returns what becomes of it. */
  readonly send: (channel?: string, to?: string) => Promise<Message>
  readonly contact: (of?: string) => Promise<Contact>
  /** The first deliveries, as many as are asked for. */
  readonly deliveries: (count: number) => Promise<ReadonlyArray<Delivery>>
}

/** Whoever is written to unless told otherwise. */
export const recipient = phone(1)

export const setting = async (world: World, context: TestContext, wanted: WantedAccount = {}): Promise<Setting> => {
  const given = world.given()
  const receive = carrier(given, context)
  const fresh = await account(given, context, { channels: ["sms", "whatsapp", "rcs", "mms"], ...wanted })
  const client = withKey(given, fresh.apiKey)
  const { id: template } = await approvedTemplate(client, greeting)
  const send: Setting["send"] = (channel = "sms", to = recipient) =>
    sendOne(client, { to: [to], template: { id: template, parameters }, channel: [channel] })
  const { id } = await send("sms", phone(9998))
  const lines = await activities(client, id)
  const number = lines.activities.find(({ status }) => status === "SENT")!.from!
  const { path } = await listen(world, { event_types: ["message", "contact"] }, client)
  return {
    accountId: fresh.id,
    client,
    number,
    path,
    template,
    receive,
    send,
    write: async (text, parts = {}) => {
      const { messageId } = await receive({
        carrier: "sms-a",
        reference: randomUUID(),
        channel: "sms",
        from: recipient,
        to: number,
        text,
        media: [],
        ...parts
      })
      return messageId!
    },
    contact: (of = recipient) => ofNumber(client, of),
    deliveries: (count) => world.receiver().until(path, (found) => found.length >= count)
  }
}

/** Returns what webhooks were told, in order: the event, and the payload. */
export const told = (found: ReadonlyArray<Delivery>): ReadonlyArray<readonly [event: string, payload: object]> =>
  found.map((delivery) => {
    const { event, payload } = Receivers.event(delivery)
    return [event, payload]
  })

/** The message when nothing more happens to it. */
export const ended = (client: HttpClient, id: string): Promise<Message> =>
  eventually(() => message(client, id), ({ status }) => ["DELIVERED", "FAILED", "FILTERED", "BLOCKED"].includes(status))
