/**
 * The whole HTTP contract of a server, as vitest cases. A server's own test file calls `suite` with a way to start it.
 */
import * as AccountSuite from "./AccountSuite.ts"
import * as AuditLogSuite from "./AuditLogSuite.ts"
import * as AuthenticationSuite from "./AuthenticationSuite.ts"
import * as BodySuite from "./BodySuite.ts"
import * as CampaignsSuite from "./CampaignsSuite.ts"
import * as CancelSuite from "./CancelSuite.ts"
import * as ChannelEventsSuite from "./ChannelEventsSuite.ts"
import * as ChannelsSuite from "./ChannelsSuite.ts"
import * as ConsentSuite from "./ConsentSuite.ts"
import * as ContactLanguageSuite from "./ContactLanguageSuite.ts"
import * as ContactListSuite from "./ContactListSuite.ts"
import * as ContactsSuite from "./ContactsSuite.ts"
import * as ConversationsSuite from "./ConversationsSuite.ts"
import * as CursorsSuite from "./CursorsSuite.ts"
import * as DefinitionsSuite from "./DefinitionsSuite.ts"
import * as DeliverySuite from "./DeliverySuite.ts"
import * as EnvelopeSuite from "./EnvelopeSuite.ts"
import * as ExplainSuite from "./ExplainSuite.ts"
import * as FallbackSuite from "./FallbackSuite.ts"
import * as FeedbackSuite from "./FeedbackSuite.ts"
import * as FormsSuite from "./FormsSuite.ts"
import * as FreeTextSuite from "./FreeTextSuite.ts"
import * as FrequencySuite from "./FrequencySuite.ts"
import * as HealthSuite from "./HealthSuite.ts"
import * as HostileSuite from "./HostileSuite.ts"
import type { Start } from "./HttpSubject.ts"
import * as IdempotencySuite from "./IdempotencySuite.ts"
import * as InboundPartsSuite from "./InboundPartsSuite.ts"
import * as InboundSuite from "./InboundSuite.ts"
import * as KeysSuite from "./KeysSuite.ts"
import * as LegacySendsSuite from "./LegacySendsSuite.ts"
import * as LegacySuite from "./LegacySuite.ts"
import * as MarketsSuite from "./MarketsSuite.ts"
import * as MessageListSuite from "./MessageListSuite.ts"
import * as MessagesSuite from "./MessagesSuite.ts"
import * as NumbersSuite from "./NumbersSuite.ts"
import * as OutcomesSuite from "./OutcomesSuite.ts"
import * as PausedPrefixesSuite from "./PausedPrefixesSuite.ts"
import * as PrivacySuite from "./PrivacySuite.ts"
import * as ProfileCompletionSuite from "./ProfileCompletionSuite.ts"
import * as ProfileDeletionSuite from "./ProfileDeletionSuite.ts"
import * as ProfilesSuite from "./ProfilesSuite.ts"
import * as ProtectionSuite from "./ProtectionSuite.ts"
import * as PublishedSuite from "./PublishedSuite.ts"
import * as PurposesSuite from "./PurposesSuite.ts"
import * as RateSuite from "./RateSuite.ts"
import * as RecipientsSuite from "./RecipientsSuite.ts"
import * as ReferenceSuite from "./ReferenceSuite.ts"
import * as ResendSuite from "./ResendSuite.ts"
import * as RolesSuite from "./RolesSuite.ts"
import * as RoutesSuite from "./RoutesSuite.ts"
import * as SandboxSuite from "./SandboxSuite.ts"
import * as ScheduleSuite from "./ScheduleSuite.ts"
import * as ScopeSuite from "./ScopeSuite.ts"
import * as SenderProfileRefusalsSuite from "./SenderProfileRefusalsSuite.ts"
import * as SenderProfilesSuite from "./SenderProfilesSuite.ts"
import * as SendValidationSuite from "./SendValidationSuite.ts"
import * as SignatureSuite from "./SignatureSuite.ts"
import * as SmartEncodingSuite from "./SmartEncodingSuite.ts"
import * as TemplateChangeSuite from "./TemplateChangeSuite.ts"
import * as TemplateDeletionSuite from "./TemplateDeletionSuite.ts"
import * as TemplateLanguagesSuite from "./TemplateLanguagesSuite.ts"
import * as TemplatePreviewSuite from "./TemplatePreviewSuite.ts"
import * as TemplateReadSuite from "./TemplateReadSuite.ts"
import * as TemplateRevisionsSuite from "./TemplateRevisionsSuite.ts"
import * as TemplatesSuite from "./TemplatesSuite.ts"
import * as TemplateStatusSuite from "./TemplateStatusSuite.ts"
import * as UsageSuite from "./UsageSuite.ts"
import * as UserChangesSuite from "./UserChangesSuite.ts"
import * as UsersSuite from "./UsersSuite.ts"
import * as ValiditySuite from "./ValiditySuite.ts"
import * as VerificationsSuite from "./VerificationsSuite.ts"
import * as VoiceSuite from "./VoiceSuite.ts"
import * as WebhookClonesSuite from "./WebhookClonesSuite.ts"
import * as WebhookLogSuite from "./WebhookLogSuite.ts"
import * as WebhookResourceSuite from "./WebhookResourceSuite.ts"
import * as WebhooksSuite from "./WebhooksSuite.ts"

/**
 * A run may be limited to some of these parts.
 *
 * - `mount`: the cases that depend on how requests and answers travel: bodies, headers, addresses, paths, early
 *   refusals.
 * - `life`: whole lives of messages, from the request to the signed webhook.
 * - `store`: the cases that depend most on how rows are kept: lists and their filters, names that are taken, changes that
 *   meet each other, cascades, what is kept for how long. Suites whose like is among them are left to a whole run.
 */
export type Part = "mount" | "life" | "store"

interface Entry {
  readonly suite: (name: string, start: Start, options: Options) => void
  readonly parts: ReadonlyArray<Part>
}

/** They ask so much without a key that others at the same address would be refused. */
const alone: ReadonlySet<Entry["suite"]> = new Set([AuthenticationSuite.suite, RateSuite.suite])

const entry = ({ suite }: Pick<Entry, "suite">, ...parts: ReadonlyArray<Part>): Entry => ({ suite, parts })

const table: ReadonlyArray<Entry> = [
  entry(EnvelopeSuite, "mount"),
  entry(RoutesSuite, "mount"),
  entry(HealthSuite, "mount"),
  entry(PublishedSuite, "mount"),
  entry(AuthenticationSuite, "mount"),
  entry(KeysSuite, "mount"),
  entry(AuditLogSuite, "store"),
  entry(AccountSuite),
  entry(ScopeSuite, "mount"),
  entry(RolesSuite),
  entry(UsersSuite),
  entry(UserChangesSuite),
  entry(SenderProfilesSuite),
  entry(SenderProfileRefusalsSuite),
  entry(ProfilesSuite, "store"),
  entry(ProfileCompletionSuite),
  entry(ProfileDeletionSuite, "store"),
  entry(CampaignsSuite),
  entry(MarketsSuite),
  entry(ChannelsSuite),
  entry(ChannelEventsSuite),
  entry(FormsSuite, "mount"),
  entry(RateSuite, "mount"),
  entry(BodySuite, "mount"),
  entry(HostileSuite, "mount"),
  entry(ContactsSuite, "store"),
  entry(ContactListSuite, "store"),
  entry(TemplatesSuite),
  entry(TemplateReadSuite),
  entry(TemplateChangeSuite, "store"),
  entry(TemplateStatusSuite),
  entry(TemplateRevisionsSuite, "store"),
  entry(TemplatePreviewSuite),
  entry(TemplateLanguagesSuite),
  entry(ContactLanguageSuite),
  entry(TemplateDeletionSuite, "store"),
  entry(DefinitionsSuite),
  entry(WebhooksSuite),
  entry(WebhookResourceSuite, "store"),
  entry({ suite: (name, start, { verify }) => WebhookLogSuite.suite(name, start, verify) }, "store"),
  entry({ suite: (name, start, { verify }) => WebhookClonesSuite.suite(name, start, verify) }, "store"),
  entry(SendValidationSuite),
  entry(MessagesSuite, "life", "store"),
  entry(MessageListSuite, "store"),
  entry(CursorsSuite, "store"),
  entry(UsageSuite, "store"),
  entry(OutcomesSuite),
  entry(ReferenceSuite),
  entry(RecipientsSuite),
  entry(ScheduleSuite, "store"),
  entry(ValiditySuite),
  entry(FreeTextSuite),
  entry(SmartEncodingSuite),
  entry(ResendSuite),
  entry(CancelSuite, "store"),
  entry(FeedbackSuite, "store"),
  entry(ExplainSuite, "store"),
  entry(FallbackSuite, "store"),
  entry(InboundSuite, "store"),
  entry(InboundPartsSuite, "store"),
  entry(ConsentSuite),
  entry(PurposesSuite, "store"),
  entry(FrequencySuite),
  entry(ConversationsSuite),
  entry(NumbersSuite),
  entry(VerificationsSuite, "store"),
  entry(PausedPrefixesSuite),
  entry(ProtectionSuite, "store"),
  entry(PrivacySuite, "store"),
  entry(VoiceSuite),
  entry(LegacySuite),
  entry(LegacySendsSuite),
  entry(SandboxSuite, "store"),
  entry(IdempotencySuite, "mount", "store"),
  entry(DeliverySuite, "store"),
  entry({ suite: (name, start, { verify }) => SignatureSuite.suite(name, start, verify) }, "life")
]

export interface Options {
  /** Verifies signatures with a third-party library, so that the service's own code does not verify itself. */
  readonly verify: SignatureSuite.Verify
  /**
   * A server that all suites share but those that use up what an address may ask without a key. Absent, each suite starts
   * one of its own.
   */
  readonly shared?: Start
  /** Limits the run to the suites of these parts; absent for all of them. */
  readonly parts?: ReadonlyArray<Part> | undefined
}

export const suite = (name: string, start: Start, options: Options): void => {
  const { parts: wanted, shared = start } = options
  for (const { parts, suite } of table) {
    if (wanted === undefined || parts.some((part) => wanted.includes(part))) {
      suite(name, alone.has(suite) ? start : shared, options)
    }
  }
}
