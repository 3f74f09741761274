/**
 * The simulated provisioner: what it says of a channel by itself, and what it was told to say, each once and at its time.
 */
import type { ChannelSet, Subject } from "@signalbox/core/ChannelSet"
import { empty } from "@signalbox/core/ChannelSet"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import type { ChannelStatus, Market } from "@signalbox/core/Market"
import type { Report } from "@signalbox/core/Provisioner"
import { Provisioner } from "@signalbox/core/Provisioner"
import type { Step } from "@signalbox/emulator/provision/ProvisionScript"
import * as ProvisionScript from "@signalbox/emulator/provision/ProvisionScript"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const account = Given.accountId(1)
const at = (millis: number): Instant => plus(Given.now, millis)

const standing = (status: ChannelStatus) => ({
  status,
  reasonCode: null,
  reason: null,
  revision: 1,
  createdAt: Given.now,
  updatedAt: null
})

const market = (parts: Partial<Market> = {}): Market => ({
  country: "US",
  numberType: "TEN_DLC",
  senderValue: null,
  areaCodes: [],
  regime: "none",
  brand: null,
  campaign: null,
  documents: [],
  gaveSender: false,
  ...standing("PROVISIONING"),
  ...parts
})

const subjectOf = ({ country, numberType }: Market): Subject => ({ channel: "sms", country, numberType })

const withMarkets = (...markets: ReadonlyArray<Market>): ChannelSet => ({ ...empty(account), markets })

const whatsapp = (status: ChannelStatus, phoneNumberId: string | null): ChannelSet => ({
  ...empty(account),
  whatsapp: { wabaId: "waba-1", phoneNumberId, ...standing(status) }
})

const rcs = (status: ChannelStatus): ChannelSet => ({
  ...empty(account),
  rcs: { id: "agent-1", ...standing(status) } as ChannelSet["rcs"]
})

const make = (): Promise<ProvisionScript.ProvisionScript["Service"]> =>
  Effect.runPromise(
    Effect.provide(ProvisionScript.ProvisionScript.useSync((script) => script), ProvisionScript.layer)
  )

const plain = { reason: null, code: null, sender: null }
const [approve, activate] = [{ ...plain, outcome: "approve" }, { ...plain, outcome: "activate" }] as const

describe("the provisioner that nobody has told anything", () => {
  const usual: ReadonlyArray<readonly [name: string, ChannelSet, Subject, ReadonlyArray<Report>]> = [
    ...(["PENDING_REVIEW", "PROVISIONING", "ACTION_NEEDED", "ACTIVE", "INACTIVE"] as const).map((status) => {
      // What it is asked of is not the only market, and not the first.
      const set = withMarkets(market({ numberType: "MOBILE", country: "DE" }), market(standing(status)))
      const withSender = { ...activate, sender: "+17893330255" }
      const said: ReadonlyArray<Report> = status === "PENDING_REVIEW"
        ? [approve, withSender]
        : status === "PROVISIONING"
        ? [withSender]
        : []
      return [`a market that is ${status}`, set, subjectOf(market()), said] as const
    }),
    ["a market that there is not", withMarkets(), subjectOf(market()), []],
    ["a WhatsApp account with a number", whatsapp("PROVISIONING", "1"), { channel: "whatsapp" }, [activate]],
    ["a WhatsApp account without one", whatsapp("PROVISIONING", null), { channel: "whatsapp" }, [
      { ...plain, outcome: "lack_number" }
    ]],
    ["a WhatsApp account that is ready", whatsapp("ACTIVE", "1"), { channel: "whatsapp" }, []],
    ["no WhatsApp account", empty(account), { channel: "whatsapp" }, []],
    ["an RCS agent", rcs("PROVISIONING"), { channel: "rcs" }, [approve]],
    ["an RCS agent that is ready", rcs("ACTIVE"), { channel: "rcs" }, []],
    ["no RCS agent", empty(account), { channel: "rcs" }, []]
  ]

  it.each(usual)("says of %s what comes next, and is not asked again", async (_, set, subject, reports) => {
    const { advance } = await make()
    // A repetition of a question is answered as before.
    for (let times = 0; times < 2; times++) {
      expect(advance(set, subject, at(0))).toStrictEqual({ reports, askAgainAt: null })
    }
  })

  it.each<readonly [Partial<Market>, sender: string | null]>([
    // One area code counts, the first.
    [{ areaCodes: ["212", "213"] }, "+12128933302"],
    [{ areaCodes: ["212"], numberType: "SHORT_CODE" }, "65545"],
    [{ numberType: "TOLL_FREE" }, "+17551017963"],
    [{ country: "DE", numberType: "MOBILE" }, "+4972436376533"],
    [{ country: "GB", numberType: "MOBILE", areaCodes: ["77"] }, "+447751229545"],
    [{ country: "XX" }, null]
  ])("gives a market of %j always the sender %s", async (parts, sender) => {
    const { advance } = await make()
    const one = market(parts)
    expect(advance(withMarkets(one), subjectOf(one), at(0)).reports).toStrictEqual([{ ...activate, sender }])
  })

  it("gives the same market of another account another sender", async () => {
    const { advance } = await make()
    const set = { ...withMarkets(market()), account: Given.accountId(2) }
    expect(advance(set, subjectOf(market()), at(0)).reports).not.toEqual([{ ...activate, sender: "+17893330255" }])
  })

  it("is the one that the service asks", () =>
    Effect.runPromise(
      Effect.gen(function*() {
        const { advance } = yield* Provisioner
        expect(yield* advance(rcs("PROVISIONING"), { channel: "rcs" }, at(0))).toEqual({
          reports: [approve],
          askAgainAt: null
        })
      }).pipe(Effect.provide(ProvisionScript.layer))
    ))
})

describe("the provisioner that was told what to say", () => {
  const step = (outcome: Step["outcome"], parts: Partial<Step> = {}): Step => ({ ...plain, outcome, ...parts })
  const set = withMarkets(market())
  const subject = subjectOf(market())
  const rejection = { outcome: "reject", reason: "too loud", code: "CHANNEL_003", sender: null } as const

  it("says each thing once its time has come, in the order in which it was told, and when to ask again", async () => {
    const { add, advance } = await make()
    add(account, subject, step("hold"), at(0))
    expect(advance(set, subject, at(0))).toStrictEqual({ reports: [], askAgainAt: null })
    add(account, subject, rejection, at(30))
    add(account, subject, step("request_changes"), at(20))
    add(account, subject, step("approve"), at(10))
    add(account, subject, step("hold"), at(5))
    expect(advance(set, subject, at(1))).toStrictEqual({ reports: [], askAgainAt: at(5) })
    expect(advance(set, subject, at(9))).toStrictEqual({ reports: [], askAgainAt: at(10) })
    const moved = (millis: number) => withMarkets(market({ updatedAt: at(millis) }))
    expect(advance(moved(10), subject, at(10))).toStrictEqual({ reports: [approve], askAgainAt: at(20) })
    expect(advance(moved(30), subject, at(30))).toStrictEqual({
      reports: [rejection, step("request_changes")],
      askAgainAt: null
    })
    // From now on it says only what it is told.
    expect(advance(moved(31), subject, at(31))).toStrictEqual({ reports: [], askAgainAt: null })
  })

  it("says once more what has changed nothing, since its answer may have been lost, before what is new", async () => {
    const { add, advance } = await make()
    add(account, subject, rejection, at(0))
    add(account, subject, step("approve"), at(10))
    expect(advance(set, subject, at(0)).reports).toStrictEqual([rejection])
    expect(advance(set, subject, at(9)).reports).toStrictEqual([rejection])
    // Another market is no change of this one.
    const more = withMarkets(market(), market({ country: "DE" }))
    expect(advance(more, subject, at(10)).reports).toStrictEqual([rejection, approve])
    expect(advance(withMarkets(market({ revision: 2 })), subject, at(11)).reports).toStrictEqual([])
  })

  it("gives an activated market a sender unless it was told one, and nothing else", async () => {
    const { add, advance } = await make()
    add(account, subject, step("activate", { sender: "+18005550123" }), at(0))
    add(account, subject, step("activate"), at(0))
    add(account, subject, step("approve"), at(0))
    expect(advance(set, subject, at(0)).reports).toStrictEqual([
      { ...activate, sender: "+18005550123" },
      { ...activate, sender: "+17893330255" },
      approve
    ])
    add(account, { channel: "whatsapp" }, step("activate"), at(0))
    expect(advance(whatsapp("PROVISIONING", null), { channel: "whatsapp" }, at(0)).reports).toStrictEqual([activate])
  })

  it("says it of that channel of that account alone", async () => {
    const others: ReadonlyArray<readonly [ChannelSet, Subject]> = [
      [withMarkets(market({ country: "CA" })), subjectOf(market({ country: "CA" }))],
      [withMarkets(market({ numberType: "LOCAL" })), subjectOf(market({ numberType: "LOCAL" }))],
      [{ ...set, account: Given.accountId(2) }, subject],
      [rcs("PROVISIONING"), { channel: "rcs" }],
      [whatsapp("PROVISIONING", "1"), { channel: "whatsapp" }]
    ]
    const { add, advance } = await make()
    add(account, subject, step("hold"), at(0))
    for (const [other, name] of others) expect(advance(other, name, at(0)).reports).toHaveLength(1)
    expect(advance(set, subject, at(0)).reports).toEqual([])
  })
})
