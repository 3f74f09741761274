/**
 * The types that the answers of several groups share. Made by `npm run calls`.
 */
/** A value of JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<Json>
  | { readonly [name: string]: Json }

/** A code of the API's catalogue of errors. */
export type ApiErrorCode =
  | "AUTH_001"
  | "AUTH_002"
  | "AUTH_003"
  | "AUTH_004"
  | "AUTH_005"
  | "AUTH_006"
  | "AUTH_007"
  | "VALIDATION_001"
  | "VALIDATION_002"
  | "VALIDATION_003"
  | "VALIDATION_004"
  | "VALIDATION_005"
  | "VALIDATION_006"
  | "VALIDATION_007"
  | "VALIDATION_008"
  | "VALIDATION_011"
  | "RESOURCE_001"
  | "RESOURCE_002"
  | "RESOURCE_003"
  | "RESOURCE_004"
  | "RESOURCE_005"
  | "RESOURCE_006"
  | "RESOURCE_007"
  | "RESOURCE_008"
  | "RESOURCE_009"
  | "RESOURCE_010"
  | "RESOURCE_011"
  | "RESOURCE_012"
  | "RESOURCE_013"
  | "RESOURCE_014"
  | "RESOURCE_015"
  | "RESOURCE_017"
  | "BUSINESS_001"
  | "BUSINESS_002"
  | "BUSINESS_003"
  | "BUSINESS_004"
  | "BUSINESS_005"
  | "BUSINESS_006"
  | "BUSINESS_007"
  | "BUSINESS_008"
  | "BUSINESS_011"
  | "BUSINESS_022"
  | "BUSINESS_023"
  | "BUSINESS_024"
  | "BUSINESS_025"
  | "BUSINESS_026"
  | "BUSINESS_027"
  | "BUSINESS_028"
  | "CONFLICT_001"
  | "CONFLICT_005"
  | "CONFLICT_006"
  | "CONFLICT_007"
  | "CONFLICT_008"
  | "CONFLICT_009"
  | "CONFLICT_010"
  | "CONFLICT_011"
  | "LIMIT_001"
  | "SERVICE_001"
  | "INTERNAL_001"
  | "INTERNAL_002"
  | "INTERNAL_003"
  | "INTERNAL_004"
  | "INTERNAL_005"

export interface Pagination {
  /** The page that was asked for; the first one is 1. */
  readonly page: number
  /** How many items a page has at most. */
  readonly page_size: number
  /** How many items there are in all. */
  readonly total_count: number
  /** How many pages there are in all. */
  readonly total_pages: number
  /** Whether there is a page after this one. */
  readonly has_more: boolean
  /** Null, since the pages have numbers. */
  readonly cursors: null
}

export type MessageStatus =
  | "QUEUED"
  | "PROCESSED"
  | "ROUTED"
  | "SENT"
  | "DELIVERED"
  | "READ"
  | "FAILED"
  | "RECEIVED"
  | "SCHEDULED"
  | "CANCELLED"
  | "FILTERED"
  | "BLOCKED"

export type ReasonCode =
  | "DELIVERY_001"
  | "DELIVERY_002"
  | "DELIVERY_003"
  | "DELIVERY_004"
  | "DELIVERY_005"
  | "DELIVERY_006"
  | "DELIVERY_007"
  | "DELIVERY_008"
  | "DELIVERY_009"
  | "DELIVERY_010"
  | "DELIVERY_011"
  | "DELIVERY_012"
  | "DELIVERY_013"
  | "DELIVERY_014"
  | "DELIVERY_015"
  | "DELIVERY_016"
  | "VALIDATION_008"
  | "BUSINESS_003"
  | "BUSINESS_004"
  | "BUSINESS_005"
  | "BUSINESS_011"
  | "BUSINESS_017"
  | "BUSINESS_018"
  | "BUSINESS_019"
  | "BUSINESS_020"
  | "SIGNALBOX_001"
  | "SIGNALBOX_003"
  | "SIGNALBOX_004"
  | "CONVERSATION_TEMPLATE_REQUIRED"
  | "WHATSAPP_TEMPLATE_REQUIRED"
  | "SIGNALBOX_002"
  | "channel_unavailable"
  | (string & {})
