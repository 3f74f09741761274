/**
 * The calls of contacts. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"

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
  readonly default_channel: "sms" | "whatsapp"
  readonly opt_out: boolean
  readonly is_inherited: boolean
  readonly created_at: string
  readonly updated_at: string | null
}

export interface CreateContactBody {
  readonly phone_number: string
  readonly sandbox?: boolean | null
}

export interface ListContactsQuery {
  readonly page?: number
  readonly page_size?: number
  readonly search?: string
  readonly channel?: "" | "sms" | "whatsapp" | "rcs" | "mms"
  readonly phone?: string
}

export interface ListContactsResult {
  readonly contacts: ReadonlyArray<Contact>
  readonly pagination: Pagination
}

export interface UpdateContactBody {
  readonly default_channel?: "sms" | "whatsapp" | null
  readonly opt_out?: boolean | null
  readonly sandbox?: boolean | null
}

export interface DeleteContactBody {
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
