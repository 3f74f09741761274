/**
 * Each failure of the host's own functions has its line, its level and its fields; the secrets of the options and the keys
 * that were seen are in none, and the host gets the failure itself.
 */
import * as Effect from "effect/Effect"
import { inspect } from "node:util"
import type { HostFailure, LogEntry, Options } from "signalbox"
import { memory, postgres } from "signalbox"
import * as HostFailures from "signalbox/internal/hostFailures"
import * as Log from "signalbox/internal/log"
import * as Thrown from "signalbox/internal/thrown"
import { describe, expect, it } from "vitest"

const logging = (logLevel?: LogEntry["level"]) => {
  const lines: Array<readonly [level: string, message: string, fields: object]> = []
  const log = Log.make({
    log: ({ fields, level, message }) => void lines.push([level, message, fields]),
    ...(logLevel === undefined ? {} : { logLevel })
  })
  return { lines, log }
}

/** An error without a place, so that its line is its message alone. */
const error = (message: string): Error => Object.assign(new Error(message), { stack: "" })

/** Returns what the log is told of a message where the options are these and these keys were seen. */
const told = (message: string, options: Partial<Options> = {}, keys: ReadonlyArray<string> = []): string => {
  const failures = HostFailures.make(options)
  for (const key of keys) failures.hide(key)
  return failures.tell({ where: "console.authorize", error: error(message) }, []).line
}

describe("a failure of the host's", () => {
  const all: ReadonlyArray<readonly [about: object, level: LogEntry["level"], message: string]> = [
    [
      { where: "carrier.submit", carrier: "acme", attempt: "a" },
      "warn",
      "a carrier has thrown; nobody knows whether it has sent"
    ],
    [{ where: "carrier.callback", carrier: "acme" }, "error", "a carrier's callback has thrown"],
    [{ where: "review", template: "t" }, "error", "the review has thrown; it is asked again"],
    [{ where: "listener", event: "message.sent" }, "error", "a listener of message.sent has thrown"],
    [{ where: "console.authorize" }, "error", "authorize of a console has thrown"]
  ]

  it.each(all)("%j has the level %s and its words", (about, level, message) => {
    const thrown = Object.assign(error("no Ada"), { code: "E1", more: 7 })
    const failure = { ...about, error: thrown } as HostFailure
    const heard: Array<HostFailure> = []
    const entry = HostFailures.make({ onError: (each) => void heard.push(each) }).tell(failure, ["Ada"])
    const { where: _, ...rest } = about as { readonly where: string }
    const line = "Error: no ***"
    const { whole, ...said } = entry
    expect(said).toStrictEqual({ level, message, fields: { ...rest, cause: line }, line, code: "E1" })
    expect(whole()).toStrictEqual({ ...rest, error: expect.stringContaining("more: 7") })
    expect(heard).toEqual([failure])
    expect(heard[0]).toBe(failure)

    for (const isFiber of [true, false]) {
      for (const logLevel of ["debug", "info"] as const) {
        const { lines, log } = logging(logLevel)
        if (isFiber) Effect.runSync(Effect.provide(HostFailures.logged(entry), log.layer))
        else HostFailures.write(log, entry)
        expect(lines).toEqual([
          [level, message, { ...rest, cause: line }],
          ...(logLevel === "debug" ? [["debug", "the error as a whole", whole()]] : [])
        ])
      }
    }
  })

  it.each<[string, () => unknown]>([["throws", () => {
    throw error("about Ada")
  }], ["rejects", () => Promise.reject(error("about Ada"))]])(
    "that the host hears by a function which %s is logged beside",
    async (_, onError) => {
      const { lines, log } = logging()
      HostFailures.make({ onError }, log).tell({ where: "review", template: "t", error: error("no") }, ["Ada"])
      await new Promise((resolve) => setImmediate(resolve))
      expect(lines).toEqual([["error", "onError has thrown", { cause: "Error: about ***" }]])
    }
  )
})

describe("a line of the log", () => {
  it("quotes no key that seals secrets, with or without its name", () => {
    const secretKeys = "main:omnibus,old:vehicles"
    expect(told("omnibus vehicles main:omnibus old:vehicles maintenance", { secretKeys })).toBe(
      "Error: *** *** *** *** maintenance"
    )
    expect(told("omnibus")).toBe("Error: omnibus")
  })

  it("quotes no password of the database, as it is written there or as it is meant", () => {
    const on = (database: string) => ({ storage: postgres(database) })
    expect(told("open-sesame, hush", on("postgres://ada:open%2Dsesame@host/db?password=hush"))).toBe("Error: ***, ***")
    expect(told("open%2Dsesame", on("postgres://ada:open%2Dsesame@host/db"))).toBe("Error: ***")
    expect(told("x open%zz x", on("postgres://ada:open%zz@host/db"))).toBe("Error: x *** x")
    expect(told("ada on host", on("postgres://ada:secretly@host/db"))).toBe("Error: ada on host")
    expect(told("secretly", { storage: memory() })).toBe("Error: secretly")
    const pool = { connect: () => new Promise<never>(() => {}) }
    expect(told("secretly", { storage: postgres(pool) })).toBe("Error: secretly")
    expect(told("secretly", on("secretly"))).toBe("Error: secretly")
  })

  it("quotes none of the hundred keys that were seen last", () => {
    // Words of letters alone, which look like nobody's key.
    const key = (index: number): string => `key${String.fromCharCode(97 + index / 26, 97 + index % 26)}word`
    const keys = Array.from({ length: 101 }, (_, index) => key(index))
    expect(told(`${key(0)} ${key(1)} ${key(100)}`, {}, keys)).toBe(`Error: ${key(0)} *** ***`)
    expect(told(`${key(0)} ${key(1)}`, {}, keys.slice(0, 100))).toBe("Error: *** ***")
    // One that is seen again is the last one.
    expect(told(`${key(0)} ${key(1)}`, {}, [...keys.slice(0, 100), key(0), key(100)])).toBe(`Error: *** ${key(1)}`)
  })

  it("has at most 200 characters of a message, and nothing of one that nobody could look through", () => {
    const words = (length: number): string => "no ".repeat(length).slice(0, length)
    const describe = (message: string, ...hidden: ReadonlyArray<string>) => Thrown.describe(error(message), hidden)
    expect(describe("x".repeat(19) + " ".repeat(200))).toBe(`Error: ${"x".repeat(19)}`)
    expect(describe(words(200).replace(/ $/, "x"))).toBe(`Error: ${words(200).replace(/ $/, "x")}`)
    expect(describe(`${words(201)}`.replace(/ $/, "x"))).toBe(`Error: ${words(199)}…`)
    expect(describe(words(5000))).toBe(`Error: ${words(199)}…`)
    expect(describe(words(5001))).toBe("Error: a message of 5001 characters")
    expect(describe("short", "y".repeat(10_000), "y".repeat(10_000))).toBe("Error: short")
    expect(describe("short", "y".repeat(10_000), "y".repeat(10_001))).toBe("Error: a message of 5 characters")
  })

  class Own extends Error {}

  it.each<readonly [name: string, thrown: unknown, line: string]>([
    ["a class", Object.assign(new Own("no"), { stack: "" }), "Own: no"],
    ["a name", Object.assign(error("no"), { name: "HttpError" }), "HttpError: no"],
    ["a name that is a sentence", Object.assign(error("no"), { name: "about Ada Lovelace" }), "object: no"],
    ["a name that is long", Object.assign(error("no"), { name: "a".repeat(81) }), "object: no"],
    ["a name that may be", Object.assign(error("no"), { name: "a".repeat(80) }), `${"a".repeat(80)}: no`],
    ["no class", Object.create(null), "object"],
    ["no message", { message: 7 }, "Object"],
    ["a text", "no  session\n", "string: no session"],
    ["nothing", undefined, "undefined"]
  ])("names an error by %s", (_, thrown, line) => {
    expect(Thrown.describe(thrown, [])).toBe(line)
  })

  it.each<readonly [code: unknown, said: string]>([
    ["ECONNREFUSED", "ECONNREFUSED"],
    [21_211, "21211"],
    ["a".repeat(40), "a".repeat(40)],
    ["a".repeat(41), ""],
    ["two words", ""],
    ["adacode", ""],
    [null, ""],
    [{}, ""]
  ])("has the code %j as %j", (code, said) => {
    expect(Thrown.codeOf({ code }, ["adacode"])).toBe(said)
  })

  it("has no code of what throws when it is looked at, and says so of the whole", () => {
    const thrower = () => {
      throw new Error("own affair")
    }
    const proxy = new Proxy({}, { get: thrower, getPrototypeOf: thrower })
    expect([Thrown.codeOf(proxy, []), Thrown.describe(proxy, [])]).toEqual(["", "object"])
  })

  it("names the first place in the host's own code, or else the first one", () => {
    const at = (...places: ReadonlyArray<string>) =>
      Thrown.describe(
        Object.assign(new Error("no"), { stack: ["Error: no", ...places.map((each) => `    at ${each}`)].join("\n") }),
        []
      )
    const library = "call (/app/node_modules/lib/index.js:1:2)"
    expect(at(library, "node:internal/a:1:2", "send (/app/own.js:3:4)")).toMatch(/^Error: no, at .*own\.js:3:4\)?$/)
    expect(at(library, "node:internal/a:1:2")).toMatch(/^Error: no, at .*index\.js:1:2\)?$/)
  })
})

it("an error that throws when all of it is looked at is told in words", () => {
  const error = {
    [inspect.custom]: () => {
      throw new Error("own affair")
    }
  }
  expect(Thrown.whole(error)).toBe("an error that throws when it is looked at")
  expect(Thrown.whole({ code: 7 })).toBe("{ code: 7 }")
})
