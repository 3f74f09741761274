/**
 * Messages of one account in whatever status a client can meet and that lasts.
 */
import { randomUUID } from "node:crypto"
import type { TestContext } from "vitest"
import type { HttpClient } from "../HttpClient.ts"
import { activities, approvedTemplate, cancel, createTemplate, inStatus, message, send, sendOne } from "./actions.ts"
import { success } from "./answers.ts"
import type { Given } from "./given.ts"
import { account, carrier, handsets, suppression, withKey } from "./given.ts"
import type { Message } from "./resources.ts"
import { greeting, parameters, phone } from "./samples.ts"

/** An account of the case's own that has all channels, and a template that may be sent. */
export interface Sender {
  readonly accountId: string
  readonly client: HttpClient
  readonly template: string
}

export const sender = async (given: Given, context: TestContext): Promise<Sender> => {
  const { apiKey, id } = await account(given, context, { channels: ["sms", "whatsapp", "rcs", "mms"] })
  const client = withKey(given, apiKey)
  return { accountId: id, client, template: (await approvedTemplate(client, greeting)).id }
}

export const bodyOf = ({ template }: Sender, more: object = {}): object => ({
  to: [phone(1)],
  template: { id: template, parameters },
  channel: ["sms"],
  ...more
})

/** Long enough ahead not to come while a test runs. */
export const later = (): string => new Date(Date.now() + 3_600_000).toISOString()

const sent = async ({ client }: Sender, body: object, status: string): Promise<Message> => {
  const { recipients } = await send(client, body)
  return inStatus(client, recipients[0]!.message_id, status)
}

type Ending = (given: Given, context: TestContext, sender: Sender) => Promise<Message>

/** Each status, with a way to a message that stays in it. Numbers are apart: what is scripted is of one message. */
export const endings: Readonly<Record<string, Ending>> = {
  DELIVERED: (_given, _context, sender) => sent(sender, bodyOf(sender), "DELIVERED"),
  READ: async (given, context, sender) => {
    await handsets(given, context)(phone(801), [{ receipts: ["delivered", "read"] }])
    return sent(sender, bodyOf(sender, { to: [phone(801)], channel: ["rcs"] }), "READ")
  },
  FAILED: async (given, context, sender) => {
    await handsets(given, context)(phone(802), [{ receipts: [{ failed: "invalid_number" }] }])
    return sent(sender, bodyOf(sender, { to: [phone(802)] }), "FAILED")
  },
  BLOCKED: async (_given, _context, sender) => {
    const draft = await createTemplate(sender.client, greeting)
    return sent(sender, bodyOf(sender, { template: { id: draft.id, parameters } }), "BLOCKED")
  },
  FILTERED: async (given, context, sender) => {
    await suppression(given, context)(sender.accountId, phone(803))
    return sent(sender, bodyOf(sender, { to: [phone(803)] }), "FILTERED")
  },
  SCHEDULED: (_given, _context, sender) => sent(sender, bodyOf(sender, { scheduled_at: later() }), "SCHEDULED"),
  CANCELLED: async (_given, _context, sender) => {
    const { id } = await sent(sender, bodyOf(sender, { scheduled_at: later() }), "SCHEDULED")
    success(await cancel(sender.client, id), 200)
    return message(sender.client, id)
  },
  // The carrier of MMS keeps silent: the others go on.
  ROUTED: async (given, context, sender) => {
    await handsets(given, context)(phone(804), [{ channel: "mms", submit: "hang", receipts: [] }])
    // A text may be sent to whom a template was sent before.
    await sendOne(sender.client, bodyOf(sender, { to: [phone(804)] }))
    return sent(sender, { to: [phone(804)], text: "Hello", channel: ["mms"] }, "ROUTED")
  },
  SENT: async (given, context, sender) => {
    await handsets(given, context)(phone(805), [{ receipts: [] }])
    return sent(sender, bodyOf(sender, { to: [phone(805)] }), "SENT")
  },
  RECEIVED: async (given, context, sender) => {
    const { id } = await sent(sender, bodyOf(sender), "DELIVERED")
    const { activities: lines } = await activities(sender.client, id)
    const { messageId } = await carrier(given, context)({
      carrier: "sms-a",
      reference: randomUUID(),
      channel: "sms",
      from: phone(806),
      to: lines.find(({ status }) => status === "SENT")!.from!,
      text: "Hello",
      media: []
    })
    return message(sender.client, messageId!)
  }
}
