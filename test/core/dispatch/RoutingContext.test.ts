/** All that routing knows about a message, whole. */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import type { Channel } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import { day, plus } from "@signalbox/core/Instant"
import { fromText } from "@signalbox/core/internal/definition/Rendered"
import * as RoutingContext from "@signalbox/core/internal/dispatch/RoutingContext"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import type { Message } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import type { Template } from "@signalbox/core/Template"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { describe, expect, it } from "vitest"
import * as Decided from "../Decided.ts"
import * as Given from "../Given.ts"

const all: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]

const settings: RoutingSettings = {
  rules: [],
  markets: [],
  carriers: [
    { carrier: Given.carrierId("texts"), channels: ["sms", "mms"], answersWithin: 30_000, references: "alone" },
    { carrier: Given.carrierId("talks"), channels: ["whatsapp", "rcs"], answersWithin: 30_000, references: "alone" }
  ],
  rates: all.map((channel, index) => ({
    channel,
    region: null,
    price: money(100 + index),
    activeContactPrice: money(10)
  }))
}

const definition = {
  body: {
    multiChannel: Given.definition("{{0:variable}}", "order").body.multiChannel!,
    mms: { template: "{{0:variable}}", variables: Given.definition("", "picture").body.multiChannel!.variables! }
  }
}

interface World {
  readonly account?: Partial<Account>
  readonly message?: Partial<Message>
  readonly contact?: Partial<Contact> | null
  readonly template?: Partial<Template>
  readonly settings?: Partial<RoutingSettings>
}

const context = ({ account = {}, contact = {}, message = {}, ...world }: World = {}) => {
  const template = Given.template({ definition, ...world.template })
  const made = Given.message(message)
  const facts = Decided.gathered(
    [
      put(Accounts, Given.account({ channels: all, ...account })),
      put(Accounts, Given.account({ id: Given.accountId(2) })),
      put(Templates, template),
      put(TemplateRevisions, revisionOf(template)),
      ...contact === null ? [] : [put(Contacts, Given.contact(contact))]
    ],
    (known) => RoutingContext.needs(made, known)
  )
  return RoutingContext.of(made, { ...settings, ...world.settings }, { facts, now: Given.now, ids: Given.ids() })
}

describe("what routing knows", () => {
  it("prices SMS by the segment, and a message of another channel as one", () => {
    const priced = (channel: Channel) => {
      const parameters = { order: "x".repeat(459), picture: "x".repeat(459) }
      const { quote } = context({
        message: { requested: channel, template: { ...Given.message().template!, parameters } }
      })
      return [quote?.segments, quote?.price]
    }
    expect(all.map(priced)).toEqual([
      [3, { price: 300, activeContactPrice: 10 }],
      [1, { price: 101, activeContactPrice: 10 }],
      [1, { price: 102, activeContactPrice: 10 }],
      [1, { price: 103, activeContactPrice: 10 }]
    ])
  })

  it("misses the values of the channels that the message might take, or was to take where it can take none", () => {
    const nobody = { carriers: [] }
    const missing = (message: Partial<Message>, of: Partial<RoutingSettings> = {}, account: Partial<Account> = {}) =>
      context({
        message: { ...message, template: { ...Given.message().template!, parameters: {} } },
        account,
        settings: of
      }).gateInput.template?.unusableVariables
    expect(missing({ requested: "sms" })).toEqual(["order"])
    expect(missing({ requested: "mms" })).toEqual(["picture"])
    expect(missing({ requested: "auto_detect" })).toEqual(["order", "picture"])
    expect(missing({ requested: "auto_detect" }, {}, { allowMms: false })).toEqual(["order"])
    expect(missing({ requested: "mms" }, nobody)).toEqual(["picture"])
    expect(missing({ requested: "sms" }, nobody)).toEqual(["order"])
    expect(missing({ requested: "auto_detect" }, nobody)).toEqual(["order"])
    expect(missing({ requested: "auto_detect", fallback: { channels: ["mms"] } }, nobody)).toEqual(["picture"])
    expect(missing({ requested: "auto_detect", fallback: { channels: ["mms"] } })).toEqual(["picture"])
  })

  const refused = Given.attempt({
    channel: "mms",
    carrier: Given.carrierId("other"),
    report: "FAILED",
    failure: "content_not_acceptable"
  })
  const text = { template: null, text: "Hi" }
  const pinned = { requested: "whatsapp" } as const
  const obstacles: ReadonlyArray<readonly [title: string, world: World, left: ReadonlyArray<string>]> = [
    ["nothing in its way", {}, []],
    ["an account that has one channel", { account: { channels: ["sms"] } }, [
      "whatsapp channel_not_set_up",
      "rcs channel_not_set_up",
      "mms channel_not_set_up"
    ]],
    ["an account without a number", { account: { numbers: [] } }, [
      "whatsapp no_sender",
      "rcs no_sender",
      "sms no_sender",
      "mms no_sender"
    ]],
    ["an account without MMS", { account: { allowMms: false } }, ["mms mms_not_allowed"]],
    ["an answer to a number that is withheld", {
      account: { numbers: [{ number: Given.phone(9000), channels: all, country: "US", isWithheld: true }] },
      message: { autoReply: { inbound: null, from: Given.phone(9000) } }
    }, ["whatsapp no_sender", "rcs no_sender", "sms no_sender", "mms no_sender"]],
    ["an answer to a number that is gone", {
      account: { numbers: [] },
      message: { autoReply: { inbound: null, from: Given.phone(9000) } }
    }, []],
    ["a file that MMS refuses", { message: { attempts: [refused] } }, ["mms not_acceptable_on_mms"]],
    ["a template that is paused on RCS", { template: { channelStatuses: { rcs: "PAUSED" } } }, [
      "rcs template_not_approved_there"
    ]],
    ["a template without MMS", { template: { definition: Given.definition("{{0:variable}}", "order") } }, [
      "mms template_has_no_body"
    ]],
    ["a recipient who is not on WhatsApp", {
      contact: { whatsappUndeliverableUntil: plus(Given.now, 1) }
    }, ["whatsapp recipient_not_on_whatsapp"]],
    ["a recipient who was not on WhatsApp until now", { contact: { whatsappUndeliverableUntil: Given.now } }, []],
    ["a text of its own for a stranger", { message: text }, ["whatsapp no_open_conversation"]],
    ["a text of its own on WhatsApp alone, where a gate stops it", { message: { ...text, ...pinned } }, []],
    ["a text of its own in a conversation", {
      message: text,
      contact: { lastInboundAt: Given.now, lastWhatsappInboundAt: Given.now }
    }, []],
    ["channels without a price", { settings: { rates: settings.rates.slice(0, 2) } }, ["rcs no_rate", "mms no_rate"]],
    ["nothing that costs money", { settings: { rates: [], billing: false } }, []],
    ["a channel that it has gone on from", {
      message: {
        fallback: { channels: ["whatsapp", "sms"], afterSeconds: 60 },
        attempts: [
          Given.attempt({ channel: "whatsapp", carrier: Given.carrierId("other"), report: "SENT", overdue: true })
        ]
      }
    }, ["whatsapp passed_over"]]
  ]

  it.each(obstacles)("keeps channels from a message with %s", (_, world, left) => {
    const { plan: { candidates, dropped } } = context(world)
    expect(dropped.map(({ channel, reason }) => `${channel} ${reason}`)).toEqual(left)
    const wanted = world.message?.requested ?? "auto_detect"
    const open = (world.message?.fallback?.channels ?? ["whatsapp", "rcs", "sms", "mms"])
      .filter((channel) => wanted === "auto_detect" || wanted === channel)
    expect(candidates.map(({ channel }) => channel)).toEqual(
      open.filter((channel) => !left.some((each) => each.startsWith(channel)))
    )
  })

  it("is all that its gates ask for, and what the first route costs", () => {
    const { expects, gateInput, lookUp, plan, quote, quotes } = context({
      account: { smartEncoding: true },
      message: { requested: "sms", template: { ...Given.message().template!, parameters: { order: "It\u2019s" } } }
    })
    const account = Given.account({ channels: all, smartEncoding: true })
    expect(lookUp).toBe(null)
    expect(gateInput).toStrictEqual({
      accounts: [account],
      contact: Given.contact(),
      isAutoReply: false,
      destination: null,
      today: null,
      isPrefixPaused: false,
      passedCaps: [],
      purpose: null,
      frequency: [],
      balance: 0,
      price: 110,
      requested: "sms",
      template: { isApproved: true, revisions: [], unusableVariables: [] },
      isOpenOnWhatsapp: false,
      isOpen: false
    })
    const rule = { channel: "sms", carrier: null, action: "ALLOW", fallback: true, country: null, priority: 2 }
    expect(quote).toStrictEqual({
      channel: "sms",
      carrier: "texts",
      fallback: true,
      rule,
      rendered: { ...fromText("It's"), buttons: null },
      replacements: [{ character: "\u2019", plain: "'", times: 1 }],
      segments: 1,
      price: { price: 100, activeContactPrice: 10 },
      isWatched: false,
      payer: Given.accountId(1),
      from: Given.phone(9000)
    })
    expect(quotes()).toStrictEqual([quote])
    expect(plan).toStrictEqual({
      candidates: [{ channel: "sms", carrier: "texts", fallback: true, rule }],
      dropped: [],
      // Rules match messages, whatever channel these are for.
      matched: ["whatsapp", "rcs", "sms", "mms"].map((channel, priority) => ({ ...rule, channel, priority })),
      lookedUp: [],
      isDenied: false
    })
    expect(expects.map((each) => "ref" in each ? each.ref.kind : each.free.index)).toEqual(["contact"])
  })

  it("is less of a stranger who is sent a text, of whom it expects that nobody knows them", () => {
    const { expects, gateInput, quote } = context({ message: text, contact: null })
    expect(gateInput).toStrictEqual({
      accounts: [Given.account({ channels: all })],
      contact: null,
      isAutoReply: false,
      destination: null,
      today: null,
      isPrefixPaused: false,
      passedCaps: [],
      purpose: null,
      frequency: [],
      balance: 0,
      price: 112,
      requested: "auto_detect",
      template: null,
      isOpenOnWhatsapp: false,
      isOpen: false
    })
    expect([quote?.channel, quote?.replacements]).toEqual(["rcs", []])
    expect(expects).toStrictEqual([
      { free: { index: "contact_number", key: `${Given.accountId(1)}/${Given.phone(1)}` } }
    ])
  })

  it("is nothing of an account that is not there", () => {
    const { gateInput, plan, quote } = context({ message: { account: Given.accountId(3) } })
    expect([quote, gateInput.accounts, gateInput.price, plan.candidates]).toEqual([null, [], 0, []])
  })

  it("takes the sender that an answer is bound to, and WhatsApp that is open for a day", () => {
    const from = (autoReply?: Message["autoReply"]) =>
      context({ message: { requested: "sms", ...autoReply === undefined ? {} : { autoReply } } }).quote?.from
    expect([from(), from({ inbound: null, from: "24567" })]).toEqual([Given.phone(9000), "24567"])
    const open = (contact: Partial<Contact>, message: Partial<Message> = text) => {
      const { gateInput: { isOpen, isOpenOnWhatsapp } } = context({ message, contact })
      return [isOpen, isOpenOnWhatsapp]
    }
    const ago = (millis: number) => plus(Given.now, -millis)
    expect(open({ lastInboundAt: ago(400 * day) })).toEqual([true, false])
    expect(open({ lastInboundAt: ago(day), lastWhatsappInboundAt: ago(day) })).toEqual([true, true])
    expect(open({ lastInboundAt: ago(day), lastWhatsappInboundAt: ago(day + 1) })).toEqual([true, false])
  })

  it("is that its template is approved where it is on one of the channels that the message may be sent on", () => {
    const approved = (template: Partial<Template>, message: Partial<Message> = {}) =>
      context({ template, message }).gateInput.template?.isApproved
    const only = (...channels: ReadonlyArray<Channel>) => ({ fallback: { channels } })
    const onMms: Partial<Template> = { channelStatuses: { sms: "PAUSED", whatsapp: "PAUSED", rcs: "PAUSED" } }
    expect([approved(onMms), approved(onMms, only("sms", "mms")), approved(onMms, only("sms", "rcs"))])
      .toEqual([true, true, false])
    expect(all.map((requested) => approved(onMms, { requested }))).toEqual([false, false, false, true])
    expect([approved({ status: "PENDING" }), approved({ status: "PAUSED" })]).toEqual([false, false])
  })
})
