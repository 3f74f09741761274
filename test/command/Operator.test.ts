/** The operator's commands on a service in memory. */
import * as Program from "@signalbox/command/Program"
import * as Commit from "@signalbox/core/Commit"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { DeadLetters } from "@signalbox/core/internal/row/DeadLetter"
import { make as money } from "@signalbox/core/Money"
import * as Operator_ from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import { Templates } from "@signalbox/core/Template"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"

/** Calls the command line on the service that is there. */
const call = Effect.fnUntraced(function*(...argv: ReadonlyArray<string>) {
  const operator = Layer.succeed(Operator, yield* Operator)
  const told = { out: "", err: "" }
  const to = (where: "out" | "err") => (text: string) => Effect.sync(() => void (told[where] += `${text}\n`))
  const code = yield* Program.run(argv, { out: to("out"), err: to("err") }, () => Result.succeed(operator))
  return { code, ...told }
})

const json = (...argv: ReadonlyArray<string>) =>
  Effect.map(call(...argv, "--json"), ({ err, out }) => JSON.parse(out === "" ? err : out) as unknown)

const id = Given.accountId(1)
const nobody = Given.accountId(9)
const template = Given.template({ status: "PENDING" })

const service = Operator_.layer.pipe(
  Layer.provide(Service.engineLayer),
  Layer.provide(FixedSecrets.layer),
  Layer.provideMerge(Layer.fresh(MemoryStore.layerStore)),
  Layer.provideMerge(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
)

const onService = (test: Effect.Effect<void, unknown, Operator | Store>): Promise<void> =>
  Bench.run(
    service,
    Effect.gen(function*() {
      yield* (yield* Operator).createOrganization({ id, name: "Acme", balance: money(10_000) })
      yield* (yield* Store).commit([Commit.make({ puts: [Commit.put(Templates, template)] })])
      yield* test
    })
  )

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-operator-"))
})

afterAll(() => rmSync(folder, { recursive: true }))

const file = (text: string): string => {
  const path = join(folder, "given.json")
  writeFileSync(path, text)
  return path
}

describe("signalbox accounts", () => {
  it("lists and shows them, suspends one and lets it go on, sets its balance, and closes it", () =>
    onService(Effect.gen(function*() {
      const operator = yield* Operator
      yield* operator.createProfile(id, { id: Given.accountId(2), name: "Shop\n\u001b[2J" })
      expect(yield* json("accounts", "list")).toMatchObject({
        accounts: expect.arrayContaining([
          expect.objectContaining({ id, type: "organization", stage: "verified", balance: "1.0000", closed_at: null }),
          expect.objectContaining({ id: Given.accountId(2), organization_id: id })
        ]),
        total: 2
      })
      const { err, out } = yield* call("accounts", "list", "--limit", "1")
      expect([out.trim().split("\n").length, err]).toEqual([2, "1 more; --limit says how many to show.\n"])
      expect((yield* call("accounts", "list")).out).toContain("Shop [2J")
      expect(yield* call("accounts", "suspend", id)).toEqual({ code: 0, out: "Acme is suspended.\n", err: "" })
      expect((yield* operator.find(id))?.stage).toBe("suspended")
      expect(yield* call("accounts", "resume", id)).toMatchObject({ code: 0, out: "Acme may send again.\n" })
      expect(yield* json("accounts", "set-balance", id, "12.5")).toEqual({ balance: "12.5000" })
      expect(yield* json("accounts", "show", id)).toMatchObject({ stage: "verified", balance: "12.5000" })
      expect(yield* json("accounts", "close", id)).toEqual({ changed: true })
      expect(yield* json("accounts", "close", id)).toEqual({ changed: false })
      expect((yield* operator.find(Given.accountId(2)))?.deletedAt).toBe(Given.now)
      expect((yield* call("accounts", "list")).out).toContain("closed")
    })))

  it.each([
    [["show", nobody], 1, `There is no account ${nobody}.`],
    [["close", nobody], 1, `There is no account ${nobody}.`],
    [["suspend", "acme"], 2, "acme is no account: the id of an account is a UUID."],
    [["set-balance", id, "much"], 2, "much is no amount of at least 0 with at most four decimals, such as 100.00."],
    [["set-balance", nobody, "1"], 1, `There is no account ${nobody}.`]
  ])("says why not to %j", (argv, code, message) =>
    onService(Effect.gen(function*() {
      expect(yield* call("accounts", ...argv)).toEqual({ code, out: "", err: `${message}\n` })
    })))
})

describe("the terms of an account", () => {
  const rate = { channel: "sms", country: "US", price: "0.0500", markup: "0.0010" }
  const rule = { carrier: "acme", channel: "sms", action: "ALLOW", fallback: true, priority: 0, prefix: "+4179" }
  const splitting = {
    split: [{ carrier: "acme", weight: 9, from: "2030-02-01T00:00:00.000Z" }],
    action: "ALLOW",
    fallback: true,
    priority: 0
  }
  const until = { ...rule, expiresAt: "2031-01-01T00:00:00.000Z" }
  const hours = { windows: { US: { start: "21:00", end: "08:00" } }, exempt: ["AUTHENTICATION"] }

  it.each<[string, unknown, unknown]>([
    ["prices", { rates: [rate], billing: false }, { rates: null, billing: null }],
    ["rules", [rule, until], []],
    ["destinations", { allow: ["CH", "+1201"], forbid: ["+4190"], preset: "no-premium" }, null],
    ["spend", { day: "100.0000", month: "2000.0000", regions: { CH: { day: "10.0000" } } }, null],
    ["retention", { texts: 90, media: 30, numbers: 365, webhookBodies: 30 }, null],
    ["retention", { messages: 90, webhookEvents: 30, contacts: 365, usage: 1095 }, null],
    ["quiet-hours", hours, "off"],
    ["rules", [splitting], []],
    ["number-pools", [{ channel: "sms", country: "US", areaDigits: 3, pace: "published", whenPaced: "wait" }], null],
    ["frequency", [{ per: "day", most: 2, category: "MARKETING" }], null],
    ["purposes", [{ name: "news", categories: ["MARKETING"], requiresOptIn: true, optInKeyword: "NEWS" }], null]
  ])(
    "%s: are what the file says, and are shown as a file that says the same",
    (command, given, before) =>
      onService(Effect.gen(function*() {
        expect(yield* json(command, "show", id)).toEqual(before)
        expect(yield* call(command, "set", id, file(JSON.stringify(given)))).toMatchObject({ code: 0, err: "" })
        const { out } = yield* call(command, "show", id)
        expect(JSON.parse(out)).toEqual(given)
        expect(yield* call(command, "set", id, file(out))).toMatchObject({ code: 0 })
        expect(yield* json(command, "show", id)).toEqual(given)
        expect(yield* call(command, "set", id, file(JSON.stringify(before)))).toMatchObject({ code: 0 })
        expect(yield* json(command, "show", id)).toEqual(before)
      }))
  )

  it("preferences are set by the names of purposes [XPR-069]", () =>
    onService(Effect.gen(function*() {
      yield* call("purposes", "set", id, file("[{\"name\":\"news\"}]"))
      const prefer = (text: string, phone = "+12015550123") => call("purposes", "prefer", id, phone, file(text))
      expect((yield* prefer("{\"news\":\"opt_in\"}")).out).toContain("has other preferences")
      expect((yield* prefer("{\"news\":\"opt_in\"}")).out).toContain("had these preferences")
      expect(yield* prefer("{\"shop\":\"opt_in\"}")).toMatchObject({ code: 2 })
      expect(yield* prefer("{\"news\":\"yes\"}")).toMatchObject({ code: 2 })
      expect(yield* prefer("{}", "12")).toMatchObject({ code: 2 })
    })))

  it("limits are given by name, and shown all", () =>
    onService(Effect.gen(function*() {
      expect(yield* json("limits", "set", id, "webhooks=3", "dailyMessageLimit=5", "allowMms=false")).toEqual({
        requestsPerMinute: 10_000,
        dailyMessageLimit: 5,
        allowMms: false,
        expiryHours: 72,
        smartEncoding: false,
        keyLastUsed: false,
        auditLogDays: null,
        pumping: null,
        webhooks: 3,
        webhookDisableMinutes: 5
      })
      expect(yield* json("limits", "set", id, "dailyMessageLimit=null")).toMatchObject({ dailyMessageLimit: null })
      expect((yield* call("limits", "show", id)).out).toContain("webhooks=3\n")
    })))

  it("prefixes are paused until they are lifted, for an account that is watched [XPR-196]", () =>
    onService(Effect.gen(function*() {
      expect(yield* call("prefixes", "pin", id, "+12015")).toMatchObject({ code: 1 })
      expect(yield* json("limits", "set", id, "pumping={\"minimum\":50}")).toMatchObject({ pumping: { minimum: 50 } })
      expect((yield* call("limits", "show", id)).out).toContain("pumping={\"minimum\":50}\n")
      expect((yield* call("prefixes", "list", id)).out).toBe("No prefix is paused.\n")
      expect(yield* json("prefixes", "pin", id, "+12015")).toEqual({ changed: true })
      expect(yield* json("prefixes", "list", id)).toMatchObject({
        prefixes: [{ prefix: "+12015", is_paused: true, reason: "operator", paused_until: null }],
        total: 1
      })
      expect((yield* call("prefixes", "list", id)).out).toContain("+12015")
      expect([yield* json("prefixes", "lift", id, "+12015"), yield* json("prefixes", "lift", id, "+12015")])
        .toEqual([{ changed: true }, { changed: false }])
      expect(yield* call("prefixes", "pin", id, "12015")).toMatchObject({ code: 2 })
      for (const wrong of ["pumping={", "pumping=on", "pumping={\"minimum\":1}"]) {
        expect(yield* call("limits", "set", id, wrong)).toMatchObject({ code: 2 })
      }
      expect(yield* json("limits", "set", id, "pumping=null")).toMatchObject({ pumping: null })
    })))

  it("spend caps tell what is used up of them, those of the organization as well [XPR-028]", () =>
    onService(Effect.gen(function*() {
      const operator = yield* Operator
      const profile = Given.accountId(2)
      yield* operator.createProfile(id, { id: profile, name: "Shop" })
      expect(yield* call("spend", "used", profile)).toEqual({ code: 0, out: "There are no spend caps.\n", err: "" })
      yield* operator.change(profile, { spend: { day: money(100) } })
      yield* operator.change(id, { spend: { regions: { CH: { month: money(5000) } } } })
      const counter = `spend/${profile}/all/day/2030-01-15`
      yield* (yield* Store).commit([Commit.make({ counts: [{ counter, by: 90, ceiling: null, once: null }] })])
      const caps = [
        { account_id: profile, region: null, period: "day", starts_on: "2030-01-15", cap: "0.0100", spent: "0.0090" },
        { account_id: id, region: "CH", period: "month", starts_on: "2030-01-01", cap: "0.5000", spent: "0.0000" }
      ]
      expect(yield* json("spend", "used", profile)).toEqual({ caps: caps.map((each) => ({ ...each, warned: false })) })
      expect((yield* call("spend", "used", id)).out).toContain("CH      month   2030-01-01  0.5000")
      expect(yield* call("spend", "used", nobody)).toMatchObject({ code: 1, err: `There is no account ${nobody}.\n` })
    })))

  it("an account keeps an audit log, which the operator reads [XPR-167]", () =>
    onService(Effect.gen(function*() {
      expect(yield* json("audit-log", "list", id)).toEqual({ entries: [], total: 0 })
      yield* json("limits", "set", id, "auditLogDays=30")
      yield* json("accounts", "set-balance", id, "12.5")
      expect(yield* json("audit-log", "list", id)).toMatchObject({
        entries: [
          {
            actor: { type: "operator", id: null },
            action: "changed",
            resource: { type: "balance", id },
            network: null
          },
          { resource: { type: "account", id }, fields: ["audit_log_days"], operation: "accounts.change", count: 1 }
        ],
        total: 2
      })
      const { err, out } = yield* call("audit-log", "list", id, "--limit", "1")
      expect(out).toContain(`operator  -     changed  balance ${id}  balance`)
      expect(err).toBe("There are more; --limit says how many to show.\n")
    })))

  it("quiet hours have names as well", () =>
    onService(Effect.gen(function*() {
      expect(yield* json("quiet-hours", "set", id, "us-tcpa")).toBe("us-tcpa")
    })))

  it("retention of all accounts is set, shown, and counted before anything goes [XRE-013]", () =>
    onService(Effect.gen(function*() {
      expect(yield* json("retention")).toEqual({ all: null, accounts: [] })
      expect((yield* call("retention", "--dry-run")).out).toContain("No account has a retention.")
      const days = file(JSON.stringify({ messages: 90, contacts: 365 }))
      expect(yield* json("retention", "set-all", days)).toEqual({ messages: 90, contacts: 365 })
      expect(yield* json("retention")).toEqual({ all: { messages: 90, contacts: 365 }, accounts: [] })
      const { accounts } = (yield* json("retention", "--dry-run")) as { readonly accounts: ReadonlyArray<object> }
      expect(accounts).toContainEqual({
        account_id: id,
        name: expect.any(String) as unknown,
        set_by: "service",
        retention: { messages: 90, contacts: 365 },
        would_remove: { messages: 0, contacts: 0 }
      })
      expect((yield* call("retention", id, "--dry-run")).out).toMatch(/0 \(90 d\)/)
      expect((yield* call("retention", "--dry-run", "acme")).err).toContain("acme")
      yield* json("retention", "set", id, file(JSON.stringify({ webhookEvents: 30 })))
      expect(yield* json("retention")).toMatchObject({
        accounts: [{ account_id: id, retention: { webhookEvents: 30 } }]
      })
      expect((yield* call("retention")).out).toContain("webhookEvents 30")
    })))

  it.each([
    [["rules", "set"], "[{\"action\":\"deny\"}]", "[0].action"],
    [["rules", "set"], "[{\"contry\":\"US\"}]", "contry"],
    [["prices", "set"], "{\"rates\":[{\"channel\":\"sms\",\"price\":-1}]}", "rates[0].price"],
    [["prices", "set"], "{\"rate\":[]}", "rate"],
    [["quiet-hours", "set"], "{\"windows\":{\"us\":{}}}", "windows"],
    [["destinations", "set"], "{\"allow\":[\"UK\"]}", "allow[0] must be a region that there is"],
    [["destinations", "set"], "{\"allow\":[]}", "allow must have an entry"],
    [["destinations", "set"], "{\"forbid\":[\"4179\"]}", "forbid[0]"],
    [["retention", "set"], "{\"texts\":3651}", "texts must be at most 3650"],
    [["retention", "set"], "{\"messages\":30,\"texts\":31}", "must keep messages no shorter"],
    [["spend", "set"], "{\"day\":-1}", "day must be an amount"],
    [["spend", "set"], "{\"regions\":{\"UK\":{\"day\":1}}}", "regions.UK"],
    [["spend", "set"], "{\"daily\":1}", "daily"],
    [["destinations", "set"], "{\"presets\":[]}", "presets"],
    [["frequency", "set"], "[{\"per\":\"month\",\"most\":1}]", "[0].per"],
    [["rules", "set"], "[{\"split\":[{\"carrier\":\"acme\"}]}]", "[0].split[0].weight"],
    [["number-pools", "set"], "[{\"channel\":\"sms\",\"country\":\"US\",\"pace\":{\"perSecond\":0}}]", "[0].pace"],
    [["purposes", "set"], "[{\"name\":\"news\",\"optInKeyword\":\"stop\"}]", "[0].optInKeyword"],
    [["rules", "set"], "no json", "is no JSON."]
  ])("%j with %s is not understood, and changes nothing", (command, text, place) =>
    onService(Effect.gen(function*() {
      const before = yield* Effect.flatMap(Operator, ({ find }) => find(id))
      const { code, err } = yield* call(...command, id, file(text))
      expect([code, err]).toEqual([2, expect.stringContaining(place)])
      expect(yield* Effect.flatMap(Operator, ({ find }) => find(id))).toEqual(before)
    })))

  it.each([
    [["limits", "set", id, "webhook=1"], 2, "There is no limit webhook. Did you mean webhooks?"],
    [["rules", "show", nobody], 1, `There is no account ${nobody}.`],
    [["prices", "set", id, "/nowhere"], 1, "/nowhere cannot be read (ENOENT)."]
  ])("says why not to %j", (argv, code, message) =>
    onService(Effect.gen(function*() {
      expect(yield* call(...argv)).toEqual({ code, out: "", err: `${message}\n` })
    })))

  it("a limit that is out of range is told by its name", () =>
    onService(Effect.gen(function*() {
      expect(yield* call("limits", "set", id, "requestsPerMinute=0")).toMatchObject({
        code: 2,
        err: expect.stringContaining("requestsPerMinute must be a whole number of at least 1")
      })
    })))
})

describe("signalbox templates", () => {
  it("judges by hand, one step after the other", () =>
    onService(Effect.gen(function*() {
      const done = (path: string, ...more: ReadonlyArray<string>) => json("templates", path, template.id, ...more)
      expect(yield* done("approve")).toEqual({ id: template.id, channel: null, status: "APPROVED" })
      expect(yield* done("pause")).toMatchObject({ status: "PAUSED" })
      expect(yield* done("resume")).toMatchObject({ status: "APPROVED" })
      expect(yield* done("approve")).toMatchObject({ error: { reason: "refused" } })
    })))

  it("rejects with a reason", () =>
    onService(Effect.gen(function*() {
      expect(yield* call("templates", "reject", template.id)).toEqual({ code: 2, out: "", err: "--reason says why.\n" })
      expect(yield* json("templates", "reject", template.id, "--reason", "no sense")).toMatchObject({
        status: "REJECTED"
      })
    })))

  it.each([
    [["approve", "order"], 2, "order is no template: the id of a template is a UUID."],
    [["approve", Given.templateId(9)], 1, `There is no template ${Given.templateId(9)}.`],
    [["approve", template.id, "--channel", "fax"], 2, "--channel is one of sms, whatsapp, rcs, mms."]
  ])("says why not to %j", (argv, code, message) =>
    onService(Effect.gen(function*() {
      expect(yield* call("templates", ...argv)).toEqual({ code, out: "", err: `${message}\n` })
    })))
})

describe("signalbox carriers", () => {
  it("sets the weight of one for a while, shows it and ends that [XRT-064]", () =>
    onService(Effect.gen(function*() {
      expect(yield* call("carriers", "health")).toMatchObject({ out: "Every carrier is as well as can be.\n" })
      expect(yield* json("carriers", "pin", "acme", "20")).toEqual({
        changed: true,
        pinned_until: "2030-01-15T13:34:56.789Z"
      })
      expect(yield* call("carriers", "pin", "acme", "0", "--for", "2d", "--country", "GB")).toMatchObject({
        out: "acme in GB has the weight 0 until 2030-01-17T12:34:56.789Z.\n"
      })
      const nothing = { trouble: null, counted: null, troubled: null, fell_at: null }
      expect(yield* json("carriers", "health")).toEqual({
        carriers: [
          { carrier: "acme", country: null, weight: 20, ...nothing, pinned_until: "2030-01-15T13:34:56.789Z" },
          { carrier: "acme", country: "GB", weight: 0, ...nothing, pinned_until: "2030-01-17T12:34:56.789Z" }
        ]
      })
      expect((yield* call("carriers", "health")).out).toContain("PINNED UNTIL")
      expect(yield* json("carriers", "release", "acme", "--country", "GB")).toEqual({ changed: true })
      expect(yield* call("carriers", "release", "acme")).toMatchObject({ out: "acme is as well as can be.\n" })
      expect(yield* call("carriers", "release", "acme")).toMatchObject({ out: "acme is as it was.\n" })
    })))

  it.each([
    [["pin", "acme", "101"], "101 is no weight from 0 to 100."],
    [["pin", "acme", "-1"], null],
    [["pin", "acme", "1.5"], "1.5 is no weight from 0 to 100."],
    [["pin", "acme", "5", "--for", "31d"], "A carrier is pinned for 30 days at most."],
    [["pin", "acme", "5", "--for", "0s"], "A carrier is pinned for 30 days at most."],
    [["pin", "acme", "5", "--for", "soon"], "--for soon is no time. Write 90s, 10m, 24h or 7d."],
    [["pin", "acme", "5", "--country", "XX"], "--country XX is no country, such as GB."],
    [["release", "acme", "--country", "gb"], "--country gb is no country, such as GB."]
  ])("refuses %j, and changes nothing [XRT-064]", (argv, message) =>
    onService(Effect.gen(function*() {
      const { code, err } = yield* call("carriers", ...argv)
      expect(code).toBe(2)
      if (message !== null) expect(err).toContain(message)
      expect(yield* json("carriers", "health")).toEqual({ carriers: [] })
    })))
})

describe("what is held up", () => {
  const lane = `submission:acme/${id}`

  it("is a carrier or a lane, until it is let go on", () =>
    onService(Effect.gen(function*() {
      expect(yield* json("carriers", "pause", "acme")).toEqual({ changed: true })
      expect(yield* call("carriers", "pause", "acme")).toMatchObject({ out: "acme is paused, as before.\n" })
      expect(yield* json("work", "drain", lane)).toEqual({ changed: true })
      expect(yield* json("work", "held")).toEqual({
        held: [
          { on: "submission:acme", mode: "paused", since: "2030-01-15T12:34:56.789Z" },
          { on: lane, mode: "drained", since: "2030-01-15T12:34:56.789Z" }
        ]
      })
      expect(yield* json("carriers", "resume", "acme")).toEqual({ changed: true })
      expect(yield* json("work", "resume", lane)).toEqual({ changed: true })
      expect(yield* call("work", "held")).toMatchObject({ out: "Nothing is paused or drained.\n" })
    })))

  it("shows in the list of lanes", () =>
    onService(Effect.gen(function*() {
      const review = `review:${id}` as const
      yield* (yield* Store).commit([
        Commit.make({ due: [{ work: { kind: "review", key: "x/1" }, lane: review, at: Given.now }] })
      ])
      yield* call("work", "pause", review)
      expect(yield* json("work", "lanes")).toMatchObject({ lanes: [{ lane: review, restrictions: ["paused"] }] })
      expect((yield* call("work", "lanes")).out).toContain("paused by the operator")
    })))

  it.each([
    [["work", "pause", "sned:x"], 2, "sned:x is no lane: signalbox work lanes shows them."],
    [["work", "drain", `send:${id}`], 2, `send:${id} cannot be drained, only paused: it is no lane of submissions.`],
    [["work", "discard", "review", "x"], 1, "There is no dead letter review x."],
    [["messages", "cancel-waiting", nobody], 1, `There is no account ${nobody}.`]
  ])("says why not to %j", (argv, code, message) =>
    onService(Effect.gen(function*() {
      expect(yield* call(...argv)).toEqual({ code, out: "", err: `${message}\n` })
    })))

  it("is cancelled by its account, or given up as a dead letter", () =>
    onService(Effect.gen(function*() {
      const letter = {
        kind: "review",
        key: "x/1",
        lane: `review:${id}`,
        failures: 12,
        cause: "",
        at: Given.now
      } as const
      yield* (yield* Store).commit([Commit.make({ puts: [Commit.put(DeadLetters, letter)] })])
      expect(yield* json("work", "discard", "review", "x/1")).toEqual({ discarded: 1 })
      expect(yield* json("messages", "cancel-waiting", id, "--carrier", "acme")).toEqual({ cancelled: 0, looked: 0 })
    })))
})
