/**
 * All operations of the service, by name.
 */
import { CreateWebhook } from "./CreateWebhook.ts"
import { GetMe } from "./GetMe.ts"
import { CancelMessage } from "./messages/CancelMessage.ts"
import { GetActivities, GetMessage } from "./messages/GetMessage.ts"
import { ResendMessage } from "./messages/ResendMessage.ts"
import { SendMessage } from "./messages/SendMessage.ts"
import { CompleteProfile } from "./profiles/CompleteProfile.ts"
import { CreateProfile } from "./profiles/CreateProfile.ts"
import { CreateSenderProfile } from "./profiles/CreateSenderProfile.ts"
import { DeleteProfile, DeleteSenderProfile } from "./profiles/DeleteProfile.ts"
import { GetProfile, ListProfiles } from "./profiles/ReadProfiles.ts"
import { GetSenderProfile, ListSenderProfiles } from "./profiles/ReadSenderProfiles.ts"
import { UpdateProfile } from "./profiles/UpdateProfile.ts"
import { UpdateSenderProfile } from "./profiles/UpdateSenderProfile.ts"
import { CreateTemplate } from "./templates/CreateTemplate.ts"
import { DeleteTemplate } from "./templates/DeleteTemplate.ts"
import { GetTemplate, ListTemplates } from "./templates/ReadTemplates.ts"
import { UpdateTemplate } from "./templates/UpdateTemplate.ts"
import { CreateUser } from "./users/CreateUser.ts"
import { DeleteUser } from "./users/DeleteUser.ts"
import { GetUser, ListUsers } from "./users/GetUser.ts"
import { UpdateUser } from "./users/UpdateUser.ts"

export const operations = {
  "me.get": GetMe,
  "messages.activities": GetActivities,
  "messages.cancel": CancelMessage,
  "messages.get": GetMessage,
  "messages.resend": ResendMessage,
  "messages.send": SendMessage,
  "profiles.complete": CompleteProfile,
  "profiles.create": CreateProfile,
  "profiles.delete": DeleteProfile,
  "profiles.get": GetProfile,
  "profiles.list": ListProfiles,
  "profiles.update": UpdateProfile,
  "sender_profiles.create": CreateSenderProfile,
  "sender_profiles.delete": DeleteSenderProfile,
  "sender_profiles.get": GetSenderProfile,
  "sender_profiles.list": ListSenderProfiles,
  "sender_profiles.update": UpdateSenderProfile,
  "templates.create": CreateTemplate,
  "templates.delete": DeleteTemplate,
  "templates.get": GetTemplate,
  "templates.list": ListTemplates,
  "templates.update": UpdateTemplate,
  "users.create": CreateUser,
  "users.delete": DeleteUser,
  "users.get": GetUser,
  "users.list": ListUsers,
  "users.update": UpdateUser,
  "webhooks.create": CreateWebhook
} as const

export type OperationName = keyof typeof operations
