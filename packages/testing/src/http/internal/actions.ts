/**
 * Actions that tests take on the way to what they look at.
 */
import { randomUUID } from "node:crypto"
import type { HttpClient } from "../HttpClient.ts"
import type { Reply } from "../Reply.ts"
import { success } from "./answers.ts"
import { eventually } from "./given.ts"
import type { Activities, Me, Message, Sent, Template, Webhook } from "./resources.ts"
import { phone, webhook } from "./samples.ts"

export const me = async (client: HttpClient): Promise<Me> => success<Me>(await client.get("/v3/me"), 200)

export const send = async (client: HttpClient, body: object): Promise<Sent> =>
  success<Sent>(await client.post("/v3/messages", body), 202)

export const message = async (client: HttpClient, id: string): Promise<Message> =>
  success<Message>(await client.get(`/v3/messages/${id}`), 200)

export const activities = async (client: HttpClient, id: string): Promise<Activities> =>
  success<Activities>(await client.get(`/v3/messages/${id}/activities`), 200)

const isFinal = ({ status }: Message): boolean => ["DELIVERED", "FAILED", "FILTERED", "BLOCKED"].includes(status)

/** The message when nothing more happens to it. */
export const settled = (client: HttpClient, id: string): Promise<Message> =>
  eventually(() => message(client, id), isFinal)

export const sendOne = async (client: HttpClient, body: object): Promise<Message> => {
  const { recipients } = await send(client, body)
  return settled(client, recipients[0]!.message_id)
}

export const createTemplate = async (client: HttpClient, definition: object, more: object = {}): Promise<Template> =>
  success<Template>(await client.post("/v3/templates", { definition, ...more }), 201)

export const createWebhook = async (client: HttpClient, body: object): Promise<Webhook> =>
  success<Webhook>(await client.post("/v3/webhooks", { ...webhook, ...body }), 201)

/**
 * A template that may be sent. The review takes its time, and as long as it does, sends end BLOCKED: so one is sent
 * until that is over, without values, which ends it before it costs anything.
 */
export const approvedTemplate = async (client: HttpClient, definition: object): Promise<Template> => {
  const template = await createTemplate(client, definition, { submit_for_review: true })
  await eventually(
    () => sendOne(client, { to: [phone(9999)], template: { id: template.id }, channel: ["sms"] }),
    (probe) => probe.reason_code !== "BUSINESS_005"
  )
  return template
}

export const idempotencyKey = (): string => randomUUID()

export const resend = (client: HttpClient, id: string, body: object = {}): Promise<Reply> =>
  client.post(`/v3/messages/${id}/resend`, body)

export const cancel = (client: HttpClient, id: string, body: object = {}): Promise<Reply> =>
  client.post(`/v3/messages/${id}/cancel`, body)

/** Returns how often the message was sent. */
const sends = ({ events }: Message): number => events?.filter(({ status }) => status === "QUEUED").length ?? 0

/** The message when nothing more happens to it after so many sends. */
export const settledAfter = (client: HttpClient, id: string, times: number): Promise<Message> =>
  eventually(() => message(client, id), (found) => isFinal(found) && sends(found) === times)

/** The message when it has this status. */
export const inStatus = (client: HttpClient, id: string, status: string): Promise<Message> =>
  eventually(() => message(client, id), (found) => found.status === status)
