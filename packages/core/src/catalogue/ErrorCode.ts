/**
 * The error catalogue: every code that the API can answer with, its HTTP status and its meaning
 * (specification "Errors"; statuses of empty cells from decisions 8.1).
 */
export const catalogue = {
  AUTH_001: [401, "No authenticated identity"],
  AUTH_002: [401, "The API key is missing, empty or not active"],
  AUTH_003: [401, "x-sender-id is missing or not a UUID"],
  AUTH_004: [403, "The account lacks permission for this operation"],
  AUTH_005: [403, "Onboarding is not complete"],
  AUTH_006: [403, "KYC is not complete"],
  AUTH_007: [403, "Channel setup is not complete"],
  VALIDATION_001: [400, "Request validation failed"],
  VALIDATION_002: [400, "Invalid phone number format"],
  VALIDATION_003: [400, "Invalid GUID format"],
  VALIDATION_004: [400, "A required field is missing"],
  VALIDATION_005: [400, "A value is out of range"],
  VALIDATION_006: [400, "A value is not one of the accepted values"],
  VALIDATION_007: [400, "Invalid Idempotency-Key format"],
  VALIDATION_008: [400, "Invalid template variable"],
  VALIDATION_011: [400, "Invalid voice identity"],
  RESOURCE_001: [404, "Contact not found"],
  RESOURCE_002: [404, "Template not found"],
  RESOURCE_003: [404, "Message not found"],
  RESOURCE_004: [404, "Customer not found"],
  RESOURCE_005: [404, "Organization not found"],
  RESOURCE_006: [404, "User not found"],
  RESOURCE_007: [409, "The resource already exists"],
  RESOURCE_008: [404, "Webhook not found"],
  RESOURCE_009: [404, "Brand not found for profile"],
  RESOURCE_010: [404, "Campaign not found for profile"],
  RESOURCE_011: [404, "Batch not found"],
  RESOURCE_012: [404, "Phone number not found"],
  RESOURCE_013: [404, "Not found"],
  RESOURCE_014: [404, "Profile not found"],
  RESOURCE_015: [404, "Call not found"],
  RESOURCE_017: [404, "Participant not found"],
  BUSINESS_001: [400, "An inherited contact cannot be modified"],
  BUSINESS_002: [429, "Rate limit exceeded"],
  BUSINESS_003: [402, "Insufficient balance"],
  BUSINESS_004: [422, "The contact has opted out"],
  BUSINESS_005: [422, "The template is not approved for sending"],
  BUSINESS_006: [409, "The message cannot be modified in its current state"],
  BUSINESS_007: [422, "The channel is not available for this contact"],
  BUSINESS_008: [422, "The operation would exceed a quota"],
  BUSINESS_011: [422, "The destination country is not allowed"],
  BUSINESS_022: [403, "The number is not owned by this account"],
  BUSINESS_023: [403, "Calls are not enabled"],
  BUSINESS_024: [422, "The number is not voice-enabled"],
  BUSINESS_025: [502, "The participant could not be added"],
  BUSINESS_026: [404, "The recording is not available"],
  BUSINESS_027: [503, "The number could not be set up; retry shortly"],
  BUSINESS_028: [422, "No number is available for this area code"],
  CONFLICT_001: [409, "A request with this Idempotency-Key is in progress"],
  CONFLICT_005: [422, "The Idempotency-Key was used for a different request"],
  CONFLICT_006: [409, "The template is in review; definition, category and language are frozen"],
  CONFLICT_007: [409, "The default app-call line cannot be turned off while other voice numbers are active"],
  CONFLICT_008: [409, "The call is no longer active"],
  CONFLICT_009: [409, "The call is not in a conference"],
  CONFLICT_010: [409, "Conflict"],
  CONFLICT_011: [409, "The call has no phone leg"],
  LIMIT_001: [429, "Too many held messages"],
  SERVICE_001: [503, "The idempotency store is unavailable; the request was not executed"],
  INTERNAL_001: [500, "Unexpected error"],
  INTERNAL_002: [500, "A database operation failed"],
  INTERNAL_003: [502, "An external provider failed"],
  INTERNAL_004: [504, "Timeout waiting for an operation"],
  INTERNAL_005: [503, "The service is temporarily unavailable"]
} as const satisfies Record<string, readonly [status: number, meaning: string]>

export type ErrorCode = keyof typeof catalogue

export const codes = Object.keys(catalogue) as ReadonlyArray<ErrorCode>

/** The HTTP status of a code. */
export const status = (code: ErrorCode): number => catalogue[code][0]

/** One sentence for a person. Programs branch on the code. */
export const meaning = (code: ErrorCode): string => catalogue[code][1]

/**
 * The codes that a violation may carry. When all failing fields share one code, it becomes the code of the whole answer
 * (decisions part 2).
 */
export type ViolationCode =
  | "VALIDATION_001"
  | "VALIDATION_002"
  | "VALIDATION_003"
  | "VALIDATION_004"
  | "VALIDATION_005"
  | "VALIDATION_006"
  | "VALIDATION_007"
  | "VALIDATION_008"
