/**
 * The operations that take a body, for what is the same in all of them.
 */
import type { HttpClient } from "../HttpClient.ts"
import type { Reply } from "../Reply.ts"
import { greeting, phone, unknownId, webhook } from "./samples.ts"

export interface Endpoint {
  readonly path: string
  readonly status: number
  /** A right body, in sandbox so that it leaves nothing behind. */
  readonly right: Readonly<Record<string, unknown>>
  /** The fields that it cannot do without. */
  readonly required: ReadonlyArray<string>
}

export const messages: Endpoint = {
  path: "/v3/messages",
  status: 202,
  right: { to: [phone(1)], template: { id: unknownId }, channel: ["sms"], sandbox: true },
  required: ["template", "to"]
}

export const contacts: Endpoint = {
  path: "/v3/contacts",
  status: 201,
  right: { phone_number: phone(1), sandbox: true },
  required: ["phone_number"]
}

export const templates: Endpoint = {
  path: "/v3/templates",
  status: 201,
  right: { definition: greeting, category: "UTILITY", language: "en_US", sandbox: true },
  required: ["definition"]
}

export const webhooks: Endpoint = {
  path: "/v3/webhooks",
  status: 201,
  right: {
    ...webhook,
    event_filters: { channel: ["approved"] },
    retry_count: 3,
    timeout_seconds: 30,
    sandbox: true
  },
  required: ["display_name", "endpoint_url", "event_types"]
}

export const users: Endpoint = {
  path: "/v3/users",
  status: 201,
  right: { email: "ada@example.com", name: "Ada", role: "developer", sandbox: true },
  required: ["email", "name", "role"]
}

export const senderProfiles: Endpoint = {
  path: "/v3/sender-profiles",
  status: 201,
  right: { name: "Sales", short_name: "SALES", sandbox: true },
  required: ["name", "short_name"]
}

export const profiles: Endpoint = {
  path: "/v3/profiles",
  status: 201,
  right: { name: "Sales", billing_model: "organization", sandbox: true },
  required: ["billing_contact", "name"]
}

export const endpoints: ReadonlyArray<Endpoint> = [
  contacts,
  messages,
  profiles,
  senderProfiles,
  templates,
  users,
  webhooks
]

export const json = { "content-type": "application/json" }

/** Posts a text that may be no JSON. */
export const postText = (
  client: HttpClient,
  path: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = json
): Promise<Reply> => client.send("POST", path, { body, headers })

/** The JSON of an object with one more field, written as it is. */
export const withField = (object: object, field: string): string => JSON.stringify(object).replace(/\}$/, `,${field}}`)
