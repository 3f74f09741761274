/**
 * A stand-in for the Cloud API on a real socket, written by hand from the fields that Meta documents: it takes messages and
 * templates, has the faults of the real one, and signs what it brings.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import type { Options } from "@signalbox/whatsapp/Options"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createHmac } from "node:crypto"
import type { Heard, Reply } from "../http-carrier/Provider.ts"
import * as Providers from "../http-carrier/Provider.ts"

export const secrets = { accessToken: "EAAtoken", appSecret: "the secret of the app", verifyToken: "to verify" }
export const numberId = "106540352242922"
export const display = "15550783881"
export const businessAccount = "102290129340398"

export type Json = { readonly [field: string]: unknown }

export interface Message extends Json {
  readonly to: string
  readonly type: string
  readonly biz_opaque_callback_data?: string
}

export interface Template {
  readonly id: string
  readonly name: string
  readonly language: string
  category: string
  status: string
  rejected_reason?: string
  readonly components: ReadonlyArray<Json>
}

export interface Meta {
  readonly url: string
  readonly heard: ReadonlyArray<Heard>
  /** The messages that were sent, with the ids that they have got. */
  readonly sent: Array<{ readonly id: string; readonly number: string; readonly message: Message }>
  /** The messages that were marked as read. */
  readonly read: Array<string>
  readonly templates: Array<Template>
  /** Decides what happens to a message in place of being sent; null unless set. */
  fault: (message: Message) => Reply | null
  /** How long the answer to a message that was sent takes, in milliseconds; 0 unless set. */
  delay: (message: Message) => number
  /** The answer to a message that is marked as read; unless set, it is. */
  readAnswer: () => Reply
  /** Decides what happens to a request about templates before, or after, it has done its work; null unless set. */
  templateFault: (request: Heard, when: "before" | "after") => Reply | null
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})

/** An error as the Graph API answers it. */
export const failed = (code: number, details = "details", status = 400, more: Json = {}): Reply =>
  json(status, {
    error: {
      message: `(#${code}) ${details}`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details },
      fbtrace_id: "A1",
      ...more
    }
  })

const take = async (meta: Meta, number: string, message: Message): Promise<Reply> => {
  const fault = meta.fault(message)
  if (fault !== null && fault !== "lost" && fault !== "silent") return fault
  const id = `wamid.${meta.sent.length + 1}`
  meta.sent.push({ id, number, message })
  await new Promise((go) => setTimeout(go, meta.delay(message)))
  return fault ?? json(200, {
    messaging_product: "whatsapp",
    contacts: [{ input: message.to, wa_id: message.to.replace("+", "") }],
    messages: [{ id, message_status: "accepted" }]
  })
}

const list = (meta: Meta, query: URLSearchParams): Reply =>
  // Meta's filter takes all names that have the given one in them, and a page is as short as Meta likes.
  json(200, { data: meta.templates.filter(({ name }) => name.includes(query.get("name") ?? "")) })

const create = (meta: Meta, given: Template): Reply => {
  if (meta.templates.some(({ language, name }) => name === given.name && language === given.language)) {
    return failed(100, "Invalid parameter", 400, { error_subcode: 2388024, error_user_msg: "It exists already." })
  }
  const id = String(9000 + meta.templates.length)
  meta.templates.push({ ...given, id, status: "PENDING" })
  return json(200, { id, status: "PENDING", category: given.category })
}

const answer = (meta: Meta, request: Heard): Reply | Promise<Reply> => {
  const { body, headers, method, path } = request
  if (headers["authorization"] !== `Bearer ${secrets.accessToken}`) {
    return failed(190, `Malformed access token ${String(headers["authorization"])}`, 401)
  }
  const { pathname, searchParams } = new URL(path, "http://meta")
  const [, version, node = "", edge] = pathname.split("/")
  if (version !== "v23.0") return failed(2500, "Unknown version")
  if (edge === "messages" && method === "POST") {
    const message = JSON.parse(body) as Message
    if (message["status"] !== "read") return take(meta, node, message)
    meta.read.push(String(message["message_id"]))
    return meta.readAnswer()
  }
  if (edge !== "message_templates" || node !== businessAccount) return failed(100, "Unsupported request")
  const before = meta.templateFault(request, "before")
  if (before !== null) return before
  const done = method === "GET" ? list(meta, searchParams) : create(meta, JSON.parse(body) as Template)
  return meta.templateFault(request, "after") ?? done
}

/** Starts one that ends with the scope. */
export const make: Effect.Effect<Meta, never, Scope.Scope> = Effect.gen(function*() {
  const provider = yield* Providers.make()
  const meta: Meta = {
    url: provider.url,
    heard: provider.heard,
    sent: [],
    read: [],
    templates: [],
    fault: () => null,
    delay: () => 0,
    readAnswer: () => json(200, { success: true }),
    templateFault: () => null
  }
  provider.answer = (request) => answer(meta, request)
  return meta
})

export const options = ({ url }: Pick<Meta, "url">, more: Partial<Options> = {}): Options => ({
  ...secrets,
  url,
  phoneNumberId: numberId,
  ...more
})

const metadata = { display_phone_number: display, phone_number_id: numberId }

export interface Change {
  readonly field: string
  readonly value: Json
}

/** One webhook with these changes. */
export const webhook = (...changes: ReadonlyArray<Change>) => ({
  object: "whatsapp_business_account",
  entry: [{ id: businessAccount, time: 1_764_100_000, changes }]
})

export const statuses = (...all: ReadonlyArray<Json>) => ({
  field: "messages",
  value: { messaging_product: "whatsapp", metadata, statuses: all }
})

export const messages = (...all: ReadonlyArray<Json>) => ({
  field: "messages",
  value: {
    messaging_product: "whatsapp",
    metadata,
    contacts: [{ profile: { name: "Sheena" }, wa_id: "16505551234" }],
    messages: all
  }
})

export const preferences = (...all: ReadonlyArray<Json>) => ({
  field: "user_preferences",
  value: { messaging_product: "whatsapp", metadata, contacts: [], user_preferences: all }
})

/** A status of a message that was sent. */
export const statusOf = (
  { id, message }: Meta["sent"][number],
  status: string,
  more: Json = {}
): Json => ({
  id,
  status,
  timestamp: "1764100000",
  recipient_id: message.to.replace("+", ""),
  biz_opaque_callback_data: message.biz_opaque_callback_data,
  ...more
})

/** A message that somebody has written. */
export const text = (id: string, body: string, from = "16505551234"): Json => ({
  from,
  id,
  timestamp: "1764100000",
  type: "text",
  text: { body }
})

export const templateStatus = (name: string, event: string, more: Json = {}) => ({
  field: "message_template_status_update",
  value: {
    event,
    message_template_id: 1689556908129832,
    message_template_name: name,
    message_template_language: "en_US",
    reason: "NONE",
    ...more
  }
})

export const sign = (body: string, secret = secrets.appSecret): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`

/** A webhook as a request that is signed. */
export const signed = (payload: unknown, secret = secrets.appSecret): CarrierRequest => {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload)
  return {
    method: "POST",
    url: "/carriers/whatsapp",
    headers: { "content-type": "application/json", "x-hub-signature-256": sign(body, secret) },
    body: new TextEncoder().encode(body)
  }
}
