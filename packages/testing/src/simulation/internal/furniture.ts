/**
 * The store is furnished before a run begins: with accounts that may send, each with its template and perhaps a
 * webhook.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import type { ApiKey } from "@signalbox/core/ApiKey"
import { ApiKeys } from "@signalbox/core/ApiKey"
import type { Commit } from "@signalbox/core/Commit"
import { make, put } from "@signalbox/core/Commit"
import type { Definition } from "@signalbox/core/Definition"
import type * as Id from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { make as money } from "@signalbox/core/Money"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { KeyHash } from "@signalbox/core/Secret"
import { hashKey, sandboxSecret } from "@signalbox/core/Secret"
import type { Template } from "@signalbox/core/Template"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import type { Webhook } from "@signalbox/core/Webhook"
import { Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "../../FixedSecrets.ts"
import type { AccountRole } from "../Script.ts"

/** The time of every run begins here: on a morning in the middle of a week. */
export const epoch = 1_894_703_696_789

const uuid = (prefix: string, number: number): string =>
  `${prefix}-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

export const accountId = (number: number): Id.AccountId => uuid("aaaaaaaa", number + 1) as Id.AccountId

export const accountNumber = (id: string): number => Number.parseInt(id.slice(-12), 16) - 1

export const phone = (number: number): PhoneNumber => `+1201555${String(number).padStart(4, "0")}` as PhoneNumber

export const templateNames = { short: "order_shipped", long: "order_story" } as const

export const codeTemplateName = "log_in"

/** The marker of a request stands in its messages as this parameter. */
export const markerName = "order"

const events = ["queued", "routed", "sent", "delivered", "read", "failed", "filtered", "blocked"] as const

export interface Furnished {
  readonly account: Account
  readonly webhook: Webhook | null
  readonly commit: Commit
}

const body = (template: string) => ({
  type: "text",
  template,
  variables: [{
    id: 0,
    name: markerName,
    type: "variable",
    props: { variableType: "text", sample: "A-1" }
  }]
} satisfies Definition["body"]["multiChannel"])

const shipped = "Your order {{0:variable}} has been shipped."

const bodies = {
  short: body(shipped),
  // Three parts of an SMS: between 307 and 459 characters.
  long: body(`${shipped}${" It has come a long way to be with you.".repeat(8)}`)
}

const template = (number: number, account: Id.AccountId, size: keyof typeof bodies, createdAt: Instant): Template => ({
  id: uuid(size === "short" ? "7e3b1a7e" : "7e3b1a7f", number) as Id.TemplateId,
  account,
  name: templateNames[size],
  category: "UTILITY",
  language: "en_US",
  status: "APPROVED",
  revision: 1,
  definition: { body: { multiChannel: bodies[size], mms: bodies[size] } },
  creationSource: "from-api",
  autoReplyAction: null,
  createdAt,
  updatedAt: null
})

const codeTemplate = (number: number, account: Id.AccountId, createdAt: Instant): Template => ({
  ...template(number, account, "short", createdAt),
  id: uuid("7e3b1a80", number) as Id.TemplateId,
  name: codeTemplateName,
  category: "AUTHENTICATION",
  definition: { body: { multiChannel: body("Your code is {{0:variable}}.") } }
})

/** The key by which the clients of an account come in, where that matters. */
export const keyHash = (number: number): KeyHash => hashKey(uuid("cccccccc", number))

const apiKey = (number: number, account: Id.AccountId, createdAt: Instant): ApiKey => ({
  hash: keyHash(number),
  account,
  prefix: "cccccccc",
  createdAt,
  revokedAt: null
})

/** @param isKeyed whether the account has a key */
export const furnish = (number: number, role: AccountRole, isKeyed: boolean): Furnished => {
  const id = accountId(number)
  const createdAt = epoch as Instant
  const account: Account = {
    id,
    type: "organization",
    name: `Account ${number}`,
    email: null,
    icon: null,
    description: null,
    organization: null,
    shortName: null,
    numbers: [{ number: phone(9000 + number), channels: ["sms", "whatsapp", "rcs", "mms"], country: "US" }],
    channels: ["sms", "whatsapp", "rcs", "mms"],
    requestsPerMinute: 10_000,
    dailyMessageLimit: role.dailyLimit,
    allowMms: true,
    ...(role.pumping === undefined ? {} : { pumping: role.pumping }),
    stage: "verified",
    quietHours: "off",
    keywords: [],
    rules: [],
    profile: null,
    ...(role.spendCap === null ? {} : { spend: { day: money(role.spendCap) } }),
    createdAt,
    updatedAt: null,
    deletedAt: null
  }
  const templates = [
    ...(["short", "long"] as const).map((size) => template(number, id, size, createdAt)),
    ...(role.pumping === undefined ? [] : [codeTemplate(number, id, createdAt)])
  ]
  const webhook: Webhook | null = role.hasWebhook
    ? {
      id: uuid("bbbbbbbb", number) as Id.WebhookId,
      account: id,
      displayName: "Everything",
      endpointUrl: `https://receiver.example/${number}`,
      secret: sandboxSecret,
      isActive: true,
      eventTypes: ["message"],
      eventFilters: null,
      subscribes: events.map((event) => `message.${event}` as const),
      retryCount: 3,
      timeoutSeconds: 10,
      createdAt,
      updatedAt: null
    }
    : null
  return {
    account,
    webhook,
    commit: make({
      puts: [
        put(Accounts, account),
        ...(isKeyed ? [put(ApiKeys, apiKey(number, id, createdAt))] : []),
        ...templates.flatMap((each) => [
          put(Templates, each),
          put(TemplateRevisions, revisionOf(each))
        ]),
        ...(webhook === null ? [] : [put(Webhooks, FixedSecrets.kept(webhook))])
      ],
      debits: [{ account: id, amount: money(-role.balance), floor: money(0), once: `opening:${id}` }]
    })
  }
}
