/**
 * The ports, and the other services that apps exchange: each is known by the name of its module, so that two copies of
 * core in one app mean the same by it, and no two services are taken for one. A port that nobody has brought does what its
 * documentation says.
 */
import { RequirementTable } from "@signalbox/core/internal/compliance/RequirementTable"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import { ConsentSignals } from "@signalbox/core/internal/consent/ConsentSignals"
import { Inbound } from "@signalbox/core/internal/inbound/Inbound"
import { CallLog } from "@signalbox/core/internal/port/CallLog"
import { Carriers } from "@signalbox/core/internal/port/Carrier"
import * as Offset from "@signalbox/core/internal/port/ClockOffset"
import { Directory } from "@signalbox/core/internal/port/Directory"
import { Documents } from "@signalbox/core/internal/port/Documents"
import { Idempotency } from "@signalbox/core/internal/port/Idempotency"
import { LastSeen, nothing } from "@signalbox/core/internal/port/LastSeen"
import { Lockout } from "@signalbox/core/internal/port/Lockout"
import { MediaProbe } from "@signalbox/core/internal/port/MediaProbe"
import { Migrations } from "@signalbox/core/internal/port/Migrations"
import * as Lookup from "@signalbox/core/internal/port/NumberLookup"
import { Pace } from "@signalbox/core/internal/port/Pace"
import { Provisioner } from "@signalbox/core/internal/port/Provisioner"
import { RateWindow } from "@signalbox/core/internal/port/RateWindow"
import { Relocation } from "@signalbox/core/internal/port/Relocation"
import { Reviewer } from "@signalbox/core/internal/port/Reviewer"
import { Secrets } from "@signalbox/core/internal/port/Secrets"
import { Patience, Store, StoreError } from "@signalbox/core/internal/port/Store"
import { Traces } from "@signalbox/core/internal/port/Traces"
import { VoiceSecret } from "@signalbox/core/internal/port/VoiceSecret"
import { WebhookSender } from "@signalbox/core/internal/port/WebhookSender"
import { Writable } from "@signalbox/core/internal/port/Writable"
import * as Needs from "@signalbox/core/Needs"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const services = {
  "compliance/RequirementTable": RequirementTable,
  "consent/ConsentSignals": ConsentSignals,
  "inbound/Inbound": Inbound,
  "port/CallLog": CallLog,
  "port/Carriers": Carriers,
  "port/ClockOffset": Offset.ClockOffset,
  "port/ClockOffset/ClockOffsetNow": Offset.ClockOffsetNow,
  "port/ClockOffset/ClockStands": Offset.ClockStands,
  "port/ClockOffset/StoreHasClock": Offset.StoreHasClock,
  "port/Directory": Directory,
  "port/Documents": Documents,
  "port/Idempotency": Idempotency,
  "port/LastSeen": LastSeen,
  "port/Lockout": Lockout,
  "port/MediaProbe": MediaProbe,
  "port/Migrations": Migrations,
  "port/NumberLookup": Lookup.NumberLookup,
  "port/Pace": Pace,
  "port/Provisioner": Provisioner,
  "port/RateWindow": RateWindow,
  "port/Relocation": Relocation,
  "port/Reviewer": Reviewer,
  "port/Secrets": Secrets,
  "port/Store": Store,
  "port/Store/Patience": Patience,
  "port/Traces": Traces,
  "port/VoiceSecret": VoiceSecret,
  "port/WebhookSender": WebhookSender,
  "port/Writable": Writable
}

const made = <A, E>(effect: Effect.Effect<A, E>): A | E =>
  Effect.runSync(Effect.match(effect, { onSuccess: (value): A | E => value, onFailure: (failure) => failure }))

const account = Given.accountId(1)
const set = { account, markets: [], whatsapp: null, rcs: null }
const document = {
  id: "d",
  account,
  key: "letter",
  fileName: "letter.pdf",
  contentType: "application/pdf",
  bytes: new Uint8Array(1)
}

/** The parts of a failure that somebody reads. */
const told = (failure: unknown) => failure instanceof StoreError ? [failure.reason, failure.message] : failure

describe("services", () => {
  it("are known by the names of their modules", () => {
    for (const [name, { key }] of Object.entries(services)) expect(key).toBe(`@signalbox/core/${name}`)
  })
})

describe("a port that nobody has brought", () => {
  it("tells nothing, and is no obstacle", () => {
    expect(made(Effect.flatMap(CallLog, ({ list }) => list(account, 0, 10)))).toEqual({ calls: [], total: 0 })
    expect(made(Effect.flatten(Offset.ClockOffset))).toBe(0)
    expect(made(Offset.ClockOffsetNow)).toBeNull()
    expect(made(Effect.map(Offset.ClockStands, (stands) => stands()))).toBe(false)
    expect(made(Offset.StoreHasClock)).toBe(false)
    expect(made(Effect.map(LastSeen, (seen) => seen === nothing))).toBe(true)
    expect(nothing.of(Needs.balance(account)).balances.size).toBe(0)
    expect(made(Effect.flatMap(MediaProbe, ({ size }) => size("https://example.com/file")))).toBeNull()
    expect(made(Effect.flatMap(Migrations, ({ missing }) => missing))).toEqual([])
    expect(made(Patience)).toBeNull()
    expect(made(VoiceSecret)).toBeNull()
    expect(made(Effect.flatMap(Writable, ({ refusal }) => refusal))).toBeNull()
    expect(made(RequirementTable)).toBe(shipped)
  })

  it("lets every channel wait for the operator", () => {
    expect(made(Effect.flatMap(Provisioner, ({ advance }) => advance(set, { channel: "rcs" }, Given.now))))
      .toEqual({ reports: [], askAgainAt: null })
  })

  it("takes no documents, and has none", () => {
    const full = ["unavailable", "the store is unavailable: there is no place for documents"]
    const asked = <A, E>(use: (documents: Documents) => Effect.Effect<A, E>) =>
      told(made(Effect.flatMap(Documents, use)))
    expect(asked(({ put }) => put([document], Given.now, 1, Given.now))).toEqual(full)
    expect(asked(({ restore }) => restore({ document, until: null }))).toEqual(full)
    expect(asked(({ keep }) => keep("d"))).toBeUndefined()
    expect(asked(({ remove }) => remove(["d"]))).toBeUndefined()
    expect(asked(({ find }) => find("d", Given.now))).toBeNull()
    expect(asked(({ next }) => next(account, ""))).toBeNull()
  })

  it("gives no account away, and ends no erasure", () => {
    const failed = <A, E>(effect: Effect.Effect<A, E>) => told(made(effect))
    const behind = { after: null, limit: 1 }
    const given = { account, ...behind }
    const { answered, days, forget, held, keep, keys, lanes, onces, settle, sums, waiting } = made(Relocation)
    const no = ["failed", "the store failed: the store cannot give accounts away"]
    const all: ReadonlyArray<Effect.Effect<unknown, StoreError>> = [
      answered(given),
      days(given),
      forget({ account, counters: [], most: 1 }),
      held([]),
      keep([]),
      keys({ kind: "account", by: { prefix: "" }, after: "", looked: 1, found: 1 }),
      lanes({ kind: "message", ...behind }),
      onces({ book: "balance", names: [], ...behind }),
      settle({ owners: [], after: null, looked: 1 }),
      sums({ book: "balance", names: [], ...behind }),
      waiting({ lanes: [], ...behind })
    ]
    expect(all.map(failed)).toEqual(Array.from({ length: 11 }, () => no))
    const { clear, find, forgetUsage } = made(Traces)
    const never = ["failed", "the store failed: the store cannot look for what names a person"]
    expect([
      failed(find({ kind: "message", text: "a", after: "", looked: 1, found: 1 })),
      failed(clear({ account, texts: [], counters: [], after: "", looked: 1 })),
      failed(forgetUsage({ account, before: "2030-01-15", most: 1 }))
    ]).toEqual([never, never, never])
  })
})

describe("a failure of a store", () => {
  it("says whether it is away or has failed, and why, in the words of its cause or in others", () => {
    const said = (cause: unknown, more: { readonly message?: string; readonly isBlocked?: boolean } = {}) =>
      (["unavailable", "failed"] as const).map((reason) => {
        const { isBlocked, message } = new StoreError({ reason, cause, ...more })
        return [message, isBlocked]
      })
    const both = (rest: string) => [[`the store is unavailable${rest}`, false], [`the store failed${rest}`, false]]
    expect(said("no route")).toEqual(both(": no route"))
    expect(said(new Error("no route"))).toEqual(both(": no route"))
    for (const cause of ["", new Error(""), null, undefined, 7, { message: "hidden" }]) {
      expect(said(cause)).toEqual(both(""))
    }
    expect(said("no route", { message: "gone", isBlocked: true })).toEqual([["gone", true], ["gone", true]])
  })
})
