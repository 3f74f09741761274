/**
 * The calls of requirements. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Json } from "./Common.ts"

export interface GetRequirementsQuery {
  readonly country: string
  readonly type: string
  readonly channel?: string
}

export interface GetRequirementsResult {
  readonly channel: "sms"
  readonly country: string
  readonly type: "LOCAL" | "MOBILE" | "TEN_DLC" | "TOLL_FREE" | "SHORT_CODE" | "ALPHANUMERIC"
  readonly required: boolean
  readonly sender_id_pattern: string | null
  readonly requirements: ReadonlyArray<{
    readonly key: string
    readonly label: string
    readonly description: string
    readonly type: "string" | "text" | "email" | "phone" | "url" | "boolean" | "enum" | "array" | "object" | "document"
    readonly required: boolean
    readonly required_when: {
      readonly key: string
      readonly equals: string
    } | null
    readonly pattern: string | null
    readonly max_length: number | null
    readonly options: ReadonlyArray<string> | null
    readonly accept: ReadonlyArray<string> | null
    readonly item_fields:
      | ReadonlyArray<{
        readonly key: string
        readonly label: string
        readonly description: string
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
        readonly required: boolean
        readonly required_when: {
          readonly key: string
          readonly equals: string
        } | null
        readonly pattern: string | null
        readonly max_length: number | null
        readonly options: ReadonlyArray<string> | null
        readonly accept: ReadonlyArray<string> | null
        readonly item_fields: null
      }>
      | null
  }>
  readonly setup: ReadonlyArray<{
    readonly order: number
    readonly method: string
    readonly path: string
    readonly description: string
    readonly body: {
      readonly [name: string]: Json
    }
  }>
}

export interface RequirementsCalls {
  /** Read what a market demands of a new customer: `GET /v3/compliance/requirements`. */
  readonly get: (query: GetRequirementsQuery, options?: CallOptions) => Promise<GetRequirementsResult>
}
