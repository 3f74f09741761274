/**
 * The v3 contract maps methods and paths to operations. The server, OpenAPI and typed clients are made from it: the server
 * from the bindings alone, and the rest by `Api`, which takes longer to make than all else at a start.
 */
import * as Operations from "@signalbox/core/Catalogue"
import type { AnyBound, Binding } from "./Binding.ts"
import { bind } from "./Binding.ts"

/** A group of operations: how people call it, and what it is about. */
export interface Group<Name extends string, Bounds extends ReadonlyArray<AnyBound>> {
  readonly name: Name
  readonly title: string
  readonly description: string
  readonly bounds: Bounds
}

const group = <const Name extends string>(name: Name, title: string, description: string) => ({
  add: <const Bounds extends ReadonlyArray<AnyBound>>(...bounds: Bounds): Group<Name, Bounds> => ({
    name,
    title,
    description,
    bounds
  })
})

const messages = group("messages", "Messages", "Sends messages, and tells what became of them.").add(
  bind("POST", "/v3/messages", Operations.SendMessage),
  bind("GET", "/v3/messages", Operations.ListMessages),
  bind("POST", "/v3/messages/explain", Operations.ExplainMessage),
  bind("GET", "/v3/messages/:id", Operations.GetMessage),
  bind("GET", "/v3/messages/:id/activities", Operations.GetActivities),
  bind("POST", "/v3/messages/:id/cancel", Operations.CancelMessage),
  bind("POST", "/v3/messages/:id/resend", Operations.ResendMessage),
  bind("POST", "/v3/messages/:id/feedback", Operations.GiveFeedback)
)

const conversations = group("conversations", "Conversations", "Reads what was sent to contacts and received from them.")
  .add(
    bind("GET", "/v3/conversations", Operations.ListConversations),
    bind("GET", "/v3/conversations/:id", Operations.GetConversation)
  )

const usage = group("usage", "Usage", "Adds up what was sent and received.").add(
  bind("GET", "/v3/usage", Operations.GetUsage)
)

const contacts = group("contacts", "Contacts", "Keeps the people who are written to, and their consent.").add(
  bind("POST", "/v3/contacts", Operations.CreateContact),
  bind("GET", "/v3/contacts", Operations.ListContacts),
  bind("GET", "/v3/contacts/:id", Operations.GetContact),
  bind("PATCH", "/v3/contacts/:id", Operations.UpdateContact),
  bind("DELETE", "/v3/contacts/:id", Operations.DeleteContact)
)

const consent = group("consent", "Consent", "Tells when and how recipients gave and took back their consent.").add(
  bind("GET", "/v3/consent/export", Operations.ExportConsent)
)

const templates = group("templates", "Templates", "Keeps what may be sent again and again, and has it reviewed.").add(
  bind("POST", "/v3/templates", Operations.CreateTemplate),
  bind("GET", "/v3/templates", Operations.ListTemplates),
  bind("GET", "/v3/templates/:id", Operations.GetTemplate),
  bind("GET", "/v3/templates/:id/revisions", Operations.ListRevisions),
  bind("POST", "/v3/templates/preview", Operations.PreviewDefinition),
  bind("POST", "/v3/templates/:id/preview", Operations.PreviewTemplate),
  bind("PUT", "/v3/templates/:id", Operations.UpdateTemplate),
  bind("DELETE", "/v3/templates/:id", Operations.DeleteTemplate)
)

const privacy = group(
  "privacy",
  "Privacy",
  "Erases what is kept of a recipient, but for what forbids to send to the number. Signalbox, beyond v3."
).add(
  bind("POST", "/v3/privacy/erasures", Operations.EraseRecipient),
  bind("GET", "/v3/privacy/erasures/:id", Operations.GetErasure),
  bind("GET", "/v3/privacy/export", Operations.Export)
)

const verifications = group(
  "verifications",
  "Verifications",
  "Sends codes to numbers, and tells whether the right one came back. Signalbox, beyond v3."
).add(
  bind("POST", "/v3/verifications", Operations.CreateVerification),
  bind("GET", "/v3/verifications/:id", Operations.GetVerification),
  bind("POST", "/v3/verifications/:id/check", Operations.CheckVerification),
  bind("POST", "/v3/verifications/:id/cancel", Operations.CancelVerification)
)

const pausedPrefixes = group(
  "pausedPrefixes",
  "Paused prefixes",
  "Tells to which prefixes of numbers nothing is sent, since what was sent there looks like fraud. Signalbox, beyond v3."
).add(
  bind("GET", "/v3/paused-prefixes", Operations.ListPausedPrefixes)
)

const webhooks = group("webhooks", "Webhooks", "Registers where events are delivered, and tells what was delivered.")
  .add(
    bind("POST", "/v3/webhooks", Operations.CreateWebhook),
    bind("GET", "/v3/webhooks", Operations.ListWebhooks),
    bind("GET", "/v3/webhooks/event-types", Operations.ListEventTypes),
    bind("GET", "/v3/webhooks/:id", Operations.GetWebhook),
    bind("PUT", "/v3/webhooks/:id", Operations.UpdateWebhook),
    bind("DELETE", "/v3/webhooks/:id", Operations.DeleteWebhook),
    bind("PATCH", "/v3/webhooks/:id/toggle-status", Operations.ToggleWebhook),
    bind("POST", "/v3/webhooks/:id/rotate-secret", Operations.RotateSecret),
    bind("POST", "/v3/webhooks/:id/test", Operations.TestWebhook),
    bind("GET", "/v3/webhooks/:id/events", Operations.ListWebhookEvents)
  )

const users = group("users", "Users", "Keeps who has access to the account.").add(
  bind("GET", "/v3/users", Operations.ListUsers),
  bind("POST", "/v3/users", Operations.CreateUser),
  bind("GET", "/v3/users/:userId", Operations.GetUser),
  bind("PATCH", "/v3/users/:userId", Operations.UpdateUser),
  bind("DELETE", "/v3/users/:userId", Operations.DeleteUser)
)

const auditLog = group("auditLog", "Audit log", "Tells who changed what. Signalbox, beyond v3.").add(
  bind("GET", "/v3/audit-log", Operations.ListAuditLog)
)

const senderProfiles = group(
  "senderProfiles",
  "Sender profiles",
  "Keeps the profiles of an organization: accounts with senders, contacts and webhooks of their own."
).add(
  bind("POST", "/v3/sender-profiles", Operations.CreateSenderProfile),
  bind("GET", "/v3/sender-profiles", Operations.ListSenderProfiles),
  bind("GET", "/v3/sender-profiles/:id", Operations.GetSenderProfile),
  bind("PATCH", "/v3/sender-profiles/:id", Operations.UpdateSenderProfile),
  bind("DELETE", "/v3/sender-profiles/:id", Operations.DeleteSenderProfile)
)

const profiles = group(
  "profiles",
  "Profiles (deprecated)",
  "Keeps the same profiles in an older form, which still works."
).add(
  bind("POST", "/v3/profiles", Operations.CreateProfile),
  bind("GET", "/v3/profiles", Operations.ListProfiles),
  bind("GET", "/v3/profiles/:profileId", Operations.GetProfile),
  bind("PATCH", "/v3/profiles/:profileId", Operations.UpdateProfile),
  bind("DELETE", "/v3/profiles/:profileId", Operations.DeleteProfile),
  bind("POST", "/v3/profiles/:profileId/complete", Operations.CompleteProfile)
)

const numbers = group("numbers", "Numbers", "Looks phone numbers up.").add(
  bind("GET", "/v3/numbers/lookup/:phoneNumber", Operations.LookUpNumber)
)

const calls = group("calls", "Calls", "Lists calls.").add(
  bind("GET", "/v3/calls", Operations.ListCalls)
)

const voice = group("voice", "Voice", "Takes what voice clients report.").add(
  bind("POST", "/v3/voice/telemetry", Operations.ReportTelemetry)
)

const campaigns = group(
  "campaigns",
  "Campaigns (deprecated)",
  "Keeps 10DLC campaigns in an older form, which still works."
).add(
  bind("POST", "/v3/profiles/:profileId/campaigns", Operations.CreateCampaign),
  bind("GET", "/v3/profiles/:profileId/campaigns", Operations.ListCampaigns),
  bind("PUT", "/v3/profiles/:profileId/campaigns/:campaignId", Operations.UpdateCampaign),
  bind("DELETE", "/v3/profiles/:profileId/campaigns/:campaignId", Operations.DeleteCampaign)
)

const channels = group("channels", "Channels", "Tells on which channels the account can send.").add(
  bind("GET", "/v3/channels", Operations.GetChannels)
)

const markets = group(
  "markets",
  "SMS markets",
  "Keeps in which countries, and from which senders, the account sends SMS."
).add(
  bind("GET", "/v3/channels/sms", Operations.ListMarkets),
  bind("POST", "/v3/channels/sms", Operations.CreateMarket),
  bind("GET", "/v3/channels/sms/:country/:type", Operations.GetMarket),
  bind("PATCH", "/v3/channels/sms/:country/:type", Operations.UpdateMarket),
  bind("DELETE", "/v3/channels/sms/:country/:type", Operations.DeleteMarket)
)

const whatsapp = group("whatsapp", "WhatsApp", "Connects a WhatsApp business account.").add(
  bind("POST", "/v3/channels/whatsapp", Operations.ConnectWhatsapp)
)

const rcs = group("rcs", "RCS", "Orders an RCS agent.").add(
  bind("POST", "/v3/channels/rcs", Operations.OrderRcs)
)

const requirements = group("requirements", "Requirements", "Tells what a market demands.").add(
  bind("GET", "/v3/compliance/requirements", Operations.GetRequirements)
)

const me = group("me", "Account", "Tells whose key it is.").add(
  bind("GET", "/v3/me", Operations.GetMe)
)

/** In the order in which the document has them. */
export const groups = [
  messages,
  conversations,
  usage,
  contacts,
  consent,
  templates,
  webhooks,
  users,
  auditLog,
  senderProfiles,
  profiles,
  numbers,
  calls,
  voice,
  me,
  campaigns,
  channels,
  markets,
  whatsapp,
  rcs,
  requirements,
  verifications,
  pausedPrefixes,
  privacy
] as const

/** Every binding of the contract. */
export const bindings: ReadonlyArray<Binding> = groups.flatMap(({ bounds }) => bounds.map(({ binding }) => binding))
