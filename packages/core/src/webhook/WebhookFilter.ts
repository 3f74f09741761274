/**
 * The filters of the list of webhooks and of a webhook's log (decisions 5.5). Clients send an empty text for a filter
 * that they do not use.
 */
import * as Schema from "effect/Schema"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import * as EventName from "../catalogue/EventName.ts"
import * as Limit from "../catalogue/Limit.ts"
import type * as ListQuery from "../commit/ListQuery.ts"
import * as Field from "../operation/Field.ts"
import { DeliveryStatus } from "../row/Delivery.ts"

const choice = <const Values extends ReadonlyArray<string>>(values: Values) =>
  Schema.optionalKey(
    Schema.Literals(["", ...values]).annotate({
      message: `must be one of: ${values.join(", ")}`,
      violation: "VALIDATION_006" satisfies ViolationCode
    })
  )

const search = Schema.optionalKey(Field.upTo(Limit.webhookSearchLength))

export const webhookFields = { search, is_active: choice(["true", "false"]) }

const WebhookFilter = Schema.Struct(webhookFields)

export const webhooks = (
  { is_active = "", search }: typeof WebhookFilter.Type
): ListQuery.Where["webhooks"] => ({
  ...(search === undefined ? {} : { search }),
  ...(is_active === "" ? {} : { active: is_active })
})

export const eventFields = {
  search,
  event_type: choice(EventName.all),
  delivery_status: choice(DeliveryStatus.literals)
}

const EventFilter = Schema.Struct(eventFields)

export const events = (
  { delivery_status = "", event_type = "", search }: typeof EventFilter.Type
): ListQuery.Where["deliveries"] => ({
  ...(search === undefined ? {} : { search }),
  ...(event_type === "" ? {} : { event: event_type }),
  ...(delivery_status === "" ? {} : { status: delivery_status })
})
