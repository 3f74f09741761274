/**
 * The work of setting a channel up, and that of documents, as stores keep them: what waits was written by an earlier version,
 * so it must be found and understood by its name (decisions 4.3).
 */
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { plus } from "@signalbox/core/Instant"
import { DocumentWork } from "@signalbox/core/internal/channel/DocumentWork"
import * as NewMarket from "@signalbox/core/internal/channel/NewMarket"
import * as ProvisionWork from "@signalbox/core/internal/channel/ProvisionWork"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import { ChannelStatus } from "@signalbox/core/Market"
import { find } from "@signalbox/core/RequirementTable"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.accountId(1)
const at = plus(Given.now, 7)

describe("the work of a channel", () => {
  const sms = { channel: "sms", country: "US", numberType: "TEN_DLC" } as const

  it.each<readonly [subject: ChannelSet.Subject, key: string]>([
    [sms, `${account}/3/sms/US/TEN_DLC`],
    [{ channel: "whatsapp" }, `${account}/3/whatsapp`],
    [{ channel: "rcs" }, `${account}/3/rcs`]
  ])("names its order: %j", (subject, key) => {
    const target = { account, subject, revision: 3 }
    const due = ProvisionWork.ProvisionWork.due(target, account, at)
    expect(due).toStrictEqual({ work: { kind: "channel", key }, lane: `channel:${account}`, at })
    expect(ProvisionWork.ProvisionWork.target(due)).toStrictEqual(target)
  })

  const wanted = { country: "US", numberType: "TEN_DLC", senderValue: null, areaCodes: [] } as const
  const market = NewMarket.make(wanted, NewMarket.nothing, find(shipped, "US", "TEN_DLC"), [], Given.now)
  const set = ChannelSet.empty(account)

  it("is wanted while somebody else than the customer has to act", () => {
    const asked = ChannelStatus.literals.filter((status) => {
      const markets = [{ ...market, status, revision: 5 }]
      const due = ProvisionWork.wanted({ ...set, markets }, sms, at)
      if (due.length > 0) expect(due).toStrictEqual([ProvisionWork.due({ ...set, markets }, sms, at)])
      return due.length > 0
    })
    expect(asked.toSorted()).toEqual(["PENDING_REVIEW", "PROVISIONING"])
    expect(ProvisionWork.wanted(set, sms, at)).toEqual([])
  })

  it("is that of the present order, and of the first one where there is none", () => {
    const key = (revision: number) => ({ kind: "channel", key: `${account}/${revision}/sms/US/TEN_DLC` })
    expect(ProvisionWork.ref({ ...set, markets: [{ ...market, revision: 5 }] }, sms)).toStrictEqual(key(5))
    expect(ProvisionWork.ref(set, sms)).toStrictEqual(key(0))
  })
})

it("the work of a document names its fate", () => {
  for (const fate of ["keep", "remove"] as const) {
    const due = DocumentWork.due({ document: "d-1", fate }, account, at)
    expect(due).toStrictEqual({ work: { kind: "document", key: `d-1/${fate}` }, lane: `document:${account}`, at })
    expect(DocumentWork.target(due)).toStrictEqual({ document: "d-1", fate })
  }
})

it("a node takes eight works of a lane of channels, and of one of documents, in hand", () => {
  expect(ProvisionWork.ProvisionWork.lane).toMatchObject({ name: "channel", width: 8, shared: false })
  expect(DocumentWork.lane).toMatchObject({ name: "document", width: 8, shared: false })
})
