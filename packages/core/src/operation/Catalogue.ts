/**
 * All operations of the service, by name.
 */
import { CreateTemplate } from "./CreateTemplate.ts"
import { CreateWebhook } from "./CreateWebhook.ts"
import { GetMe } from "./GetMe.ts"
import { GetActivities, GetMessage } from "./GetMessage.ts"
import { SendMessage } from "./SendMessage.ts"
import { CreateUser } from "./users/CreateUser.ts"
import { DeleteUser } from "./users/DeleteUser.ts"
import { GetUser, ListUsers } from "./users/GetUser.ts"
import { UpdateUser } from "./users/UpdateUser.ts"

export const operations = {
  "me.get": GetMe,
  "messages.activities": GetActivities,
  "messages.get": GetMessage,
  "messages.send": SendMessage,
  "templates.create": CreateTemplate,
  "users.create": CreateUser,
  "users.delete": DeleteUser,
  "users.get": GetUser,
  "users.list": ListUsers,
  "users.update": UpdateUser,
  "webhooks.create": CreateWebhook
} as const

export type OperationName = keyof typeof operations
