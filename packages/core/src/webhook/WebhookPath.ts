/**
 * The path of one webhook.
 */
import * as Schema from "effect/Schema"
import { WebhookId } from "../value/Id.ts"

export const WebhookPath = Schema.Struct({ id: WebhookId })
export type WebhookPath = typeof WebhookPath.Type
