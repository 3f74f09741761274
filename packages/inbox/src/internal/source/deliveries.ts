/** Webhooks, and what was delivered to them, as the API answers it. */
import type { Lamp } from "../words.ts"

export interface Webhook {
  readonly id: string
  readonly display_name: string
  readonly endpoint_url: string
  readonly is_active: boolean
  readonly event_types: ReadonlyArray<string>
  readonly consecutive_failures: number
  readonly signing_secret: string | null
  readonly created_at: string
}

export interface Attempt {
  readonly attempt: number
  readonly started_at: string
  readonly duration_ms: number
  readonly http_status_code: number | null
  readonly response_body: string | null
  readonly error_message: string | null
}

export interface Delivery {
  readonly id: string
  readonly webhook_id: string
  readonly event_type: string
  readonly event_data: object | null
  readonly delivery_status: string
  readonly delivery_attempts: number
  readonly http_status_code: number | null
  readonly error_message: string | null
  readonly created_at: string
  readonly attempts: ReadonlyArray<Attempt>
}

const isDelivered = ({ http_status_code: status }: Delivery): boolean =>
  status !== null && status >= 200 && status < 300

export const lampOfDelivery = (delivery: Delivery): Lamp =>
  isDelivered(delivery) ? "go" : /fail|dead|exhausted/i.test(delivery.delivery_status) ? "stop" : "wait"

/** Returns how a delivery stands, as people say it. */
export const outcomeOf = (delivery: Delivery): string => {
  const { delivery_attempts: attempts, error_message: error, http_status_code: status } = delivery
  const answer = status === null ? error ?? "no answer yet" : String(status)
  return attempts > 1 ? `${answer}, attempt ${attempts}` : answer
}
