/**
 * A market gives its account one sender and the SMS channel, and takes back what it gave and nothing else (decisions 4.3):
 * the whole account and the whole market are compared, whatever else they have.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type * as Facts from "@signalbox/core/Facts"
import * as SenderGrant from "@signalbox/core/internal/channel/SenderGrant"
import { ownNumber } from "@signalbox/core/internal/row/Account"
import type { Market } from "@signalbox/core/Market"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const [first, second, third] = [
  "+12015550101" as PhoneNumber,
  "+12015550102" as PhoneNumber,
  "+12015550103" as PhoneNumber
]

const market = (parts: Partial<Market> = {}): Market => ({
  country: "US",
  numberType: "LOCAL",
  senderValue: second,
  areaCodes: ["201"],
  regime: "none",
  brand: null,
  campaign: null,
  documents: [],
  gaveSender: false,
  status: "ACTIVE",
  reasonCode: null,
  reason: null,
  revision: 3,
  createdAt: Given.now,
  updatedAt: null,
  ...parts
})

const own = { number: first, channels: ["whatsapp"], country: "US" } as const

const account = (parts: Partial<Account> = {}): Account =>
  Given.account({ channels: ["mms"], numbers: [own], ...parts })

/** Returns the facts that a grant looks at, where another account has the third number. */
const facts = (of: Account, sender: string | null): Facts.Facts =>
  new FactStore([put(Accounts, Given.account({ id: Given.accountId(2), numbers: [{ ...own, number: third }] }))])
    .load(SenderGrant.needs(of, [sender]))

describe("an ACTIVE market", () => {
  const grant = (to: Account, of: Market) => SenderGrant.grant(facts(to, of.senderValue), to, of, Given.now)

  it("gives a number that the account lacks", () => {
    expect(grant(account(), market())).toStrictEqual({
      account: account({
        channels: ["sms", "mms"],
        numbers: [own, { number: second, channels: ["sms"], country: "US" }]
      }),
      market: market({ gaveSender: true })
    })
  })

  it("dates the number where the account has pools of numbers", () => {
    expect(grant(account({ numberPools: [] }), market()).account.numbers).toStrictEqual([
      own,
      { number: second, channels: ["sms"], country: "US", since: Given.now }
    ])
  })

  it("marks a number that another account has", () => {
    expect(grant(account(), market({ senderValue: third })).account.numbers).toStrictEqual([
      own,
      { number: third, channels: ["sms"], country: "US", isShared: true }
    ])
  })

  it("gives letters by their country", () => {
    const letters = market({ country: "GB", numberType: "ALPHANUMERIC", senderValue: "ACME" })
    const given = { market: { ...letters, gaveSender: true } }
    const senders = (...all: ReadonlyArray<readonly [value: string, country: string]>) => ({
      senders: all.map(([value, country]) => ({ value, country }))
    })
    expect(grant(account(), letters)).toStrictEqual({
      ...given,
      account: account({ channels: ["sms", "mms"], ...senders(["ACME", "GB"]) })
    })
    for (const [value, country] of [["ACME", "FR"], ["OTHER", "GB"]] as const) {
      expect(grant(account(senders([value, country])), letters)).toStrictEqual({
        ...given,
        account: account({ channels: ["sms", "mms"], ...senders([value, country], ["ACME", "GB"]) })
      })
    }
  })

  it("gives nothing that the account has already, and nothing where it has none", () => {
    const all: ReadonlyArray<readonly [Account, Market]> = [
      [account({ numbers: [own, { number: second, channels: ["sms"], country: "US" }] }), market()],
      [account({ senders: [{ value: "ACME", country: "GB" }] }), market({ country: "GB", senderValue: "ACME" })],
      [account(), market({ senderValue: null })]
    ]
    for (const [to, of] of all) {
      expect(grant(to, of)).toStrictEqual({ account: { ...to, channels: ["sms", "mms"] }, market: of })
    }
  })
})

describe("a market that is not ACTIVE any more", () => {
  const given = market({ gaveSender: true })

  it("takes its number, and the channel where nothing is left that an SMS could come from", () => {
    const numbers = [own, { number: second, channels: ["sms"], country: "US" } as const]
    expect(SenderGrant.revoke(account({ channels: ["sms", "mms"], numbers }), given)).toStrictEqual({
      account: account(),
      market: market()
    })
  })

  it("leaves the channel to an account that has a short name, letters, or one number that sends SMS", () => {
    const rest: ReadonlyArray<Partial<Account>> = [
      { shortName: "ACME" },
      { senders: [{ value: "ACME", country: "GB" }] },
      { numbers: [own, { number: third, channels: ["sms"], country: "US" }] }
    ]
    for (const parts of rest) {
      const kept = account({ channels: ["sms", "mms"], ...parts })
      const numbers = [...kept.numbers, { number: second, channels: ["sms"], country: "US" } as const]
      expect(SenderGrant.revoke({ ...kept, numbers }, given)).toStrictEqual({ account: kept, market: market() })
    }
  })

  it("takes letters of its country only, and the list with the last of them", () => {
    const letters = market({ country: "GB", senderValue: "ACME", gaveSender: true })
    const [mine, others] = [{ value: "ACME", country: "GB" }, [
      { value: "ACME", country: "FR" },
      { value: "OTHER", country: "GB" }
    ]]
    const able = account({ channels: ["sms", "mms"] })
    const taken = { ...letters, gaveSender: false }
    expect(SenderGrant.revoke({ ...able, senders: [mine, ...others] }, letters))
      .toStrictEqual({ account: { ...able, senders: others }, market: taken })
    expect(SenderGrant.revoke({ ...able, senders: [mine] }, letters))
      .toStrictEqual({ account: account(), market: taken })
  })

  it("takes nothing that it did not give", () => {
    const [to, of] = [account({ numbers: [{ number: second, channels: ["sms"], country: "US" }] }), market()]
    expect(SenderGrant.revoke(to, of)).toStrictEqual({ account: to, market: of })
  })
})

it("looks for the owners of the account's numbers, and of the numbers among what its markets may bring", () => {
  const { uniques, rows } = SenderGrant.needs(account(), [null, "ACME", second])
  expect(uniques).toStrictEqual([first, second].map(ownNumber))
  expect(rows).toStrictEqual([])
})
