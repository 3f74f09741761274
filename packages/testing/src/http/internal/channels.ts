/**
 * Channels in tests: how the API shows them, right bodies, and what is asked about them.
 */
import { expect } from "vitest"
import type { HttpClient } from "../HttpClient.ts"
import type { Reply } from "../Reply.ts"
import { success } from "./answers.ts"
import { eventually } from "./given.ts"

export interface Market {
  readonly country: string
  readonly number_type: string
  readonly sender_value: string | null
  readonly status: string
  readonly reason_code?: string
  readonly reason?: string
  readonly compliance?: {
    readonly brand?: unknown
    readonly campaign?: unknown
    readonly documents?: ReadonlyArray<
      { readonly key: string; readonly file_name: string; readonly document_id: string }
    >
  }
}

export interface Channels {
  readonly customer_id: string
  readonly sms: ReadonlyArray<Market>
  readonly whatsapp: Readonly<Record<string, unknown>> | null
  readonly rcs: Readonly<Record<string, unknown>> | null
}

export const channels = async (client: HttpClient): Promise<Channels> =>
  success<Channels>(await client.get("/v3/channels"), 200)

/** The channels when they are as wanted. */
export const channelsWhen = (client: HttpClient, holds: (seen: Channels) => boolean): Promise<Channels> =>
  eventually(() => channels(client), holds)

export const market = async (client: HttpClient, country: string, type: string): Promise<Market> =>
  success<Market>(await client.get(`/v3/channels/sms/${country}/${type}`), 200)

/** The market when it has a status. */
export const marketWhen = (client: HttpClient, country: string, type: string, status: string): Promise<Market> =>
  eventually(() => market(client, country, type), (seen) => seen.status === status)

/** A market that registers with nobody and has a sender immediately. */
export const alphanumeric = { country: "GB", number_type: "ALPHANUMERIC", sender_value: "ACME" }

/** The brand that US 10DLC asks for. */
export const brand = {
  legal_name: "Acme Inc",
  entity_type: "PRIVATE_PROFIT",
  tax_id: "12-3456789",
  country: "US",
  vertical: "RETAIL"
}

export const campaign = {
  use_case: "MARKETING",
  description: "Offers to customers who asked for them",
  message_flow: "Customers tick a box at the checkout",
  sample_messages: ["Ten percent off until Sunday. Reply STOP to end."],
  optout_keywords: "STOP",
  help_keywords: "HELP"
}

export const tenDlc = { country: "US", number_type: "TEN_DLC", compliance: { brand, campaign } }

export const whatsapp = { waba_id: "102290129340398", phone_number_id: "106540352242922" }

/** A whole form of an RCS agent, but for its one optional field. */
export const agent = {
  display_name: "Acme",
  description: "Offers and help from Acme",
  agent_use_case: "MULTI_USE",
  brand_name: "Acme",
  privacy_policy_url: "https://acme.example/privacy",
  terms_and_conditions_url: "https://acme.example/terms",
  website_url: "https://acme.example",
  logo_url: "https://acme.example/logo.png",
  banner_url: "https://acme.example/banner.png",
  brand_color: "#1A2b3C",
  brand_phone_number: "+12015550100",
  customer_support_phone_number: "+12015550101",
  brand_email: "hello@acme.example",
  customer_support_email: "help@acme.example",
  contact_name_and_title: "Ada Lovelace, CTO",
  company_ein: "12-3456789",
  entity_type: "PRIVATE_PROFIT",
  official_address: { street: "1 Main St", city: "Springfield", state: "IL", postal_code: "62701", country: "US" },
  brief_company_description: "Acme makes everything",
  opt_in_process_description: "Customers tick a box at the checkout",
  start_message: "Welcome to Acme",
  help_message: "Write to help@acme.example",
  stop_message: "You will get no more messages",
  sample_messages: ["Ten percent off until Sunday"]
}

/** A part of a form. */
export interface Part {
  readonly name: string
  readonly value: string | Uint8Array
  /** With a file name the part is a document. */
  readonly fileName?: string
  readonly type?: string
}

export const pdf = (name: string, bytes = 100): Part => ({
  name,
  value: new Uint8Array(bytes).fill(37),
  fileName: `${name}.pdf`,
  type: "application/pdf"
})

/** The bytes of a form, made by hand so that it may be wrong. */
export const form = (parts: ReadonlyArray<Part>, boundary = "a-boundary"): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ fileName, name, type, value }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
      Buffer.from(fileName === undefined ? "" : `; filename="${fileName}"`),
      Buffer.from(type === undefined ? "\r\n\r\n" : `\r\nContent-Type: ${type}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from("\r\n")
    ]),
    Buffer.from(`--${boundary}--\r\n`)
  ])

export const formType = { "content-type": "multipart/form-data; boundary=a-boundary" }

export const postForm = (
  client: HttpClient,
  path: string,
  parts: ReadonlyArray<Part>,
  headers: Readonly<Record<string, string>> = {}
): Promise<Reply> => client.send("POST", path, { body: form(parts), headers: { ...formType, ...headers } })

/** The fields of a market that pre-registers its sender by documents. */
export const singapore: ReadonlyArray<Part> = [
  { name: "country", value: "SG" },
  { name: "numberType", value: "ALPHANUMERIC" },
  { name: "senderValue", value: "ACME" }
]

export const papers: ReadonlyArray<Part> = [pdf("business_registration"), pdf("letter_of_authorization")]

export const aCode: unknown = expect.stringMatching(/^CHANNEL_0(0[1-9]|1[01])$/)
