/** The profiles of an organization are read, listed and deleted: its own and no others (decisions 5.6). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import { plus } from "@signalbox/core/Instant"
import * as ChosenSenders from "@signalbox/core/internal/dispatch/ChosenSenders"
import { DeleteProfile, DeleteSenderProfile } from "@signalbox/core/internal/profile/DeleteProfile"
import { GetProfile, ListProfiles } from "@signalbox/core/internal/profile/ReadProfiles"
import { GetSenderProfile, ListSenderProfiles } from "@signalbox/core/internal/profile/ReadSenderProfiles"
import { blank } from "@signalbox/core/Profile"
import { describe, expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Given from "../Given.ts"

const organization = Given.account()
const caller = { account: organization, keyAccount: organization }
const later = plus(Given.now, 5000)

const profileOf = (number: number, parts: Partial<Account> = {}): Account =>
  Given.account({
    id: Given.accountId(number),
    type: "profile",
    organization: organization.id,
    name: `Profile ${number}`,
    shortName: `NAME ${number}`,
    numbers: [],
    channels: ["sms"],
    profile: { ...blank("incomplete"), billingModel: "organization" },
    ...parts
  })

describe("the profiles of an organization", () => {
  const [one, two] = [profileOf(2), profileOf(3, { createdAt: later })]
  const foreign = profileOf(4, { organization: Given.accountId(9) })
  const set: ChannelSet.ChannelSet = {
    ...ChannelSet.empty(one.id),
    whatsapp: {
      wabaId: "waba",
      phoneNumberId: null,
      status: "ACTIVE",
      reasonCode: null,
      reason: null,
      revision: 0,
      createdAt: Given.now,
      updatedAt: null
    }
  }
  const rows = [
    ...[organization, one, two, foreign].map((each) => put(Accounts, each)),
    put(ChannelSet.ChannelSets, set)
  ]
  const read = { query: {}, body: {}, caller }
  const unknown = ["RESOURCE_014", null]

  it("are read one by one, and no others", () => {
    const get = (id: Account["id"]) => [
      answered(GetSenderProfile.decides, { ...read, path: { id }, consulted: ChosenSenders.none }, rows),
      answered(GetProfile.decides, { ...read, path: { profileId: id }, consulted: undefined }, rows)
    ]
    expect(get(one.id)).toMatchObject([
      { ...nothing, answer: { id: one.id, channels: { whatsapp: { waba_id: "waba" } } } },
      { ...nothing, answer: { id: one.id, name: "Profile 2" } }
    ])
    expect(get(foreign.id)).toStrictEqual([unknown, unknown])
    expect(get(organization.id)).toStrictEqual([unknown, unknown])
  })

  it("are listed, the newest first, page by page or all of them", () => {
    const list = (query: { readonly page: number; readonly page_size: number }) =>
      answered(ListSenderProfiles.decides, { ...read, path: {}, query, consulted: ChosenSenders.none }, rows)
    expect(list({ page: 1, page_size: 1 })).toMatchObject({
      answer: { sender_profiles: [{ id: two.id }], pagination: { total_count: 2, page: 1 } }
    })
    expect(list({ page: 2, page_size: 1 }))
      .toMatchObject({ answer: { sender_profiles: [{ id: one.id, channels: { whatsapp: { waba_id: "waba" } } }] } })
    const command = { ...read, path: {}, consulted: undefined }
    expect(answered(ListProfiles.decides, command, rows))
      .toMatchObject({ answer: { profiles: [{ id: two.id }, { id: one.id }] } })
    // The older list is not paged.
    expect(ListProfiles.decides.needs(command, Facts.empty).lists)
      .toStrictEqual([{ list: "profiles", scope: organization.id, offset: 0, limit: 10_000 }])
  })

  it("are deleted once, and none of another organization", () => {
    const gone = (id: Account["id"]) => [
      answered(DeleteSenderProfile.decides, { ...read, path: { id }, consulted: undefined }, rows, later),
      answered(DeleteProfile.decides, { ...read, path: { profileId: id }, consulted: undefined }, rows, later)
    ]
    const deleted = { answer: null, deletes: [`channel_set ${one.id}`], puts: [{ id: one.id, deletedAt: later }] }
    expect(gone(one.id)).toMatchObject([deleted, deleted])
    expect(gone(foreign.id)).toStrictEqual([unknown, unknown])
    const slots = { query: {}, body: {}, consulted: undefined }
    expect(DeleteSenderProfile.simulate?.({ ...slots, path: { id: one.id } }, caller, later, Given.ids())).toBeNull()
    expect(DeleteProfile.simulate?.({ ...slots, path: { profileId: one.id } }, caller, later, Given.ids())).toBeNull()
  })
})
