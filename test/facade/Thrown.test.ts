/**
 * Errors of the host's own functions: the log says in one line what went wrong and where, and quotes neither secrets nor
 * what was sent; the host gets the error itself.
 */
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import type { CarrierOptions, HostFailure, LogEntry, Options, Signalbox } from "signalbox"
import { carrier, createSignalbox, memory, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Database from "../postgres/Database.ts"
import { number, order, start, template, to } from "./Acme.ts"

const patience = { timeout: 20_000, interval: 10 }

const sealing = Buffer.alloc(32, "not for production").toString("base64")
const secretKeys = `main:${sealing}`

class AcmeError extends Error {}

const parameters = { name: "Ada Lovelace", code: "4711" }

const variable = (id: number, name: string) => ({
  id,
  name,
  type: "variable" as const,
  props: { variableType: "text" as const, sample: "x" }
})

const personal = {
  name: "personal",
  definition: {
    body: {
      multiChannel: {
        template: "Dear {{0:variable}}, your package is on its way. The code is {{1:variable}}.",
        variables: [variable(0, "name"), variable(1, "code")]
      }
    }
  }
} as const

const personally = { to: [to], channel: ["sms"], template: { name: "personal", parameters } } as const

const throwing = (error: () => unknown) => (): never => {
  throw error()
}

interface Seen {
  readonly box: Signalbox
  readonly account: string
  readonly logged: ReadonlyArray<LogEntry>
  readonly failures: ReadonlyArray<HostFailure>
}

const begin = async (
  how: Partial<CarrierOptions>,
  options: Partial<Options> = {}
): Promise<Seen & AsyncDisposable> => {
  const failures: Array<HostFailure> = []
  const logged: Array<LogEntry> = []
  const box = createSignalbox({
    storage: memory(),
    secretKeys,
    carriers: [carrier({ id: "acme", channels: ["sms"], answersWithin: 300, submit: () => {}, ...how })],
    log: (entry) => logged.push(entry),
    onError: (failure) => failures.push(failure),
    ...options
  })
  const { id } = await box.accounts.ensure({ name: `Acme ${Math.random()}`, balance: 100, numbers: [number] })
  await box.as(id).templates.ensure(personal, { reviewedWithinMs: 20_000 })
  return { box, account: id, logged, failures, [Symbol.asyncDispose]: () => box.close({ graceMs: 100 }) }
}

const line = (logged: ReadonlyArray<LogEntry>, start: string): LogEntry | undefined =>
  logged.find(({ message }) => message.startsWith(start))

/** Sends a message through a carrier that throws, and returns what the log says of it. */
const thrown = async (seen: Seen): Promise<LogEntry> => {
  await seen.box.as(seen.account).messages.send(personally)
  return vi.waitFor(() => {
    const found = line(seen.logged, "a carrier has thrown")
    expect(found).toBeDefined()
    return found!
  }, patience)
}

describe("a carrier that throws", () => {
  it("is logged with the class, the message and the place of the host's own code", async () => {
    const error = new RangeError("no credentials")
    await using seen = await begin({ submit: throwing(() => error) })
    const found = await thrown(seen)
    expect(found).toMatchObject({ level: "warn", fields: { carrier: "acme", attempt: expect.any(String) } })
    expect(found.fields["cause"]).toMatch(/^RangeError: no credentials, at \S.*Thrown\.test\.ts[^\s:]*:\d+:\d+\)?$/)
    expect(seen.failures).toMatchObject([{
      where: "carrier.submit",
      carrier: "acme",
      attempt: found.fields["attempt"]
    }])
    expect(seen.failures[0]!.error).toBe(error)
  })

  it("is named by its own class, and never by its cause, its response or its headers", async () => {
    const response = { headers: { authorization: "Bearer hunter2" }, body: "the words of Ada" }
    const error = Object.assign(new AcmeError("refused", { cause: new Error("because of hunter2") }), { response })
    await using seen = await begin({ submit: () => Promise.reject(error) })
    const found = await thrown(seen)
    expect(found.fields["cause"]).toMatch(/^AcmeError: refused, at /)
    expect(JSON.stringify(seen.logged)).not.toMatch(/hunter2|words of Ada/)
    expect(seen.failures[0]!.error).toBe(error)
  })

  it("names the place in the host's code, and not the one in a library that has thrown", async () => {
    await using seen = await begin({ submit: () => new URL("nowhere").href })
    expect((await thrown(seen)).fields["cause"]).toMatch(
      /^TypeError: Invalid URL, at .*Thrown\.test\.ts[^\s:]*:\d+:\d+\)?$/
    )
  })

  it("is cut to 200 characters", async () => {
    await using seen = await begin({ submit: throwing(() => new Error("no ".repeat(400))) })
    const [, message = ""] = /^Error: (.*), at /.exec(String((await thrown(seen)).fields["cause"])) ?? []
    expect(message).toHaveLength(200)
  })

  it.each<[string, unknown]>([
    ["a text", "no session"],
    ["nothing", undefined],
    ["a number", 7],
    [
      "an object that throws when it is looked at",
      new Proxy({}, {
        get: throwing(() => new Error("own affair")),
        has: () => true,
        getPrototypeOf: throwing(() => new Error("own affair"))
      })
    ]
  ])("of %s is logged, and ends nothing", async (_, error) => {
    await using seen = await begin({ submit: throwing(() => error) })
    expect((await thrown(seen)).fields["cause"]).toMatch(/^(string: no session|undefined|number|object)$/)
    expect(seen.failures).toHaveLength(1)
  })

  it("is told by the activities as a failure of the carrier, with its code, and in no words of its own", async () => {
    const error = Object.assign(new Error("hunter2 is wrong"), { code: "ECONNREFUSED" })
    await using seen = await begin({ submit: throwing(() => error) })
    const me = seen.box.as(seen.account)
    const id = (await me.messages.send(personally)).recipients[0]!.message_id
    const ended = await me.messages.settled(id, { timeoutMs: 20_000 })
    expect(ended).toMatchObject({ status: "FAILED", reason_code: "DELIVERY_011" })
    const { activities } = await me.messages.activities(id)
    expect(activities.map(({ description }) => description)).toEqual(expect.arrayContaining([
      "acme: no answer (ECONNREFUSED: the carrier failed)",
      "acme: The carrier did not answer in time. (ECONNREFUSED: the carrier failed)"
    ]))
    expect(activities.find(({ status }) => status === "FAILED")).toMatchObject({ reason_code: "DELIVERY_011" })
    expect(JSON.stringify(activities)).not.toContain("hunter2")
  })

  it("shows its error as a whole where the host has asked for the level debug", async () => {
    const error = Object.assign(new Error("hunter2", { cause: new Error("the cause") }), { response: { status: 418 } })
    await using seen = await begin({ submit: throwing(() => error) }, { logLevel: "debug" })
    await thrown(seen)
    expect(line(seen.logged, "the error as a whole")).toMatchObject({ level: "debug", fields: { carrier: "acme" } })
    const whole = String(line(seen.logged, "the error as a whole")!.fields["error"])
    for (const part of ["Error: hunter2", "Error: the cause", "status: 418"]) expect(whole).toContain(part)
  })

  it("shows four levels of an error, a hundred of a list and ten thousand characters of a text", async () => {
    const error = Object.assign(new Error("short"), {
      levels: { one: { two: { three: { four: { five: "too deep" } } } } },
      list: Array.from({ length: 101 }, (_, index) => `item ${index}`),
      text: "x".repeat(10_001)
    })
    await using seen = await begin({ submit: throwing(() => error) }, { logLevel: "debug" })
    await thrown(seen)
    const whole = String(line(seen.logged, "the error as a whole")!.fields["error"])
    expect(whole).toContain("three: { four: [Object] }")
    expect(whole).toContain("item 99")
    expect(whole).not.toContain("item 100")
    expect(whole).toMatch(/(?<!x)x{10000}(?!x)/)
  })
})

/** Ways in which a partner quotes something. */
const quotes: ReadonlyArray<(text: string) => string> = [
  (text) => `cannot send ${text}`,
  (text) => `{"body":${JSON.stringify(text)}}`,
  (text) => `${text}: refused`,
  (text) => `unexpected (${text.toUpperCase()}) here`,
  (text) => `GET https://api.acme.example/v1/messages?text=${encodeURIComponent(text)} failed`,
  (text) => `${"x ".repeat(80)}${text}`,
  (text) => `\u0130x${text}x`,
  (text) => `begins with ${text.slice(0, Math.max(12, text.length - 3))}`
]

const told: ReadonlyArray<string> = [
  sealing,
  secretKeys,
  "Dear Ada Lovelace, your package is on its way. The code is 4711.",
  parameters.name,
  parameters.code,
  to,
  "+49 (30) 123-45 67",
  "f47ac10b-58cc-4372-a567-0e02b2c3d479",
  "0b1e55ed-0dd5-11f0-8000-5eed5eed5eed",
  "a key of somebody",
  "whsec_c2FuZGJveC1wbGFjZWhvbGRlcg==",
  "https://user:hunter2@api.acme.example/v1?token=hunter2#hunter2",
  "https://api.acme.example/v1/messages?hunter2"
]

/** Any of these parts would give a text away. */
const traces = (text: string): ReadonlyArray<string> => {
  if (text.startsWith("https:")) return ["hunter2"]
  const digits = text.replaceAll(/\D/g, "")
  return [
    ...Array.from({ length: Math.max(1, text.length - 11) }, (_, at) => text.slice(at, at + 12)),
    ...(text.startsWith("+") ? [digits, digits.slice(-7)] : [])
  ]
}

describe("whatever a partner quotes in its error", () => {
  let seen: Awaited<ReturnType<typeof begin>>
  let message = ""

  beforeAll(async () => {
    seen = await begin({ submit: throwing(() => new Error(message)), callback: throwing(() => new Error(message)) })
    await seen.box.keys.create(seen.account, "0b1e55ed-0dd5-11f0-8000-5eed5eed5eed")
    seen.box.as({ apiKey: "a key of somebody" })
  })

  afterAll(() => seen[Symbol.asyncDispose]())

  const secret = fc.constantFrom(...told)

  propWith({ runs: 60 })(
    "of secrets, numbers, queries, texts and parameters is not logged",
    secret,
    fc.constantFrom(...quotes),
    async (text, quote) => {
      message = quote(text)
      const from = seen.logged.length
      await seen.box.as(seen.account).messages.send(personally)
      const found = await vi.waitFor(() => {
        const entry = line(seen.logged.slice(from), "a carrier has thrown")
        expect(entry).toBeDefined()
        return entry!
      }, patience)
      // The place and the ids may hold the same digits by chance.
      const said = String(found.fields["cause"]).replace(/, at \S*Thrown\.test\.ts\S*$/, "").toLowerCase()
      for (const trace of traces(text)) expect(said).not.toContain(trace.toLowerCase())
    }
  )

  it("of a request to its callback is not logged, and the request is answered 500", async () => {
    const from = seen.logged.length
    message = "no valid signature in the private words of somebody, hunter2, t0k3n"
    const answer = await seen.box.fetch(
      new Request("http://localhost/carriers/acme?key=hunter2", {
        method: "POST",
        headers: { "x-token": "t0k3n" },
        body: "the private words of somebody"
      })
    )
    expect([answer.status, await answer.text()]).toEqual([500, ""])
    const found = line(seen.logged.slice(from), "a carrier's callback has thrown")
    expect(found).toMatchObject({ level: "error", fields: { carrier: "acme" } })
    expect(found!.fields["cause"]).toMatch(/^Error: no valid signature in .*, at /)
    expect(JSON.stringify(seen.logged.slice(from))).not.toMatch(/private words|hunter2|t0k3n/)
    expect(seen.failures.at(-1)).toMatchObject({ where: "carrier.callback", carrier: "acme" })
  })
})

describe("onError", () => {
  it("gets what a listener throws, and the log says which one", async () => {
    const error = new AcmeError(`about ${to}`)
    await using seen = await begin({ submit: () => {} })
    seen.box.on("message.queued", throwing(() => error))
    await seen.box.as(seen.account).messages.send(personally)
    await vi.waitFor(() => expect(seen.failures).toHaveLength(1), patience)
    expect(seen.failures).toEqual([{ where: "listener", event: "message.queued", error }])
    expect(line(seen.logged, "a listener of message.queued has thrown")!.fields["cause"]).toMatch(
      /^AcmeError: about \*\*\*, at .*Thrown\.test\.ts/
    )
  })

  it.each<[string, () => unknown]>([
    ["throws", throwing(() => new Error(`of ${to}`))],
    ["rejects", () => Promise.reject(new Error(`of ${to}`))]
  ])("that %s itself is logged, and stops nothing", async (_, onError) => {
    await using seen = await begin({ submit: throwing(() => new RangeError("no")) }, { onError })
    await thrown(seen)
    await vi.waitFor(() => expect(line(seen.logged, "onError has thrown")).toBeDefined(), patience)
    expect(line(seen.logged, "onError has thrown")).toMatchObject({ level: "error" })
    expect(JSON.stringify(seen.logged)).not.toContain(to)
    const { recipients } = await seen.box.as(seen.account).messages.send(personally)
    expect(recipients).toHaveLength(1)
  })
})

describe("a review that throws", () => {
  let database: Database.Database
  beforeAll(async () => {
    database = await Database.fresh()
  })
  afterAll(() => database.drop())

  const withPassword = (password: string): string => {
    const url = new URL(database.url)
    url.password = password
    return url.href
  }

  const storages: ReadonlyArray<readonly [string, () => Options["storage"], RegExp]> = [
    ["memory", memory, /^AcmeError: cannot judge \*\*\* with hunter2, at /],
    // There that is the password of the database.
    [
      "PostgreSQL",
      () => postgres(withPassword("hunter2"), { maxConnections: 4 }),
      /^AcmeError: cannot judge \*\*\* with \*\*\*, at /
    ]
  ]

  it.each(storages)("is logged, told, and asked again on %s", async (_, storage, shown) => {
    const logged: Array<LogEntry> = []
    const failures: Array<HostFailure> = []
    const error = new AcmeError("cannot judge \"On its way.\" with hunter2", { cause: new Error("hunter2") })
    const box = createSignalbox({
      storage: storage(),
      secretKeys: `${secretKeys},old:${Buffer.alloc(32, 9).toString("base64")}`,
      carriers: [],
      review: throwing(() => error),
      log: (entry) => logged.push(entry),
      onError: (failure) => failures.push(failure)
    })
    const { id } = await box.accounts.ensure({ name: "Acme", balance: 1 })
    const made = await box.as(id).templates.ensure(template, { reviewedWithinMs: 0 })
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(0), patience)
    expect(failures[0]).toEqual({ where: "review", template: made.id, error })
    expect(line(logged, "the review has thrown")).toMatchObject({ level: "error", fields: { template: made.id } })
    expect(line(logged, "the review has thrown")!.fields["cause"]).toMatch(shown)
    expect(JSON.stringify(logged)).not.toContain("On its way")
    expect((await box.as(id).templates.get(made.id)).status).toBe("PENDING")
    await box.close({ graceMs: 0 })
  })
})

describe("the level of the log", () => {
  it.each<[Options["logLevel"], ReadonlyArray<string>]>([
    [undefined, ["warn", "error"]],
    ["error", ["error"]],
    ["warn", ["warn", "error"]],
    ["debug", ["debug", "warn", "error"]]
  ])("%s of the console shows %j and no others", async (logLevel, shown) => {
    const spies = (["debug", "info", "warn", "error"] as const).map((level) => ({
      level,
      spy: vi.spyOn(console, level).mockImplementation(() => {})
    }))
    try {
      await using acme = await start({ submit: throwing(() => new Error("no")), answersWithin: 100 }, {
        ...({ log: undefined, logLevel } as object)
      })
      acme.box.on("message.queued", throwing(() => new Error("no")))
      await acme.box.as(acme.account).messages.send(order)
      await vi.waitFor(() => {
        const lines = spies.filter(({ spy }) => spy.mock.calls.length > 0).map(({ level }) => level)
        expect(lines.filter((level) => level !== "info")).toEqual(shown)
      }, patience)
    } finally {
      for (const { spy } of spies) spy.mockRestore()
    }
  })
})
