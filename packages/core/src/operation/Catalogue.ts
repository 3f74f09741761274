/**
 * All operations of the service, by name.
 */
import { CreateTemplate } from "./CreateTemplate.ts"
import { CreateWebhook } from "./CreateWebhook.ts"
import { GetMe } from "./GetMe.ts"
import { GetActivities, GetMessage } from "./GetMessage.ts"
import { SendMessage } from "./SendMessage.ts"

export const operations = {
  "me.get": GetMe,
  "messages.activities": GetActivities,
  "messages.get": GetMessage,
  "messages.send": SendMessage,
  "templates.create": CreateTemplate,
  "webhooks.create": CreateWebhook
} as const

export type OperationName = keyof typeof operations
