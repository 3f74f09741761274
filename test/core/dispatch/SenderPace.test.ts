/**
 * The paces of senders (decisions 18.6): which senders an attempt may leave from, and how many parts a second each sends.
 */
import type { Account } from "@signalbox/core/Account"
import * as PublishedPace from "@signalbox/core/internal/catalogue/PublishedPace"
import * as SenderPace from "@signalbox/core/internal/dispatch/SenderPace"
import type { NumberPool } from "@signalbox/core/NumberPool"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const [longCode, other, tollFree] = [Given.phone(1), Given.phone(2), "+18005550100" as ReturnType<typeof Given.phone>]

const account = (pool: Partial<NumberPool> | null, more: Partial<Account> = {}): Account =>
  Given.account({
    numbers: [longCode, other, tollFree].map((number) => ({ number, channels: ["sms"], country: "US" })),
    senders: [{ value: "24567", country: "US" }],
    ...(pool === null ? {} : { numberPools: [{ channel: "sms", country: "US", ...pool }] }),
    ...more
  })

const of = (
  given: Account,
  { from = longCode, isBound = false, ...attempt }: {
    readonly from?: string | null
    readonly isBound?: boolean
    readonly handedOver?: { readonly token: number; readonly times: number }
  } = {}
) => SenderPace.of(given, { channel: "sms", from, ...attempt }, { phone: Given.phone(7) }, isBound, () => "US")

describe("the senders of an attempt", () => {
  it("are none where there is no pool, or it has no pace, or the sender is none of it [XRT-113, XRT-115]", () => {
    expect(of(account(null))).toEqual([])
    expect(of(account({}))).toEqual([])
    expect(of(account({ pace: "published", country: "DE" }))).toEqual([])
    expect(of(account({ pace: "published", channel: "mms" }))).toEqual([])
    expect(of(account({ pace: "published" }), { from: null })).toEqual([])
    expect(of(account({ pace: "published" }), { from: "ACME" })).toEqual([])
    const elsewhere = account({ pace: "published" }, { senders: [{ value: "24567", country: "CA" }] })
    expect(of(elsewhere, { from: "24567" })).toEqual([])
  })

  it("are its own first and then the others of the pool, by the pace of each [XRT-115, XRT-116]", () => {
    const [first, ...others] = of(account({ pace: "published" }))
    expect(first).toEqual({ from: longCode, perSecond: 1 })
    expect(others).toHaveLength(2)
    expect(others).toEqual(
      expect.arrayContaining([{ from: other, perSecond: 1 }, { from: tollFree, perSecond: 3 }])
    )
    expect(of(account({ pace: { perSecond: 7 } })).map(({ perSecond }) => perSecond)).toEqual([7, 7, 7])
    expect(of(account({ pace: "published" }), { from: "24567" })[0]).toEqual({ from: "24567", perSecond: 100 })
  })

  it("are its own alone where the pool waits, for an answer, and for what was handed over before [XRT-117]", () => {
    const own = [{ from: longCode, perSecond: 1 }]
    expect(of(account({ pace: "published", whenPaced: "wait" }))).toEqual(own)
    expect(of(account({ pace: "published" }), { isBound: true })).toEqual(own)
    expect(of(account({ pace: "published" }), { handedOver: { token: 0, times: 1 } })).toEqual(own)
  })

  it("have no published pace in other countries, on other channels, and when they are letters [XRT-115]", () => {
    expect(PublishedPace.of(longCode, "US", "mms")).toBe(1)
    expect(PublishedPace.of("24567", "CA", "mms")).toBe(40)
    expect(PublishedPace.of(longCode, "US", "whatsapp")).toBe(null)
    expect(PublishedPace.of("+447400123456", "GB", "sms")).toBe(null)
    expect([longCode, tollFree, "24567", "ACME"].map(PublishedPace.kindOf)).toEqual([
      "long code",
      "toll-free",
      "short code",
      null
    ])
  })

  it("are published for the United States and Canada, on SMS and MMS, and for nobody else", () => {
    const north = {
      "long code": { sms: 1, mms: 1 },
      "toll-free": { sms: 3, mms: 3 },
      "short code": { sms: 100, mms: 40 }
    }
    expect(PublishedPace.published).toStrictEqual({ US: north, CA: north })
  })
})
