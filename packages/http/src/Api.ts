/**
 * The v3 contract maps methods and paths to operations. The server, OpenAPI and typed clients are made from it.
 */
import {
  CancelMessage,
  CompleteProfile,
  ConnectWhatsapp,
  CreateCampaign,
  CreateContact,
  CreateMarket,
  CreateProfile,
  CreateSenderProfile,
  CreateTemplate,
  CreateUser,
  CreateWebhook,
  DeleteCampaign,
  DeleteContact,
  DeleteMarket,
  DeleteProfile,
  DeleteSenderProfile,
  DeleteTemplate,
  DeleteUser,
  DeleteWebhook,
  GetActivities,
  GetChannels,
  GetContact,
  GetConversation,
  GetMarket,
  GetMe,
  GetMessage,
  GetProfile,
  GetRequirements,
  GetSenderProfile,
  GetTemplate,
  GetUser,
  GetWebhook,
  ListCalls,
  ListCampaigns,
  ListContacts,
  ListConversations,
  ListEventTypes,
  ListMarkets,
  ListProfiles,
  ListSenderProfiles,
  ListTemplates,
  ListUsers,
  ListWebhookEvents,
  ListWebhooks,
  LookUpNumber,
  OrderRcs,
  ReportTelemetry,
  ResendMessage,
  RotateSecret,
  SendMessage,
  TestWebhook,
  ToggleWebhook,
  UpdateCampaign,
  UpdateContact,
  UpdateMarket,
  UpdateProfile,
  UpdateSenderProfile,
  UpdateTemplate,
  UpdateUser,
  UpdateWebhook
} from "@signalbox/core/Catalogue"
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Option from "effect/Option"
import type { Binding } from "./Binding.ts"
import { bind, Bound } from "./Binding.ts"
import * as Envelope from "./Envelope.ts"
import * as Document from "./openapi/Document.ts"

const messages = HttpApiGroup.make("messages").add(
  bind("POST", "/v3/messages", SendMessage),
  bind("GET", "/v3/messages/:id", GetMessage),
  bind("GET", "/v3/messages/:id/activities", GetActivities),
  bind("POST", "/v3/messages/:id/cancel", CancelMessage),
  bind("POST", "/v3/messages/:id/resend", ResendMessage)
)

const conversations = HttpApiGroup.make("conversations").add(
  bind("GET", "/v3/conversations", ListConversations),
  bind("GET", "/v3/conversations/:id", GetConversation)
)

const contacts = HttpApiGroup.make("contacts").add(
  bind("POST", "/v3/contacts", CreateContact),
  bind("GET", "/v3/contacts", ListContacts),
  bind("GET", "/v3/contacts/:id", GetContact),
  bind("PATCH", "/v3/contacts/:id", UpdateContact),
  bind("DELETE", "/v3/contacts/:id", DeleteContact)
)

const templates = HttpApiGroup.make("templates").add(
  bind("POST", "/v3/templates", CreateTemplate),
  bind("GET", "/v3/templates", ListTemplates),
  bind("GET", "/v3/templates/:id", GetTemplate),
  bind("PUT", "/v3/templates/:id", UpdateTemplate),
  bind("DELETE", "/v3/templates/:id", DeleteTemplate)
)

const webhooks = HttpApiGroup.make("webhooks").add(
  bind("POST", "/v3/webhooks", CreateWebhook),
  bind("GET", "/v3/webhooks", ListWebhooks),
  bind("GET", "/v3/webhooks/event-types", ListEventTypes),
  bind("GET", "/v3/webhooks/:id", GetWebhook),
  bind("PUT", "/v3/webhooks/:id", UpdateWebhook),
  bind("DELETE", "/v3/webhooks/:id", DeleteWebhook),
  bind("PATCH", "/v3/webhooks/:id/toggle-status", ToggleWebhook),
  bind("POST", "/v3/webhooks/:id/rotate-secret", RotateSecret),
  bind("POST", "/v3/webhooks/:id/test", TestWebhook),
  bind("GET", "/v3/webhooks/:id/events", ListWebhookEvents)
)

const users = HttpApiGroup.make("users").add(
  bind("GET", "/v3/users", ListUsers),
  bind("POST", "/v3/users", CreateUser),
  bind("GET", "/v3/users/:userId", GetUser),
  bind("PATCH", "/v3/users/:userId", UpdateUser),
  bind("DELETE", "/v3/users/:userId", DeleteUser)
)

const senderProfiles = HttpApiGroup.make("senderProfiles").add(
  bind("POST", "/v3/sender-profiles", CreateSenderProfile),
  bind("GET", "/v3/sender-profiles", ListSenderProfiles),
  bind("GET", "/v3/sender-profiles/:id", GetSenderProfile),
  bind("PATCH", "/v3/sender-profiles/:id", UpdateSenderProfile),
  bind("DELETE", "/v3/sender-profiles/:id", DeleteSenderProfile)
)

const profiles = HttpApiGroup.make("profiles").add(
  bind("POST", "/v3/profiles", CreateProfile),
  bind("GET", "/v3/profiles", ListProfiles),
  bind("GET", "/v3/profiles/:profileId", GetProfile),
  bind("PATCH", "/v3/profiles/:profileId", UpdateProfile),
  bind("DELETE", "/v3/profiles/:profileId", DeleteProfile),
  bind("POST", "/v3/profiles/:profileId/complete", CompleteProfile)
)

const numbers = HttpApiGroup.make("numbers").add(
  bind("GET", "/v3/numbers/lookup/:phoneNumber", LookUpNumber)
)

const calls = HttpApiGroup.make("calls").add(
  bind("GET", "/v3/calls", ListCalls)
)

const voice = HttpApiGroup.make("voice").add(
  bind("POST", "/v3/voice/telemetry", ReportTelemetry)
)

const campaigns = HttpApiGroup.make("campaigns").add(
  bind("POST", "/v3/profiles/:profileId/campaigns", CreateCampaign),
  bind("GET", "/v3/profiles/:profileId/campaigns", ListCampaigns),
  bind("PUT", "/v3/profiles/:profileId/campaigns/:campaignId", UpdateCampaign),
  bind("DELETE", "/v3/profiles/:profileId/campaigns/:campaignId", DeleteCampaign)
)

const channels = HttpApiGroup.make("channels").add(
  bind("GET", "/v3/channels", GetChannels)
)

const markets = HttpApiGroup.make("markets").add(
  bind("GET", "/v3/channels/sms", ListMarkets),
  bind("POST", "/v3/channels/sms", CreateMarket),
  bind("GET", "/v3/channels/sms/:country/:type", GetMarket),
  bind("PATCH", "/v3/channels/sms/:country/:type", UpdateMarket),
  bind("DELETE", "/v3/channels/sms/:country/:type", DeleteMarket)
)

const whatsapp = HttpApiGroup.make("whatsapp").add(
  bind("POST", "/v3/channels/whatsapp", ConnectWhatsapp)
)

const rcs = HttpApiGroup.make("rcs").add(
  bind("POST", "/v3/channels/rcs", OrderRcs)
)

const requirements = HttpApiGroup.make("requirements").add(
  bind("GET", "/v3/compliance/requirements", GetRequirements)
)

const me = HttpApiGroup.make("me").add(
  bind("GET", "/v3/me", GetMe)
)

/** Declares for OpenAPI where a request carries its key. The steps check it. */
class Credential extends HttpApiMiddleware.Service<Credential>()("@signalbox/http/Api/Credential", {
  security: {
    apiKey: HttpApiSecurity.apiKey({ key: "x-api-key", in: "header" }),
    bearer: HttpApiSecurity.bearer
  }
}) {}

export class Api extends HttpApi.make("signalbox")
  .add(
    messages,
    conversations,
    contacts,
    templates,
    webhooks,
    users,
    senderProfiles,
    profiles,
    numbers,
    calls,
    voice,
    me
  )
  .add(campaigns, channels, markets, whatsapp, rcs, requirements)
  .middleware(Credential)
  .annotate(OpenApi.Title, "Signalbox")
  .annotate(OpenApi.Version, Envelope.version)
  .annotate(OpenApi.Transform, Document.complete)
{}

/** Every binding of the contract. */
export const bindings: ReadonlyArray<Binding> = Object.values(Api.groups).flatMap((group) =>
  Object.values(group.endpoints).map((endpoint) =>
    Option.getOrThrow(Context.getOption(endpoint.annotations as Context.Context<Bound>, Bound))
  )
)
