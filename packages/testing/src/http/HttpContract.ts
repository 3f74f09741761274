/**
 * All that a server owes over HTTP, as vitest cases. A server's own test file calls `suite` with a way to start it.
 */
import * as AccountSuite from "./AccountSuite.ts"
import * as AuthenticationSuite from "./AuthenticationSuite.ts"
import * as BodySuite from "./BodySuite.ts"
import * as CancelSuite from "./CancelSuite.ts"
import * as DefinitionsSuite from "./DefinitionsSuite.ts"
import * as DeliverySuite from "./DeliverySuite.ts"
import * as EnvelopeSuite from "./EnvelopeSuite.ts"
import * as FreeTextSuite from "./FreeTextSuite.ts"
import * as HostileSuite from "./HostileSuite.ts"
import type { Start } from "./HttpSubject.ts"
import * as IdempotencySuite from "./IdempotencySuite.ts"
import * as InboundSuite from "./InboundSuite.ts"
import * as MessagesSuite from "./MessagesSuite.ts"
import * as OutcomesSuite from "./OutcomesSuite.ts"
import * as ProfileCompletionSuite from "./ProfileCompletionSuite.ts"
import * as ProfileDeletionSuite from "./ProfileDeletionSuite.ts"
import * as ProfilesSuite from "./ProfilesSuite.ts"
import * as RateSuite from "./RateSuite.ts"
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
import * as TemplateChangeSuite from "./TemplateChangeSuite.ts"
import * as TemplateDeletionSuite from "./TemplateDeletionSuite.ts"
import * as TemplateReadSuite from "./TemplateReadSuite.ts"
import * as TemplatesSuite from "./TemplatesSuite.ts"
import * as TemplateStatusSuite from "./TemplateStatusSuite.ts"
import * as UserChangesSuite from "./UserChangesSuite.ts"
import * as UsersSuite from "./UsersSuite.ts"
import * as WebhooksSuite from "./WebhooksSuite.ts"

const suites: ReadonlyArray<{ readonly suite: (name: string, start: Start) => void }> = [
  EnvelopeSuite,
  RoutesSuite,
  AuthenticationSuite,
  AccountSuite,
  ScopeSuite,
  RolesSuite,
  UsersSuite,
  UserChangesSuite,
  SenderProfilesSuite,
  SenderProfileRefusalsSuite,
  ProfilesSuite,
  ProfileCompletionSuite,
  ProfileDeletionSuite,
  RateSuite,
  BodySuite,
  HostileSuite,
  TemplatesSuite,
  TemplateReadSuite,
  TemplateChangeSuite,
  TemplateStatusSuite,
  TemplateDeletionSuite,
  DefinitionsSuite,
  WebhooksSuite,
  SendValidationSuite,
  MessagesSuite,
  OutcomesSuite,
  ScheduleSuite,
  FreeTextSuite,
  ResendSuite,
  CancelSuite,
  InboundSuite,
  SandboxSuite,
  IdempotencySuite,
  DeliverySuite
]

export interface Options {
  /** A library of others, so that our own signature is not verified by itself. */
  readonly verify: SignatureSuite.Verify
}

export const suite = (name: string, start: Start, { verify }: Options): void => {
  for (const { suite } of suites) suite(name, start)
  SignatureSuite.suite(name, start, verify)
}
