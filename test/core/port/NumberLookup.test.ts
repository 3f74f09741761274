/**
 * GET /v3/numbers/lookup/{phoneNumber} without HTTP (decisions 3.10): what the numbering plans tell, and look-ups that
 * hang, throw and lie.
 */
import { LookUpNumber } from "@signalbox/core/Catalogue"
import type { Finding, NumberLookup as Port } from "@signalbox/core/NumberLookup"
import * as Lookup from "@signalbox/core/NumberLookup"
import { Operations } from "@signalbox/core/Operations"
import { propWith } from "@signalbox/testing/Prop"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const american = "+12025550123"

const ask = Effect.fnUntraced(function*(phoneNumber: string, account = Given.account()) {
  const { run } = yield* Operations
  const { outcome, status } = yield* run(LookUpNumber, { account, keyAccount: account }, {
    path: { phoneNumber },
    query: {},
    body: {},
    requestId: "req",
    idempotency: null
  })
  return { status, data: JSON.parse(outcome!.json) as Readonly<Record<string, unknown>> }
})

const scene = <A, E>(program: Effect.Effect<A, E, Bench.Services>, lookup?: Port): Promise<A> =>
  Bench.run(
    lookup === undefined
      ? Bench.layer()
      : Bench.layer().pipe(Layer.provide(Layer.succeed(Lookup.NumberLookup, lookup))),
    program
  )

const look = (phoneNumber: string, lookup?: Port) => scene(ask(phoneNumber), lookup)

const nothing = {
  country_code: null,
  carrier_name: null,
  line_type: null,
  is_ported: null,
  is_voip: null,
  mobile_country_code: null,
  mobile_network_code: null
}

const finding: Finding = {
  region: "US",
  lineType: "voip",
  carrierName: "Acme Wireless",
  isPorted: true,
  mobileCountryCode: "310",
  mobileNetworkCode: "26"
}

const fromPlan = { ...nothing, phone_number: american, is_valid: true, country_code: "US", line_type: "unknown" }

describe("the numbering plan", () => {
  it.each([
    ["+447911123456", "GG", "mobile", false],
    ["+4930123456", "DE", "landline", false],
    ["+12025550123", "US", "unknown", null],
    ["+18005550123", "US", "toll_free", false],
    ["+80012345678", null, "toll_free", false],
    ["+19005550123", "US", "premium_rate", false],
    ["+445612345678", "GB", "voip", true],
    ["+491801123456", "DE", "shared_cost", false],
    ["+447640123456", "GB", "pager", false]
  ])("tells of %s its region and its line, and leaves out what it does not know", async (phone, region, line, voip) => {
    const { data, status } = await look(phone)
    expect(status).toBe(200)
    expect(data).toEqual({
      ...nothing,
      phone_number: phone,
      is_valid: true,
      country_code: region,
      line_type: line,
      is_voip: voip
    })
  })

  it.each(["+15550000000", "+447700900", "+999123456789", "+1234567"])(
    "of %s, which nobody can have, tells nothing else",
    async (phone) => {
      let asked = 0
      const { data, status } = await look(phone, { find: () => Effect.sync(() => (asked++, finding)) })
      expect([status, data]).toEqual([200, { ...nothing, phone_number: phone, is_valid: false }])
      expect(asked).toBe(0)
    }
  )

  propWith({ runs: 100 })(
    "is right about every text in E.164 form",
    fc.stringMatching(/^\+[1-9][0-9]{6,14}$/),
    async (phone) => {
      const { data, status } = await look(phone)
      const parsed = parsePhoneNumberFromString(phone)
      expect(status).toBe(200)
      expect(data).toMatchObject({
        phone_number: phone,
        is_valid: parsed?.isValid() ?? false,
        country_code: parsed?.isValid() === true ? parsed.country ?? null : null,
        carrier_name: null
      })
    }
  )
})

describe("the network of a number", () => {
  it("is known by both of its codes, and by neither alone", () => {
    const codes = [["262", "01"], ["310", "260"], ["262", null], [null, "01"], [null, null]] as const
    expect(
      codes.map(([mobileCountryCode, mobileNetworkCode]) => Lookup.networkOf({ mobileCountryCode, mobileNetworkCode }))
    ).toEqual(["26201", "310260", null, null, null])
  })
})

describe("a look-up of the embedder's", () => {
  it("tells what it has found", async () => {
    const { data } = await look(american, { find: () => Effect.succeed(finding) })
    expect(data).toEqual({
      phone_number: american,
      country_code: "US",
      is_valid: true,
      carrier_name: "Acme Wireless",
      line_type: "voip",
      is_ported: true,
      is_voip: true,
      mobile_country_code: "310",
      mobile_network_code: "26"
    })
  })

  const lies: ReadonlyArray<readonly [string, unknown]> = [
    ["nothing", undefined],
    ["null", null],
    ["a text", "mobile"],
    ["another vocabulary", { ...finding, lineType: "FIXED" }],
    ["a number for a text", { ...finding, mobileCountryCode: 310 }],
    ["a text for a flag", { ...finding, isPorted: "yes" }],
    ["half a finding", { region: "US" }],
    ["a name without end", { ...finding, carrierName: "x".repeat(100_000) }]
  ]

  it.each(lies)("that finds %s counts for nothing", async (_, said) => {
    const { data, status } = await look(american, { find: () => Effect.succeed(said as Finding) })
    expect([status, data]).toEqual([200, fromPlan])
  })

  it("that fails counts for nothing", async () => {
    const throwing: Port = {
      find: () => {
        throw new Error("no registry")
      }
    }
    for (const lookup of [{ find: () => Effect.die("no registry") }, { find: () => Effect.interrupt }, throwing]) {
      const { data, status } = await look(american, lookup)
      expect([status, data]).toEqual([200, fromPlan])
    }
  })

  it("that does not answer is waited for no longer than its time", { timeout: 20_000 }, async () => {
    const answers = await Promise.all(
      [Effect.never, Effect.uninterruptible(Effect.never)].map((hanging) => look(american, { find: () => hanging }))
    )
    expect(answers).toEqual([{ status: 200, data: fromPlan }, { status: 200, data: fromPlan }])
  })

  it("is asked sixteen questions at the same time for one account, and does not stand between others and theirs", async () => {
    const other = Given.account({ id: Given.accountId(2) })
    await scene(
      Effect.gen(function*() {
        const free = yield* Deferred.make<Finding>()
        const crowd = yield* Effect.forkChild(
          Effect.all(Array.from({ length: 16 }, () => ask(american)), { concurrency: "unbounded" })
        )
        asked.free = free
        yield* Effect.yieldNow.pipe(Effect.repeat({ while: () => asked.count < 16 }))
        // The seventeenth is not asked: the plan answers it immediately.
        expect((yield* ask(american)).data).toEqual(fromPlan)
        expect(asked.count).toBe(16)
        const neighbour = yield* Effect.forkChild(ask(american, other))
        yield* Effect.yieldNow.pipe(Effect.repeat({ while: () => asked.count < 17 }))
        yield* Deferred.succeed(free, finding)
        const all = [...yield* Fiber.join(crowd), yield* Fiber.join(neighbour)]
        expect(all.map(({ data }) => data["line_type"])).toEqual(Array.from({ length: 17 }, () => "voip"))
        // Their places are free again.
        expect((yield* ask(american)).data["line_type"]).toBe("voip")
      }),
      { find: () => Effect.suspend(() => (asked.count++, Deferred.await(asked.free!))) }
    )
  })
})

const asked: { count: number; free: Deferred.Deferred<Finding> | null } = { count: 0, free: null }
