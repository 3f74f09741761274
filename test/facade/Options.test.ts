/**
 * Bad options are told immediately, by their names.
 */
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { carrier, createSignalbox, memory, postgres, sqlite } from "signalbox"
import { describe, expect, it } from "vitest"

type Parts = Record<string, unknown>

const secretKeys = `main:${Buffer.alloc(32, 1).toString("base64")}`

/** Every option, as it should be, without anything that would begin to run. */
const whole = (): Parts => ({
  storage: postgres("postgres://user:secret@localhost:5432/none", {
    schema: "signalbox",
    migrate: "check",
    pooler: true,
    maxConnections: 5
  }),
  carriers: [
    carrier({
      id: "acme-eu",
      channels: ["sms", "mms"],
      submit: () => {},
      callback: () => {},
      pace: { perSecond: 10, inFlight: 5 },
      answersWithin: 1000
    })
  ],
  review: () => "approved",
  webhooks: { allow: ["127.0.0.0/8"], maxSockets: 1024 },
  secretKeys,
  node: "node-1",
  work: true,
  billing: false,
  basePath: "/messaging",
  limits: { unreadBytes: 1_000_000, allUnreadBytes: 10_000_000 },
  openapi: true,
  docs: false,
  docsUrl: "https://docs.example.com/signalbox/",
  health: false,
  log: () => {},
  logLevel: "warn",
  onError: () => {},
  tracer: { startSpan: () => ({}) }
})

/** Wrong values of each option, by its place. */
const flaws: ReadonlyArray<readonly [place: string, wrong: ReadonlyArray<unknown>]> = [
  ["storage", [null, {}, "memory", { kind: "redis" }]],
  ["storage.database", [
    "localhost",
    "mysql://localhost/x",
    "postgres://a,b/x?target_session_attrs=read-only",
    "postgres://a,b,c/x?port=1,2",
    5,
    {}
  ]],
  ["storage.schema", ["", "pg_mine", 3, "s".repeat(64)]],
  ["storage.migrate", ["never", true]],
  ["storage.pooler", ["yes", 1]],
  ["storage.maxConnections", [0, 1, 1.5, "10", Number.NaN]],
  ["carriers", [null, {}, "acme"]],
  ["carriers[0]", [null, "acme", 5]],
  ["carriers[0].kind", [null, "career"]],
  ["carriers[0].id", ["", "Acme", "acme eu", 5, "-a", "a".repeat(65)]],
  ["carriers[0].channels", [[], null, "sms"]],
  ["carriers[0].channels[0]", ["fax", 5, null]],
  ["carriers[0].submit", [null, "https://example.com", {}]],
  ["carriers[0].callback", [null, "https://example.com"]],
  ["carriers[0].pace", [null, 5]],
  ["carriers[0].pace.perSecond", [0, -1, "10", Infinity]],
  ["carriers[0].pace.inFlight", [0, null]],
  ["carriers[0].answersWithin", [0, "1s", 2 ** 31]],
  ["review", [null, "approved", { kind: "reviewer-layer", layer: {} }]],
  ["webhooks", [null, [], "127.0.0.0/8"]],
  ["webhooks.allow", [null, "127.0.0.0/8"]],
  ["webhooks.maxSockets", [0, 3, 1.5, "512", 65_537]],
  ["webhooks.allow[0]", ["localhost", "127.0.0.0/64", 5]],
  ["secretKeys", ["", "main", "main:c2hvcnQ=", `${secretKeys},`, 5]],
  ["node", ["", "node 1", 5, "é"]],
  ["work", ["yes", null, 0]],
  ["billing", ["no", null, 0]],
  ["limits", [null, 5]],
  ["limits.unreadBytes", [0, -1, 1.5, "10", Number.NaN]],
  ["limits.allUnreadBytes", [0, null, Infinity]],
  ["openapi", [null, 0, "yes"]],
  ["docs", [null, 0, "no"]],
  ["docsUrl", [
    null,
    "",
    "docs.example.com",
    "ftp://docs.example.com",
    "https://a.example/?q=1",
    "https://me@a.example"
  ]],
  ["health", [null, 0, "no"]],
  ["basePath", ["messaging", "/messaging/", "/a b", 5]],
  ["log", [null, true, "console"]],
  ["logLevel", [null, "Debug", "trace", 3]],
  ["onError", [null, "console", {}]],
  ["tracer", [null, "otel", {}, { startSpan: true }, () => {}]]
]

const steps = (place: string): ReadonlyArray<string> => place.split(/[.[\]]+/).filter((step) => step !== "")

/** The options with another value at one place. */
const withValue = (options: unknown, [step, ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  if (step === undefined) return value
  if (Array.isArray(options)) {
    return options.map((each: unknown, index) => String(index) === step ? withValue(each, rest, value) : each)
  }
  const found = options as Parts
  return { ...found, [step]: withValue(found[step], rest, value) }
}

const told = (options: unknown): string => {
  try {
    createSignalbox(options as Parameters<typeof createSignalbox>[0])
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as Error).message
  }
  return ""
}

const lines = (message: string): ReadonlyArray<string> =>
  message.replace("createSignalbox: ", "").split("\n").map((line) => line.trim())

describe("an option", () => {
  prop(
    "that is wrong is named, and nothing else is",
    fc.constantFrom(...flaws).chain(([place, wrong]) => fc.tuple(fc.constant(place), fc.constantFrom(...wrong))),
    ([place, value]) => {
      const message = told(withValue(whole(), steps(place), value))
      const found = lines(message)
      expect(found).toHaveLength(1)
      expect(found[0]?.startsWith(`${place} `) || found[0]?.startsWith(`${place}[`), message).toBe(true)
      expect(message).not.toContain("user:secret")
    }
  )

  prop(
    "that is misspelt is told with the right one",
    fc.constantFrom(
      ...Object.keys(whole()),
      "carriers[0].id",
      "carriers[0].channels",
      "carriers[0].submit",
      "carriers[0].callback",
      "carriers[0].answersWithin",
      "storage.schema",
      "storage.migrate",
      "webhooks.allow"
    ).filter((place) => place !== "carriers[0].id"),
    fc.nat(),
    fc.constantFrom("doubled", "left out", "swapped"),
    (place, at, how) => {
      const [, parent, name] = /^(.*?)\.?(\w+)$/.exec(place)!
      const index = 1 + at % (name!.length - 2)
      const [before, letter, after] = [name!.slice(0, index), name![index]!, name!.slice(index + 1)]
      const swapped = before.slice(0, -1) + letter + before.at(-1)! + after
      const wrong = how === "doubled" ? before + letter + letter + after : how === "left out" ? before + after : swapped
      fc.pre(wrong !== name)
      const within = parent === "" ? "" : `${parent}.`
      const message = told(withValue(whole(), [...steps(parent!), wrong], "x"))
      expect(lines(message)).toContain(`${within}${wrong} is no option; did you mean ${place}?`)
    }
  )

  it("that nobody could have meant is told with all that there are", () => {
    expect(told({ ...whole(), quota: 5 })).toMatch(
      /^createSignalbox: quota is no option; there are storage, carriers, /
    )
  })
})

describe("options", () => {
  it("are told in one error", () => {
    expect(lines(told({ storage: memory(), carriers: [{}], work: 1 })).map((line) => line.split(" ")[0])).toEqual([
      "work",
      "carriers[0].kind",
      "carriers[0].id",
      "carriers[0].channels",
      "carriers[0].submit"
    ])
    expect(told(undefined)).toBe("createSignalbox: options must be an object")
    expect(lines(told({}))).toEqual(["storage is required", "carriers is required"])
  })

  it("name a second carrier with the same id", () => {
    const each = carrier({ id: "acme", channels: ["sms"], submit: () => {} })
    expect(told({ storage: memory(), carriers: [each, each] })).toContain("carriers[1].id is the id of another carrier")
  })

  it("need keys for the secrets that PostgreSQL and SQLite keep", () => {
    const { secretKeys: _, ...others } = whole()
    expect(told(others)).toContain("secretKeys is needed with postgres")
    expect(told({ ...others, storage: sqlite("signalbox.db") })).toContain("secretKeys is needed with sqlite")
  })

  it("name a file of SQLite that is none", () => {
    for (const file of ["", ":memory:", 5, "a\0b"]) {
      expect(told({ ...whole(), storage: sqlite(file as string) })).toContain("storage.file must be")
    }
    const wrong = sqlite("signalbox.db", { missingLog: "ignore" as "accept" })
    expect(told({ ...whole(), storage: wrong })).toContain("storage.missingLog must be")
  })

  it("of an old Node are not even looked at: it says which one is needed", () => {
    const versions = Object.getOwnPropertyDescriptor(process, "versions")!
    Object.defineProperty(process, "versions", { ...versions, value: { ...process.versions, node: "20.20.2" } })
    try {
      expect(() => createSignalbox(whole() as unknown as Parameters<typeof createSignalbox>[0])).toThrow(
        "Signalbox needs Node.js 22.19 or newer, or Bun. This is Node.js 20.20.2."
      )
    } finally {
      Object.defineProperty(process, "versions", versions)
    }
  })

  it("that are undefined count as left out", async () => {
    const box = createSignalbox({
      storage: memory(),
      carriers: [],
      ...({ node: undefined, webhooks: { allow: undefined }, log: undefined } as object)
    })
    await box.close()
    expect(told({ storage: undefined, carriers: [] })).toBe("createSignalbox: storage is required")
  })
})
