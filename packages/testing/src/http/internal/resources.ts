/**
 * The resources as the specification and decisions parts 3 and 5.2 give them: for reading in tests, and as patterns
 * that hold exactly the keys that an answer must have.
 */
import { expect } from "vitest"
import { anInstant, aText, aUuid } from "./answers.ts"

export interface Recipient {
  readonly message_id: string
  readonly to: string
  readonly channel: string
  readonly body: string | null
  readonly reference?: string
}

export interface Sent {
  readonly status: string
  readonly scheduled_at?: string
  readonly expires_at?: string
  readonly template_id: string | null
  readonly template_name: string | null
  readonly recipients: ReadonlyArray<Recipient>
}

export interface StatusEvent {
  readonly status: string
  readonly timestamp: string
  readonly description: string | null
  readonly reason_code?: string
  readonly reason?: string
}

export interface Message {
  readonly id: string
  readonly customer_id: string
  readonly contact_id: string
  readonly phone: string
  readonly phone_international: string
  readonly region_code: string
  readonly template_id: string | null
  readonly template_name: string | null
  readonly template_category: string | null
  /** Left out of a text without a template. */
  readonly template_revision?: number
  readonly channel: string
  readonly message_body: { readonly content: string } | null
  readonly status: string
  readonly direction: string
  readonly created_at: string
  readonly price: number | null
  readonly active_contact_price: number | null
  readonly events: ReadonlyArray<StatusEvent> | null
  readonly reason_code?: string
  readonly reason?: string
  readonly scheduled_at?: string
  readonly expires_at?: string
  readonly reference?: string
  readonly metadata?: Readonly<Record<string, string>>
}

export interface Activity {
  readonly status: string
  readonly description: string
  readonly timestamp: string
  readonly from: string | null
  readonly price: string | null
  readonly active_contact_price: string | null
  readonly reason_code?: string
  readonly reason?: string
  readonly scheduled_at?: string
}

export interface Activities {
  readonly message_id: string
  readonly activities: ReadonlyArray<Activity>
  readonly pagination: unknown
}

export interface Template {
  readonly id: string
  readonly customer_id: string
  readonly name: string
  readonly category: string
  readonly language: string
  readonly status: string
  readonly channels: ReadonlyArray<string>
  readonly variables: ReadonlyArray<string>
  readonly is_published: boolean
  readonly auto_reply_action?: string
  readonly definition: unknown
  readonly created_at: string
  readonly updated_at: string | null
  /** Left out unless the name has several languages. */
  readonly translation_of?: string
  readonly translations?: ReadonlyArray<{ readonly language: string; readonly template_id: string }>
}

export interface Contact {
  readonly id: string
  readonly customer_id: string
  readonly phone_number: string
  readonly format_e164: string
  readonly format_international: string
  readonly format_national: string
  readonly format_rfc: string
  readonly country_code: string
  readonly region_code: string
  readonly available_channels: string
  readonly default_channel: string
  readonly language?: string
  readonly opt_out: boolean
  readonly preferences?: Readonly<Record<string, "opt_in" | "opt_out" | null>>
  readonly is_inherited: boolean
  readonly created_at: string
  readonly updated_at: string | null
}

export interface Webhook {
  readonly id: string
  readonly customer_id: string
  readonly display_name: string
  readonly endpoint_url: string
  readonly signing_secret: string | null
  readonly is_active: boolean
  readonly event_types: ReadonlyArray<string>
  readonly event_filters: Readonly<Record<string, ReadonlyArray<string>>> | null
  readonly retry_count: number
  readonly timeout_seconds: number
  readonly consecutive_failures: number
  readonly created_at: string
  readonly updated_at: string | null
}

export interface Me {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly organization_id: string | null
  readonly profiles: ReadonlyArray<{ readonly id: string; readonly role: string | null }>
}

export const aPhone: unknown = expect.stringMatching(/^\+[1-9]\d{6,14}$/)

/** A webhook as its creation shows it. */
export const aWebhook = {
  id: aUuid,
  customer_id: aUuid,
  display_name: aText,
  endpoint_url: aText,
  signing_secret: aText,
  is_active: true,
  event_types: expect.any(Array) as unknown,
  event_filters: null as unknown,
  retry_count: 3,
  timeout_seconds: 30,
  last_delivery_attempt_at: null,
  last_successful_delivery_at: null,
  consecutive_failures: 0,
  created_at: anInstant,
  updated_at: null
}

/** A contact as its creation shows it, but for its number. */
export const aContact = {
  id: aUuid,
  customer_id: aUuid,
  phone_number: aPhone,
  format_e164: aPhone,
  format_international: aText,
  format_national: aText,
  format_rfc: aText,
  country_code: aText,
  region_code: aText,
  available_channels: aText,
  default_channel: "sms",
  opt_out: false,
  is_inherited: false,
  created_at: anInstant,
  updated_at: null
}

/** A template as its creation shows it. */
export const aTemplate = {
  id: aUuid,
  customer_id: aUuid,
  name: aText,
  category: expect.stringMatching(/^(MARKETING|UTILITY|AUTHENTICATION)$/) as unknown,
  language: expect.stringMatching(/^[a-z]{2,3}(_[A-Z]{2})?$/) as unknown,
  status: expect.stringMatching(/^(DRAFT|PENDING)$/) as unknown,
  channels: ["sms", "whatsapp", "rcs"] as unknown,
  variables: expect.any(Array) as unknown,
  is_published: false,
  definition: expect.any(Object) as unknown,
  created_at: anInstant,
  updated_at: null
}

/** The fields that messages and their events have beside those of version 3. */
const beyond: ReadonlyArray<string> = ["template_revision"]

/** Returns a message or the payload of its event with the fields that every server of version 3 shows. */
export const ofVersion3 = (shown: object): object =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => !beyond.includes(name)))
