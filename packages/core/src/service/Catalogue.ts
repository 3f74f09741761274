/**
 * All operations of the service, by name, and each by itself.
 */
import { CancelMessage } from "../accept/CancelMessage.ts"
import { ResendMessage } from "../accept/ResendMessage.ts"
import { SendMessage } from "../accept/SendMessage.ts"
import { ListCampaigns } from "../campaign/ListCampaigns.ts"
import { CreateCampaign, DeleteCampaign, UpdateCampaign } from "../campaign/WriteCampaigns.ts"
import { ConnectWhatsapp } from "../channel/ConnectWhatsapp.ts"
import { CreateMarket } from "../channel/CreateMarket.ts"
import { DeleteMarket } from "../channel/DeleteMarket.ts"
import { OrderRcs } from "../channel/OrderRcs.ts"
import { GetChannels, GetMarket, ListMarkets } from "../channel/ReadChannels.ts"
import { UpdateMarket } from "../channel/UpdateMarket.ts"
import { GetRequirements } from "../compliance/GetRequirements.ts"
import { CreateContact } from "../contact/CreateContact.ts"
import { DeleteContact } from "../contact/DeleteContact.ts"
import { GetContact, ListContacts } from "../contact/ReadContacts.ts"
import { UpdateContact } from "../contact/UpdateContact.ts"
import { GetConversation, ListConversations } from "../conversation/ReadConversations.ts"
import { LookUpNumber } from "../lookup/LookUpNumber.ts"
import { GetActivities, GetMessage } from "../message/GetMessage.ts"
import { CompleteProfile } from "../profile/CompleteProfile.ts"
import { CreateProfile } from "../profile/CreateProfile.ts"
import { CreateSenderProfile } from "../profile/CreateSenderProfile.ts"
import { DeleteProfile, DeleteSenderProfile } from "../profile/DeleteProfile.ts"
import { GetProfile, ListProfiles } from "../profile/ReadProfiles.ts"
import { GetSenderProfile, ListSenderProfiles } from "../profile/ReadSenderProfiles.ts"
import { UpdateProfile } from "../profile/UpdateProfile.ts"
import { UpdateSenderProfile } from "../profile/UpdateSenderProfile.ts"
import { CreateTemplate } from "../template/CreateTemplate.ts"
import { DeleteTemplate } from "../template/DeleteTemplate.ts"
import { GetTemplate, ListTemplates } from "../template/ReadTemplates.ts"
import { UpdateTemplate } from "../template/UpdateTemplate.ts"
import { CreateUser } from "../user/CreateUser.ts"
import { DeleteUser } from "../user/DeleteUser.ts"
import { GetMe } from "../user/GetMe.ts"
import { GetUser, ListUsers } from "../user/GetUser.ts"
import { UpdateUser } from "../user/UpdateUser.ts"
import { ListCalls } from "../voice/ListCalls.ts"
import { ReportTelemetry } from "../voice/ReportTelemetry.ts"
import { CreateWebhook } from "../webhook/CreateWebhook.ts"
import { DeleteWebhook } from "../webhook/DeleteWebhook.ts"
import { ListEventTypes } from "../webhook/EventTypes.ts"
import { ListWebhookEvents } from "../webhook/ListWebhookEvents.ts"
import { GetWebhook, ListWebhooks } from "../webhook/ReadWebhooks.ts"
import { RotateSecret } from "../webhook/RotateSecret.ts"
import { TestWebhook } from "../webhook/TestWebhook.ts"
import { ToggleWebhook } from "../webhook/ToggleWebhook.ts"
import { UpdateWebhook } from "../webhook/UpdateWebhook.ts"

export { CancelMessage } from "../accept/CancelMessage.ts"
export { ResendMessage } from "../accept/ResendMessage.ts"
export { SendMessage } from "../accept/SendMessage.ts"
export { ListCampaigns } from "../campaign/ListCampaigns.ts"
export { CreateCampaign, DeleteCampaign, UpdateCampaign } from "../campaign/WriteCampaigns.ts"
export { ConnectWhatsapp } from "../channel/ConnectWhatsapp.ts"
export { CreateMarket } from "../channel/CreateMarket.ts"
export { DeleteMarket } from "../channel/DeleteMarket.ts"
export { OrderRcs } from "../channel/OrderRcs.ts"
export { GetChannels, GetMarket, ListMarkets } from "../channel/ReadChannels.ts"
export { UpdateMarket } from "../channel/UpdateMarket.ts"
export { GetRequirements } from "../compliance/GetRequirements.ts"
export { CreateContact } from "../contact/CreateContact.ts"
export { DeleteContact } from "../contact/DeleteContact.ts"
export { GetContact, ListContacts } from "../contact/ReadContacts.ts"
export { UpdateContact } from "../contact/UpdateContact.ts"
export { GetConversation, ListConversations } from "../conversation/ReadConversations.ts"
export { LookUpNumber } from "../lookup/LookUpNumber.ts"
export { GetActivities, GetMessage } from "../message/GetMessage.ts"
export { CompleteProfile } from "../profile/CompleteProfile.ts"
export { CreateProfile } from "../profile/CreateProfile.ts"
export { CreateSenderProfile } from "../profile/CreateSenderProfile.ts"
export { DeleteProfile, DeleteSenderProfile } from "../profile/DeleteProfile.ts"
export { GetProfile, ListProfiles } from "../profile/ReadProfiles.ts"
export { GetSenderProfile, ListSenderProfiles } from "../profile/ReadSenderProfiles.ts"
export { UpdateProfile } from "../profile/UpdateProfile.ts"
export { UpdateSenderProfile } from "../profile/UpdateSenderProfile.ts"
export { CreateTemplate } from "../template/CreateTemplate.ts"
export { DeleteTemplate } from "../template/DeleteTemplate.ts"
export { GetTemplate, ListTemplates } from "../template/ReadTemplates.ts"
export { UpdateTemplate } from "../template/UpdateTemplate.ts"
export { CreateUser } from "../user/CreateUser.ts"
export { DeleteUser } from "../user/DeleteUser.ts"
export { GetMe } from "../user/GetMe.ts"
export { GetUser, ListUsers } from "../user/GetUser.ts"
export { UpdateUser } from "../user/UpdateUser.ts"
export { ListCalls } from "../voice/ListCalls.ts"
export { ReportTelemetry } from "../voice/ReportTelemetry.ts"
export { CreateWebhook } from "../webhook/CreateWebhook.ts"
export { DeleteWebhook } from "../webhook/DeleteWebhook.ts"
export { ListEventTypes } from "../webhook/EventTypes.ts"
export { ListWebhookEvents } from "../webhook/ListWebhookEvents.ts"
export { GetWebhook, ListWebhooks } from "../webhook/ReadWebhooks.ts"
export { RotateSecret } from "../webhook/RotateSecret.ts"
export { TestWebhook } from "../webhook/TestWebhook.ts"
export { ToggleWebhook } from "../webhook/ToggleWebhook.ts"
export { UpdateWebhook } from "../webhook/UpdateWebhook.ts"

export const operations = {
  "calls.list": ListCalls,
  "campaigns.create": CreateCampaign,
  "campaigns.delete": DeleteCampaign,
  "campaigns.list": ListCampaigns,
  "campaigns.update": UpdateCampaign,
  "channels.get": GetChannels,
  "contacts.create": CreateContact,
  "contacts.delete": DeleteContact,
  "contacts.get": GetContact,
  "contacts.list": ListContacts,
  "contacts.update": UpdateContact,
  "conversations.get": GetConversation,
  "conversations.list": ListConversations,
  "markets.create": CreateMarket,
  "markets.delete": DeleteMarket,
  "markets.get": GetMarket,
  "markets.list": ListMarkets,
  "markets.update": UpdateMarket,
  "me.get": GetMe,
  "messages.activities": GetActivities,
  "messages.cancel": CancelMessage,
  "messages.get": GetMessage,
  "messages.resend": ResendMessage,
  "messages.send": SendMessage,
  "numbers.lookup": LookUpNumber,
  "profiles.complete": CompleteProfile,
  "profiles.create": CreateProfile,
  "profiles.delete": DeleteProfile,
  "profiles.get": GetProfile,
  "profiles.list": ListProfiles,
  "profiles.update": UpdateProfile,
  "rcs.order": OrderRcs,
  "requirements.get": GetRequirements,
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
  "voice.telemetry": ReportTelemetry,
  "webhooks.create": CreateWebhook,
  "webhooks.delete": DeleteWebhook,
  "webhooks.event_types": ListEventTypes,
  "webhooks.events": ListWebhookEvents,
  "webhooks.get": GetWebhook,
  "webhooks.list": ListWebhooks,
  "webhooks.rotate_secret": RotateSecret,
  "webhooks.test": TestWebhook,
  "webhooks.toggle": ToggleWebhook,
  "webhooks.update": UpdateWebhook,
  "whatsapp.connect": ConnectWhatsapp
} as const

export type OperationName = keyof typeof operations
