/**
 * The calls of requirements. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Json } from "./Common.ts"

export interface GetRequirementsQuery {
  /** The country as its two letters of ISO 3166-1, such as US. */
  readonly country: string
  /** The kind of sender, such as TEN_DLC. */
  readonly type: "LOCAL" | "MOBILE" | "TEN_DLC" | "TOLL_FREE" | "SHORT_CODE" | "ALPHANUMERIC" | "10DLC" | (string & {})
  /** The channel: `sms` when nothing is given. */
  readonly channel?: "sms" | "whatsapp" | "rcs" | (string & {})
}

export interface GetRequirementsResult {
  /** The channel that was asked about. */
  readonly channel: "sms"
  /** The country as its two letters of ISO 3166-1, such as US. */
  readonly country: string
  /** The kind of sender that was asked about. */
  readonly type: "LOCAL" | "MOBILE" | "TEN_DLC" | "TOLL_FREE" | "SHORT_CODE" | "ALPHANUMERIC"
  /** Whether the market demands anything. */
  readonly required: boolean
  /** The pattern that a name of a sender must match; null when there is none. */
  readonly sender_id_pattern: string | null
  /** What the market demands. */
  readonly requirements: ReadonlyArray<{
    /** The name of what is demanded, as it stands in a request. */
    readonly key: string
    /** What a form would call it. */
    readonly label: string
    /** What is to be given. */
    readonly description: string
    /** Of which kind the value is. */
    readonly type: "string" | "text" | "email" | "phone" | "url" | "boolean" | "enum" | "array" | "object" | "document"
    /** Whether it must be given. */
    readonly required: boolean
    /** What makes it required; null when nothing else does. */
    readonly required_when: {
      /** The requirement on which it depends. */
      readonly key: string
      /** The value of that which makes it required. */
      readonly equals: string
    } | null
    /** The pattern that the value must match; null when there is none. */
    readonly pattern: string | null
    /** How many characters it has at most; null when there is no bound. */
    readonly max_length: number | null
    /** The values that it may have; null when they are not counted. */
    readonly options: ReadonlyArray<string> | null
    /** The media types of a document; null for other kinds. */
    readonly accept: ReadonlyArray<string> | null
    /** What each item of a list has; null for other kinds. */
    readonly item_fields:
      | ReadonlyArray<{
        /** The name of what is demanded, as it stands in a request. */
        readonly key: string
        /** What a form would call it. */
        readonly label: string
        /** What is to be given. */
        readonly description: string
        /** Of which kind the value is. */
        readonly type:
          | "string"
          | "text"
          | "email"
          | "phone"
          | "url"
          | "boolean"
          | "enum"
          | "array"
          | "object"
          | "document"
        /** Whether it must be given. */
        readonly required: boolean
        /** What makes it required; null when nothing else does. */
        readonly required_when: {
          /** The requirement on which it depends. */
          readonly key: string
          /** The value of that which makes it required. */
          readonly equals: string
        } | null
        /** The pattern that the value must match; null when there is none. */
        readonly pattern: string | null
        /** How many characters it has at most; null when there is no bound. */
        readonly max_length: number | null
        /** The values that it may have; null when they are not counted. */
        readonly options: ReadonlyArray<string> | null
        /** The media types of a document; null for other kinds. */
        readonly accept: ReadonlyArray<string> | null
        /** Null, since lists have no lists in them. */
        readonly item_fields: null
      }>
      | null
  }>
  /** The requests that add the market, in their order. */
  readonly setup: ReadonlyArray<{
    /** The place of the request. */
    readonly order: number
    /** The method of the request. */
    readonly method: "POST"
    /** The path of the request. */
    readonly path: string
    /** What the request does. */
    readonly description: string
    /** The body of the request, with places for the values. */
    readonly body: {
      readonly [name: string]: Json
    }
  }>
}

export interface RequirementsCalls {
  /** Read what a market demands of a new customer: `GET /v3/compliance/requirements`. */
  readonly get: (query: GetRequirementsQuery, options?: CallOptions) => Promise<GetRequirementsResult>
}
