/**
 * The body that creates a webhook or replaces one (specification "Webhook", decisions 3.1).
 */
import * as Schema from "effect/Schema"
import * as EventName from "../catalogue/EventName.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Field from "../operation/Field.ts"
import type { Selection } from "../row/Webhook.ts"
import type { Json } from "../value/Json.ts"

const selecting = {
  event_types: Field.optional(Field.array(Field.oneOf(EventName.Family.literals), Limit.webhookEventTypes)),
  event_filters: Field.optional(
    Field.record(Field.array(Schema.String, Limit.webhookFilters.suffixes), Limit.webhookFilters.families)
  )
}

export const WebhookBody = Schema.Struct({
  display_name: Field.nonBlank(Limit.webhookNameLength),
  endpoint_url: Field.endpointUrl,
  ...selecting,
  retry_count: Field.optional(Field.integer(Limit.webhookRetryCount)),
  timeout_seconds: Field.optional(Field.integer(Limit.webhookTimeoutSeconds)),
  /** The selection of events for the clones on the sender profiles. No answer shows it. */
  sender_profile: Field.optional(Schema.Struct(selecting)),
  sandbox: Field.optional(Schema.Boolean)
})
export type WebhookBody = typeof WebhookBody.Type

type Selecting = Pick<WebhookBody, "event_types" | "event_filters">

/** Returns the selection that a body asks for: each family once, in the order of the body. */
export const selection = ({ event_filters, event_types }: Selecting): Selection => ({
  eventTypes: [...new Set(event_types ?? [])],
  eventFilters: event_filters ?? null
})

export const selectsAny = ({ eventTypes }: Selection): boolean => eventTypes.length > 0

export const nothingSelected: Violation = {
  field: "event_types",
  code: "VALIDATION_001",
  message: "must contain at least one event family, unless sender_profile does"
}

const isSent = (raw: Json, field: string): boolean =>
  raw !== null && typeof raw === "object" && field in raw &&
  (raw as { readonly [field: string]: unknown })[field] !== null

const checkFilters = (
  { event_filters, event_types }: Partial<Selecting>,
  within: string
): ReadonlyArray<Violation> =>
  Object.entries(event_filters ?? {}).flatMap(([family, suffixes]): ReadonlyArray<Violation> => {
    const field = `${within}event_filters.${family}`
    const known = EventName.Family.literals.find((name) => name === family)
    if (known === undefined || (event_types ?? []).includes(known) === false) {
      return [{ field, code: "VALIDATION_001", message: "must be one of the families in event_types" }]
    }
    return suffixes.flatMap((suffix, index) =>
      EventName.isSubType(known, suffix) ? [] : [{
        field: `${field}[${index}]`,
        code: "VALIDATION_006" as const,
        message: `must be one of: ${EventName.families[known].join(", ")}`
      }]
    )
  })

const checkClones = (
  profile: WebhookBody["sender_profile"],
  caller: Caller,
  raw: Json
): ReadonlyArray<Violation> => {
  if (!isSent(raw, "sender_profile")) return []
  if (caller.account.type === "profile") {
    return [{ field: "sender_profile", code: "VALIDATION_001", message: "cannot be set by a profile" }]
  }
  if (profile === null || profile === undefined) return []
  const { event_types } = profile
  return event_types === undefined || event_types === null
    ? [{ field: "sender_profile.event_types", code: "VALIDATION_001", message: "must be an array" }]
    : checkFilters(profile, "sender_profile.")
}

/**
 * Checks the rules over several fields.
 *
 * @param keepsClones whether the webhook may have clones already that a body without `sender_profile` leaves alone
 */
export const check = (
  body: Partial<WebhookBody>,
  caller: Caller,
  raw: Json,
  keepsClones: boolean
): ReadonlyArray<Violation> => {
  const isSilent = !isSent(raw, "event_types") || body.event_types?.length === 0
  const hasClones = isSent(raw, "sender_profile") ? body.sender_profile?.event_types?.length !== 0 : keepsClones
  return [
    ...checkClones(body.sender_profile, caller, raw),
    ...(isSilent && !hasClones ? [nothingSelected] : []),
    // Families that are wrong themselves say nothing of the filters.
    ...(isSent(raw, "event_types") && body.event_types === undefined ? [] : checkFilters(body, ""))
  ]
}
