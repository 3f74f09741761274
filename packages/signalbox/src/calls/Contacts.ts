/**
 * The calls of contacts. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface Contact {
  /** The id of the resource. */
  readonly id: string
  /** The account that the contact belongs to. */
  readonly customer_id: string
  /** A phone number in E.164 form */
  readonly phone_number: string
  /** A phone number in E.164 form */
  readonly format_e164: string
  /** The number as it is written abroad. */
  readonly format_international: string
  /** The number as it is written in its own country. */
  readonly format_national: string
  /** The number as a `tel:` URI. */
  readonly format_rfc: string
  /** The calling code of the country, such as 1; null when it is not known. */
  readonly country_code: string
  /** The country of the number as two letters; ZZ when it is not known. */
  readonly region_code: string
  /** The channels on which the contact can be reached, with commas between them. */
  readonly available_channels: string
  /** The channel that is preferred for the contact: sms or whatsapp. */
  readonly default_channel: "sms" | "whatsapp"
  /** Signalbox, beyond v3: the language in which templates in several languages are sent to the contact; it is left out when none was given. */
  readonly language?: string
  /** Whether nothing may be sent to the contact any more, on any channel. */
  readonly opt_out: boolean
  /** Signalbox, beyond v3: what the contact has said about the purposes of the account, by their names: opt_in, opt_out, or null; it is left out when the account has no purposes. */
  readonly preferences?: {
    readonly [name: string]: "opt_in" | "opt_out" | null
  }
  /** Whether the contact is the organization's and cannot be changed here. */
  readonly is_inherited: boolean
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last; null when it never was. */
  readonly updated_at: string | null
}

export interface CreateContactBody {
  /** A phone number in E.164 form */
  readonly phone_number: string
  /** Signalbox, beyond v3: the language in which templates in several languages are sent to the contact, such as de or en_US. */
  readonly language?: string | null
  /** Signalbox, beyond v3: what the contact has said about purposes of the account, by their names: opt_in or opt_out. */
  readonly preferences?: {
    readonly [name: string]: "opt_in" | "opt_out" | null
  } | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface ListContactsQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
  /** Signalbox, beyond v3: `true` when `pagination.cursors` is to tell from where the list goes on. */
  readonly cursors?: "true"
  /** Signalbox, beyond v3: a cursor of a page of this list: answers what is older. */
  readonly after?: string
  /** Signalbox, beyond v3: a cursor of a page of this list: answers what is newer. */
  readonly before?: string
  /** Only contacts whose number holds these characters. */
  readonly search?: string
  /** Only contacts that can be reached on this channel. */
  readonly channel?: "" | "sms" | "whatsapp" | "rcs" | "mms"
  /** Only the contact with this number. */
  readonly phone?: string
}

export interface ListContactsResult {
  /** The contacts of the page, the newest first. */
  readonly contacts: ReadonlyArray<Contact>
  /** Which part of the list the page is. */
  readonly pagination: {
    /** The page that was asked for; the first one is 1. */
    readonly page: number
    /** How many items a page has at most. */
    readonly page_size: number
    /** How many items there are in all; with a cursor, how many there were at the first page. */
    readonly total_count: number
    /** How many pages there are in all. */
    readonly total_pages: number
    /** Whether there is a page after this one. */
    readonly has_more: boolean
    /** Null, unless the request asks for cursors: from where the list goes on, in both directions. */
    readonly cursors: {
      /** The cursor of what is older; null when there is nothing more. */
      readonly after: string | null
      /** The cursor of what is newer; null when there is nothing more. */
      readonly before: string | null
    } | null
  }
}

export interface UpdateContactBody {
  /** The channel that is preferred for the contact: sms or whatsapp. */
  readonly default_channel?: "sms" | "whatsapp" | null
  /** Signalbox, beyond v3: the language in which templates in several languages are sent to the contact, such as de or en_US; null takes it away. */
  readonly language?: string | null
  /** Whether nothing may be sent to the contact any more, on any channel. */
  readonly opt_out?: boolean | null
  /** Signalbox, beyond v3: changes what the contact has said about purposes of the account, by their names: opt_in or opt_out; null takes it back. */
  readonly preferences?: {
    readonly [name: string]: "opt_in" | "opt_out" | null
  } | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface DeleteContactBody {
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface ContactsCalls {
  /** Create a contact: `POST /v3/contacts`. */
  readonly create: (body: CreateContactBody, options?: CallOptions) => Promise<Contact>

  /** List the contacts, the newest first: `GET /v3/contacts`. */
  readonly list: (query?: ListContactsQuery, options?: CallOptions) => Promise<ListContactsResult>

  /** Read a contact: `GET /v3/contacts/:id`. */
  readonly get: (id: string, options?: CallOptions) => Promise<Contact>

  /** Change the preferred channel and the consent of a contact: `PATCH /v3/contacts/:id`. */
  readonly update: (id: string, body?: UpdateContactBody, options?: CallOptions) => Promise<Contact>

  /** Delete a contact and its consent history; its messages are kept: `DELETE /v3/contacts/:id`. */
  readonly delete: (id: string, body?: DeleteContactBody, options?: CallOptions) => Promise<void>
}
