/**
 * Small things that many tests of core need: seeded randomness, fixed ids, and rows that are right unless told
 * otherwise.
 */
import type { Account } from "@signalbox/core/Account"
import type { Channel } from "@signalbox/core/Channel"
import type { Definition } from "@signalbox/core/Definition"
import type * as Id from "@signalbox/core/Id"
import type { RandomBytes } from "@signalbox/core/IdGenerator"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant } from "@signalbox/core/Instant"
import type { Attempt } from "@signalbox/core/internal/row/Attempt"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import type { Message } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { sandboxSecret } from "@signalbox/core/Secret"
import type { ChannelTimes, Template } from "@signalbox/core/Template"
import type { Webhook } from "@signalbox/core/Webhook"

/** Bytes from a seed (mulberry32): the same ones in every run. */
export const seeded = (seed: number): RandomBytes => {
  let state = seed | 0
  const byte = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) & 0xff
  }
  return (size) => Uint8Array.from({ length: size }, byte)
}

export const ids = (seed = 1): IdGenerator.IdGenerator => IdGenerator.make(seeded(seed), seeded(seed + 1))

export const now = instant(Date.UTC(2030, 0, 15, 12, 34, 56, 789))

/** Ids of one kind of thing share a prefix. */
const id = (prefix: string, number: number): string =>
  `${prefix}-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

export const accountId = (number: number): Id.AccountId => id("aaaaaaaa", number) as Id.AccountId
export const templateId = (number: number): Id.TemplateId => id("7e3b1a7e", number) as Id.TemplateId
export const webhookId = (number: number): Id.WebhookId => id("bbbbbbbb", number) as Id.WebhookId
export const messageId = (number: number): Id.MessageId => id("00000003", number) as Id.MessageId
export const attemptId = (number: number): Id.AttemptId => id("a77e0000", number) as Id.AttemptId
export const carrierId = (name: string): Id.CarrierId => name as Id.CarrierId

export const phone = (number: number): PhoneNumber => `+1201555${String(number).padStart(4, "0")}` as PhoneNumber

export const account = (parts: Partial<Account> = {}): Account => ({
  id: accountId(1),
  type: "organization",
  name: "Acme",
  email: "owner@acme.example",
  icon: null,
  description: null,
  organization: null,
  shortName: null,
  numbers: [{ number: phone(9000), channels: ["sms", "whatsapp", "rcs", "mms"], country: "US" }],
  channels: ["sms", "whatsapp", "rcs"],
  requestsPerMinute: 10_000,
  dailyMessageLimit: null,
  allowMms: true,
  stage: "verified",
  quietHours: "off",
  keywords: [],
  rules: [],
  profile: null,
  createdAt: now,
  updatedAt: null,
  deletedAt: null,
  ...parts
})

export const contact = (parts: Partial<Contact> = {}): Contact => ({
  id: id("cccccccc", 1) as Id.ContactId,
  account: accountId(1),
  phone: phone(1),
  optOut: false,
  createdAt: now,
  updatedAt: null,
  ...parts
})

/** A definition whose variables are the given names, in the order of their ids. */
export const definition = (template: string, ...names: ReadonlyArray<string>): Definition => ({
  body: {
    multiChannel: {
      type: "text",
      template,
      variables: names.map((name, index) => ({
        id: index,
        name,
        type: "variable",
        props: { variableType: "text", sample: "sample" }
      }))
    }
  }
})

export const template = (parts: Partial<Template> = {}): Template => ({
  id: templateId(1),
  account: accountId(1),
  name: "order_shipped",
  category: "UTILITY",
  language: "en_US",
  status: "APPROVED",
  revision: 1,
  definition: definition("Your order {{0:variable}} has been shipped.", "order"),
  creationSource: "from-api",
  autoReplyAction: null,
  createdAt: now,
  updatedAt: null,
  ...parts
})

/** The times of reviews that have just come to a status. */
export const channelTimes = (
  status: string,
  at: Instant,
  ...channels: ReadonlyArray<Channel>
): ChannelTimes =>
  Object.fromEntries(
    channels.map((channel) => [channel, { since: at, ...(status === "APPROVED" ? { approvedAt: at } : {}) }])
  )

export const message = (parts: Partial<Message> = {}): Message => ({
  id: messageId(1),
  account: accountId(1),
  contact: contact().id,
  phone: phone(1),
  direction: "OUTBOUND",
  requested: "auto_detect",
  template: {
    id: templateId(1),
    revision: 1,
    name: "order_shipped",
    category: "UTILITY",
    parameters: { order: "A-1" }
  },
  send: 1,
  status: "QUEUED",
  channel: "auto_detect",
  rendered: null,
  code: null,
  price: null,
  activeContactPrice: null,
  attempts: [],
  history: [],
  scheduledAt: null,
  createdAt: now,
  ...parts
})

export const attempt = (parts: Partial<Attempt> = {}): Attempt => ({
  id: attemptId(1),
  send: 1,
  carrier: carrierId("sms-a"),
  channel: "sms",
  from: phone(9000),
  segments: 1,
  payer: accountId(1),
  price: money(79),
  activeContactPrice: money(10),
  charge: "reserved",
  startedAt: now,
  deadline: instant(now + 30_000),
  reference: null,
  report: null,
  failure: null,
  ...parts
})

export const webhook = (parts: Partial<Webhook> = {}): Webhook => ({
  id: webhookId(1),
  account: accountId(1),
  displayName: "Orders",
  endpointUrl: "https://example.com/hook",
  secret: sandboxSecret,
  isActive: true,
  eventTypes: ["message"],
  eventFilters: null,
  subscribes: ["message.sent"],
  retryCount: 3,
  timeoutSeconds: 30,
  createdAt: now,
  updatedAt: null,
  ...parts
})

/** A line of a message's history that says nothing but its status. */
export const line = (status: Message["status"], at: Instant): Message["history"][number] => ({
  status,
  reached: true,
  at,
  description: "",
  from: null,
  price: null,
  activeContactPrice: null,
  code: null,
  scheduledAt: null
})
