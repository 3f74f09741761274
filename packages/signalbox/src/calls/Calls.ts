/**
 * All calls that an account can make. Made by `npm run calls`.
 */
import type { AuditLogCalls } from "./AuditLog.ts"
import type { CampaignsCalls } from "./Campaigns.ts"
import type { ChannelsCalls } from "./Channels.ts"
import type { ConsentCalls } from "./Consent.ts"
import type { ContactsCalls } from "./Contacts.ts"
import type { ConversationsCalls } from "./Conversations.ts"
import type { MarketsCalls } from "./Markets.ts"
import type { MeCalls } from "./Me.ts"
import type { MessagesCalls } from "./Messages.ts"
import type { NumbersCalls } from "./Numbers.ts"
import type { PausedPrefixesCalls } from "./PausedPrefixes.ts"
import type { PrivacyCalls } from "./Privacy.ts"
import type { ProfilesCalls } from "./Profiles.ts"
import type { RcsCalls } from "./Rcs.ts"
import type { RequirementsCalls } from "./Requirements.ts"
import type { SenderProfilesCalls } from "./SenderProfiles.ts"
import type { TemplatesCalls } from "./Templates.ts"
import type { UsageCalls } from "./Usage.ts"
import type { UsersCalls } from "./Users.ts"
import type { VerificationsCalls } from "./Verifications.ts"
import type { WebhooksCalls } from "./Webhooks.ts"
import type { WhatsappCalls } from "./Whatsapp.ts"

export interface Calls {
  readonly messages: MessagesCalls
  readonly conversations: ConversationsCalls
  readonly usage: UsageCalls
  readonly contacts: ContactsCalls
  readonly consent: ConsentCalls
  readonly templates: TemplatesCalls
  readonly webhooks: WebhooksCalls
  readonly users: UsersCalls
  readonly auditLog: AuditLogCalls
  readonly senderProfiles: SenderProfilesCalls
  readonly profiles: ProfilesCalls
  readonly numbers: NumbersCalls
  readonly me: MeCalls
  readonly campaigns: CampaignsCalls
  readonly channels: ChannelsCalls
  readonly markets: MarketsCalls
  readonly whatsapp: WhatsappCalls
  readonly rcs: RcsCalls
  readonly requirements: RequirementsCalls
  readonly verifications: VerificationsCalls
  readonly pausedPrefixes: PausedPrefixesCalls
  readonly privacy: PrivacyCalls
}
