/**
 * Consent by purpose: which messages go out after what a recipient and a client have said, held against a model that is
 * written from decisions 17.5.
 */
import { Accounts } from "@signalbox/core/Account"
import { UpdateContact } from "@signalbox/core/Catalogue"
import type { Category } from "@signalbox/core/Category"
import { Category as Categories } from "@signalbox/core/Category"
import * as ChosenSenders from "@signalbox/core/ChosenSenders"
import { put } from "@signalbox/core/Commit"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import * as ConsentKeyword from "@signalbox/core/internal/consent/ConsentKeyword"
import { Messages } from "@signalbox/core/Message"
import type { Purpose } from "@signalbox/core/Purpose"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { HistoryService } from "../history/Subject.ts"
import { plain } from "../history/World.ts"

const { asked: [message] } = plain({})

const purposes: ReadonlyArray<Purpose> = [
  {
    name: "news",
    categories: ["MARKETING"],
    requiresOptIn: true,
    optOutKeyword: "Stop News",
    optInKeyword: "NEWS",
    optInReply: "You will get the news."
  },
  { name: "shop", categories: ["UTILITY", "MARKETING"], optOutKeyword: "arrêt", optInKeyword: "STOP" },
  { name: "club" }
]

type Consent = "opt_in" | "opt_out"
type Name = "news" | "shop" | "club"

interface Send {
  readonly category: Category
  readonly purpose: Name | null
}

type Step =
  | { readonly _tag: "Writes"; readonly text: string }
  | { readonly _tag: "Flag"; readonly optOut: boolean }
  | { readonly _tag: "Prefers"; readonly name: Name; readonly consent: Consent | null }
  | { readonly _tag: "Sends"; readonly send: Send }

/** The meaning of the words, by the decisions. STOP is a word of every account, whatever a purpose says. */
const words: Readonly<Record<string, "stop" | "start" | readonly [Name, Consent] | null>> = {
  STOP: "stop",
  " unsubscribe ": "stop",
  Start: "start",
  "STOP NEWS": ["news", "opt_out"],
  "stop news": ["news", "opt_out"],
  " News\n": ["news", "opt_in"],
  "ARRE\u0302T": ["shop", "opt_out"],
  "news please": null,
  "stop  news": null
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...Object.keys(words)).map((text) => ({ _tag: "Writes", text }) as const),
  fc.boolean().map((optOut) => ({ _tag: "Flag", optOut }) as const),
  fc.record({
    _tag: fc.constant("Prefers" as const),
    name: fc.constantFrom<Name>("news", "shop", "club"),
    consent: fc.constantFrom<Consent | null>("opt_in", "opt_out", null)
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      category: fc.constantFrom<Category>("MARKETING", "UTILITY", "AUTHENTICATION"),
      purpose: fc.constantFrom<Name | null>(null, null, "news", "shop", "club")
    }).map((send) => ({ _tag: "Sends", send }) as const)
  }
)

class Model {
  out = false
  readonly said = new Map<Name, Consent>()

  flag(optOut: boolean): void {
    this.out = optOut
    if (optOut) { for (const [name, consent] of this.said) if (consent === "opt_in") this.said.delete(name) }
  }

  prefers(name: Name, consent: Consent | null): void {
    if (consent === null) this.said.delete(name)
    else this.said.set(name, consent)
  }

  hears(text: string): void {
    const meant = words[text] ?? null
    if (meant === "stop" || meant === "start") this.flag(meant === "stop")
    else if (meant !== null) this.prefers(...meant)
  }

  code({ category, purpose }: Send): string {
    if (this.out) return "BUSINESS_004"
    const name = purpose ?? ({ MARKETING: "news", UTILITY: "shop", AUTHENTICATION: null } as const)[category]
    if (name === null) return "ROUTED"
    const said = this.said.get(name)
    return said === "opt_out" || (name === "news" && said !== "opt_in") ? "SIGNALBOX_004" : "ROUTED"
  }
}

const service = (count = 1): HistoryService => {
  const made = new HistoryService({
    ...plain({ carriers: [{ id: "one", channels: ["sms"] }, { id: "two", channels: ["sms"] }], balance: 1_000_000 }),
    asked: [message, ...Array.from({ length: count - 1 }, () => message)]
  })
  made.change({ purposes })
  return made
}

const prefers = (made: HistoryService, preferences: Readonly<Record<string, Consent | null>>) => {
  const account = made.store.get(Accounts, Given.accountId(1))!
  return made.ask(UpdateContact.decides, {
    path: { id: made.contact().id },
    query: {},
    body: { preferences },
    caller: { account, keyAccount: account },
    consulted: ChosenSenders.none
  })
}

const prepare = (made: HistoryService, index: number, { category, purpose }: Send) => {
  const each = made.messages[index]!
  made.store.put(put(Messages, {
    ...each.message,
    template: { ...each.message.template!, category },
    ...(purpose === null ? {} : { purpose })
  }))
  return each
}

const news: Send = { category: "MARKETING", purpose: null }

const refused = { _tag: "Refused", failure: "no_route_to_network", detail: null } as const

describe("consent by purpose", () => {
  prop(
    "is what was said last about a purpose, and about all [XPR-060, XPR-061, XPR-062, XPR-063]",
    fc.array(step, { minLength: 1, maxLength: 14 }),
    (steps) => {
      const made = service(steps.filter(({ _tag }) => _tag === "Sends").length || 1)
      const model = new Model()
      let sent = 0
      for (const each of steps) {
        switch (each._tag) {
          case "Writes":
            made.receive("sms", each.text)
            model.hears(each.text)
            break
          case "Flag":
            made.consent(each.optOut)
            model.flag(each.optOut)
            break
          case "Prefers":
            prefers(made, { [each.name]: each.consent })
            model.prefers(each.name, each.consent)
            break
          case "Sends": {
            const one = prepare(made, sent++, each.send)
            one.dispatch()
            expect(one.message.code ?? one.message.status).toBe(model.code(each.send))
          }
        }
        expect(made.contact().optOut).toBe(model.out)
        expect(new Map(Object.entries(made.contact().purposes ?? {}))).toEqual(model.said)
      }
    }
  )

  it("is asked before a further route and at the hand-over [XPR-061]", () => {
    const made = service(2)
    prefers(made, { news: "opt_in" })
    const one = prepare(made, 0, news)
    const other = prepare(made, 1, news)
    for (const each of [one, other]) each.dispatch()
    one.handOver(0)
    prefers(made, { news: null })
    one.end(0, refused)
    other.handOver(0)
    expect([one, other].map(({ message }) => message.code)).toEqual(["SIGNALBOX_004", "SIGNALBOX_004"])
    expect(other.message.history.at(-1)?.description).toMatch(/news$/)
  })

  it("holds against an opt-out that comes while the message is taken up [XPR-061]", () => {
    const made = service()
    prefers(made, { news: "opt_in" })
    const one = prepare(made, 0, news)
    made.meanwhile = () => made.receive("sms", "stop news")
    one.dispatch()
    expect(one.message.code).toBe("SIGNALBOX_004")
  })

  it("stays with whoever has opted out of a purpose that is gone [XPR-060]", () => {
    const made = service(2)
    prefers(made, { club: "opt_out" })
    made.change({ purposes: [] })
    const [named, other] = [prepare(made, 0, { category: "UTILITY", purpose: "club" }), prepare(made, 1, news)]
    for (const each of [named, other]) each.dispatch()
    expect([named, other].map(({ message }) => message.code)).toEqual(["SIGNALBOX_004", null])
  })

  it("follows the organization where a profile has no purposes of its own [XPR-066]", () => {
    const made = new HistoryService({
      ...plain({ carriers: [{ id: "one", channels: ["sms"] }], billing: "organization", organizationBalance: 9000 }),
      asked: [message, message]
    })
    made.change({ purposes }, "organization")
    const one = prepare(made, 0, news)
    one.dispatch()
    expect(one.message.code).toBe("SIGNALBOX_004")
    made.receive("sms", "news")
    expect(made.contact().purposes).toEqual({ news: "opt_in" })
    made.change({ purposes: [] })
    made.receive("sms", "stop news")
    expect(made.contact().purposes).toEqual({ news: "opt_in" })
  })

  it("lets the usual answers to keywords pass, whatever their templates are for [XPR-061]", () => {
    const made = service()
    made.change({ purposes: [{ name: "all", categories: Categories.literals, requiresOptIn: true }] })
    for (const text of ["HELP", "STOP"]) made.receive("sms", text)
    const replies = made.messages.slice(1)
    for (const reply of replies) reply.dispatch()
    expect(replies.map(({ message: { code, status } }) => [status, code])).toEqual([["ROUTED", null], ["ROUTED", null]])
  })

  it("is recorded and told, and answered once by what the purpose names [XPR-063, XPR-065]", () => {
    const made = service()
    const before = made.store.events.length
    for (const text of ["news", "NEWS", "stop news"]) made.receive("sms", text)
    const told = made.store.events.slice(before).filter(({ name }) => name.startsWith("contact."))
    expect(told.map(({ name }) => name)).toEqual(Array.from({ length: 3 }, () => "contact.preference"))
    expect(told.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject(
      ["opt_in", "opt_in", "opt_out"].map((consent) => ({
        payload: { purpose: "news", consent, opt_out: false }
      }))
    )
    const records = made.store.values(ConsentRecords)
    expect(records.map(({ consent, purpose, source }) => [purpose, consent, source])).toEqual(
      ["opt_in", "opt_in", "opt_out"].map((consent) => ["news", consent, "INBOUND_KEYWORD"])
    )
    const replies = made.messages.slice(1)
    expect(replies.map(({ message: { text } }) => text)).toEqual(["You will get the news."])
    replies[0]!.dispatch()
    expect(replies[0]!.message.status).toBe("ROUTED")
  })

  it.each([90, 130])("remembers a bounded number of names, and forgets none of the account, after %i", (many) => {
    const made = service()
    for (let index = 0; index < many; index++) {
      made.change({ purposes: [{ name: `p${index}` }] })
      prefers(made, { [`p${index}`]: "opt_out" })
    }
    made.change({ purposes: [...purposes, { name: `p${many - 1}` }] })
    prefers(made, { news: "opt_in" })
    const said = made.contact().purposes ?? {}
    expect(Object.keys(said).length).toBeLessThanOrEqual(100)
    expect(said).toMatchObject({ news: "opt_in", [`p${many - 1}`]: "opt_out" })
  })

  it.each(
    [
      ["of every account", "STOP", [], [], undefined],
      ["of a list that is switched on", "stop all", [], ["us-carriers"], undefined],
      ["of the account's own", "Basta", [{ keyword: "basta", action: "OPT_OUT", reply: null }], [], undefined],
      ["that nobody else has", "basta", [], [], "any"]
    ] as const
  )("gives way to words %s [XPR-063]", (_, text, own, lists, purpose) => {
    const any = [{ name: "any", optOutKeyword: text }]
    expect(ConsentKeyword.hear(text, own, lists, any)).toMatchObject({ action: "OPT_OUT" })
    expect(ConsentKeyword.hear(text, own, lists, any)?.purpose).toBe(purpose)
  })
})
