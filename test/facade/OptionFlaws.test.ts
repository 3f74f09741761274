/**
 * Each wrong option is told word for word, and what is just right at the edge of what is allowed is taken.
 */
import { createSignalbox } from "signalbox"
import { describe, expect, it } from "vitest"

type Parts = Readonly<Record<string, unknown>>

const acme = { kind: "carrier", id: "acme", channels: ["sms"], submit: () => {} }

const least: Parts = { storage: { kind: "memory" }, carriers: [acme] }

const url = "postgres://localhost/none"
const secretKeys = `main:${Buffer.alloc(32, 1).toString("base64")}`
const call = () => {}

/** Returns the flaws of options that are right but for these. */
const told = (parts: Parts): ReadonlyArray<string> => {
  try {
    // What is no option keeps those that have no flaw from beginning to run.
    createSignalbox({ ...least, ...parts, zzzzzzzz: 1 } as unknown as Parameters<typeof createSignalbox>[0])
  } catch (error) {
    const lines = (error as Error).message.replace("createSignalbox: ", "").split("\n  ")
    return lines.filter((line) => !line.startsWith("zzzzzzzz is no option"))
  }
  throw new Error("it has begun to run")
}

const carriers = (parts: Parts): Parts => ({ carriers: [{ ...acme, ...parts }] })
const health = (carrierHealth: Parts): Parts => ({ carrierHealth })
const lookup = (parts: Parts): Parts => ({ numberLookup: { find: call, ...parts } })
const sqlite = (parts: Parts): Parts => ({ secretKeys, storage: { kind: "sqlite", file: "a.db", ...parts } })
const postgres = (parts: Parts): Parts => ({ secretKeys, storage: { kind: "postgres", database: url, ...parts } })
const cells = (named: Parts, parts: Parts = {}): Parts => ({
  secretKeys,
  storage: { kind: "cells", cells: named, place: call, ...parts }
})

const memory = { kind: "memory" }
const many = (count: number): Parts => Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, memory]))
const home = { kind: "postgres", database: url, schema: "a" }

describe("an option", () => {
  it.each<readonly [parts: Parts, said: string | ReadonlyArray<string>]>([
    [{ storage: 5 }, "storage must be memory(), sqlite(file) or postgres(url)"],
    [{ storage: { kind: "redis" } }, "storage must be memory(), sqlite(file) or postgres(url)"],
    [sqlite({ file: ":memory:" }), "storage.file must be the path of a file"],
    [sqlite({ missingLog: "ignore" }), "storage.missingLog must be one of: refuse, accept"],
    [
      postgres({ database: 5 }),
      "storage.database must be a URL such as \"postgres://user:password@host:5432/database\", or a pool of pg"
    ],
    [
      postgres({ database: { connect: true } }),
      "storage.database must be a URL such as \"postgres://user:password@host:5432/database\", or a pool of pg"
    ],
    [
      postgres({ database: "postgres://me:a-secret@a,b,c/x?port=1,2" }),
      "storage.database must be a URL such as \"postgres://user:password@host:5432/database\", or a pool of pg: this one names neither one port nor one for each host"
    ],
    [
      postgres({ database: "mysql://me:a-secret@localhost/x" }),
      "storage.database must be a URL such as \"postgres://user:password@host:5432/database\", or a pool of pg: this one is not one of PostgreSQL but of mysql"
    ],
    [
      postgres({ database: "localhost" }),
      "storage.database must be a URL such as \"postgres://user:password@host:5432/database\", or a pool of pg: this one cannot be read"
    ],
    [
      postgres({ schema: "pg_mine" }),
      "storage.schema must be the name of a schema of 1 to 63 characters, and not begin with pg_"
    ],
    [postgres({ maxConnections: 1 }), "storage.maxConnections must be between 2 and 1000"],
    [postgres({ maxConnections: 1001 }), "storage.maxConnections must be between 2 and 1000"],
    [postgres({ migrate: "never" }), "storage.migrate must be one of: auto, check"],
    [
      { ...postgres({}), secretKeys: undefined },
      "secretKeys is needed with postgres, which keeps the signing secrets of webhooks sealed: \"main:\" and what `openssl rand -base64 32` prints, the same at every start and on every node"
    ],
    [
      { ...sqlite({}), secretKeys: undefined },
      "secretKeys is needed with sqlite, which keeps the signing secrets of webhooks sealed: \"main:\" and what `openssl rand -base64 32` prints, the same at every start and on every node"
    ],
    [
      { ...cells({ a: memory, b: home }), secretKeys: undefined },
      "secretKeys is needed with postgres, which keeps the signing secrets of webhooks sealed: \"main:\" and what `openssl rand -base64 32` prints, the same at every start and on every node"
    ],
    [cells({}), "storage.cells must have 1 to 64 cells"],
    [cells(many(65)), "storage.cells must have 1 to 64 cells"],
    [cells({ A: memory }), "storage.cells: A must be 1 to 32 small letters, digits, - and _"],
    [cells({ a: { kind: "sqlite", file: "a" } }), "storage.cells.a must be memory() or postgres(url)"],
    [cells({ a: { ...home, maxConnections: 1 } }), "storage.cells.a.maxConnections must be between 2 and 1000"],
    [cells({ a: home, b: { ...home } }), "storage.cells.b is the schema of another cell already"],
    [cells({ a: memory }, { directory: "b" }), "storage.directory must be the name of a cell"],
    [cells({ a: memory }, { place: 5 }), "storage.place must be a function"],
    [{ ...cells({ a: memory }), work: ["b"] }, "work must be true, false, or the names of cells"],
    [{ work: ["a"] }, "work must be true, false, or the names of cells"],
    [{ carriers: {} }, "carriers must be an array"],
    [{ carriers: [acme, acme] }, "carriers[1].id is the id of another carrier already"],
    [{ carriers: [{ ...acme, kind: "carrier-layer", layer: 5 }] }, [
      "carriers[0].submit is no option; there are kind, id, channels, layer",
      "carriers[0].layer must be a Layer of Effect, of the same version as the service's"
    ]],
    [carriers({ kind: "career" }), "carriers[0].kind must be made with carrier({ ... })"],
    [carriers({ id: "Acme" }), "carriers[0].id must be 1 to 64 small letters, digits and hyphens, such as \"acme-eu\""],
    [carriers({ channels: [] }), "carriers[0].channels must name a channel"],
    [carriers({ submit: 5 }), "carriers[0].submit must be a function"],
    [carriers({ callback: 5 }), "carriers[0].callback must be a function"],
    [carriers({ answersWithin: 0 }), "carriers[0].answersWithin must be a number above 0 and at most 2147483647"],
    [
      carriers({ answersWithin: 2_147_483_648 }),
      "carriers[0].answersWithin must be a number above 0 and at most 2147483647"
    ],
    [carriers({ repeat: "always" }), "carriers[0].repeat must be one of: once, never"],
    [carriers({ choosesSender: 1 }), "carriers[0].choosesSender must be true or false"],
    [carriers({ pace: { perSecond: 0, inFlight: 1_000_001 } }), [
      "carriers[0].pace.perSecond must be a number above 0 and at most 1000000",
      "carriers[0].pace.inFlight must be a number above 0 and at most 1000000"
    ]],
    [
      { review: 5 },
      "review must be a function, or a Layer of Effect that a package makes, of the same version as the service's"
    ],
    [{ rates: [{ channel: "fax", price: 1 }] }, "rates[0].channel must be one of: sms, whatsapp, rcs, mms"],
    [{ rules: [{ carrier: "nobody" }] }, "rules[0].carrier must be the id of one of the carriers"],
    [
      { rules: [{ split: [{ carrier: "acme", weight: 1 }, { carrier: "nobody", weight: 1 }] }] },
      "rules[0].split[1].carrier must be the id of one of the carriers"
    ],
    [
      { costs: [{ carrier: "nobody", channel: "sms", price: 0.01 }] },
      "costs[0].carrier must be the id of one of the carriers"
    ],
    [{ rules: [{ action: "deny" }] }, "rules[0].action must be one of: ALLOW, DENY"],
    [health({ slowSeconds: 9, minimum: 4, windowMinutes: 1, step: 0, probes: 0 }), [
      "carrierHealth.slowSeconds must be a whole number from 10 to 3600",
      "carrierHealth.minimum must be a whole number from 5 to 100000",
      "carrierHealth.windowMinutes must be a whole number from 2 to 120",
      "carrierHealth.step must be a whole number from 1 to 100",
      "carrierHealth.probes must be a whole number from 1 to 50"
    ]],
    [health({ slowSeconds: 3601, minimum: 100_001, windowMinutes: 121, step: 101, probes: 51 }), [
      "carrierHealth.slowSeconds must be a whole number from 10 to 3600",
      "carrierHealth.minimum must be a whole number from 5 to 100000",
      "carrierHealth.windowMinutes must be a whole number from 2 to 120",
      "carrierHealth.step must be a whole number from 1 to 100",
      "carrierHealth.probes must be a whole number from 1 to 50"
    ]],
    [health({ slowShare: 0, failedShare: 1.1 }), [
      "carrierHealth.slowShare must be a number above 0 and at most 1",
      "carrierHealth.failedShare must be a number above 0 and at most 1"
    ]],
    [health({ slowStepMinutes: 0, failedStepMinutes: 1441, restMinutes: 0.5, reportSeconds: 61 }), [
      "carrierHealth.slowStepMinutes must be a whole number from 1 to 1440",
      "carrierHealth.failedStepMinutes must be a whole number from 1 to 1440",
      "carrierHealth.restMinutes must be a whole number from 1 to 1440",
      "carrierHealth.reportSeconds must be a whole number from 1 to 60"
    ]],
    [
      health({ slowSeconds: 300, windowMinutes: 5 }),
      "carrierHealth.windowMinutes must be a minute longer than slowSeconds at least"
    ],
    [{ carrierHealth: 5 }, "carrierHealth must be an object"],
    [lookup({ find: 5, cost: -1, keepHours: 721 }), [
      "numberLookup.find must be a function",
      "numberLookup.cost must be a number of at least 0",
      "numberLookup.keepHours must be a whole number from 1 to 720"
    ]],
    [{ numberLookup: 5 }, "numberLookup must be an object"],
    [{ webhooks: { allow: ["localhost"], maxSockets: 3 } }, [
      "webhooks.allow[0] must be a range of addresses such as \"127.0.0.0/8\" or \"::1/128\"",
      "webhooks.maxSockets must be between 4 and 65536"
    ]],
    [{ webhooks: 5 }, "webhooks must be an object"],
    [{ limits: { unreadBytes: 0, allUnreadBytes: -1 } }, [
      "limits.unreadBytes must be a whole number above 0",
      "limits.allUnreadBytes must be a whole number above 0"
    ]],
    [{ limits: 5 }, "limits must be an object"],
    [
      { secretKeys: "main" },
      "secretKeys must be \"id:base64\" with 32 bytes in base64; `openssl rand -base64 32` makes them"
    ],
    [{ node: "node 1" }, "node must be 1 to 200 characters of printable ASCII without spaces"],
    [{ work: "yes" }, "work must be true or false"],
    [
      { basePath: "messaging" },
      "basePath must be a path that begins with a slash and ends without one, such as \"/messaging\""
    ],
    [{ docsUrl: "docs" }, "docsUrl must be a URL such as \"https://docs.example.com\", without a query and a fragment"],
    [{ log: true }, "log must be a function, or false"],
    [{ logLevel: "trace" }, "logLevel must be one of: debug, info, warn, error"],
    [{ onError: 5 }, "onError must be a function"],
    [{ tracer: {} }, "tracer must be a Tracer of @opentelemetry/api, as trace.getTracer(\"signalbox\") returns it"],
    [{ health: 0 }, "health must be true or false"],
    [{ webhooks: { alow: [] } }, "webhooks.alow is no option; did you mean webhooks.allow?"],
    [{ numberLookup: { fnd: call } }, [
      "numberLookup.fnd is no option; did you mean numberLookup.find?",
      "numberLookup.find is required"
    ]]
  ])("%j is told in words that name it and say what it should be", (parts, said) => {
    expect(told(parts)).toEqual([said].flat())
  })

  it.each<readonly [parts: Parts]>([
    [postgres({ database: { connect: call }, schema: "s".repeat(63), maxConnections: 2, pooler: false })],
    [postgres({ schema: "ä", maxConnections: 1000, migrate: "auto" })],
    [sqlite({ missingLog: "accept" })],
    [sqlite({ missingLog: undefined })],
    [cells(many(64), { directory: "c63" })],
    [cells({ a: home, b: { ...home, schema: "b" }, c: { ...home, database: `${url}2` } })],
    [{ ...cells({ a: memory, b: memory }), secretKeys: undefined, work: ["a", "b"] }],
    [{ ...cells({ a: memory }), work: [] }],
    [carriers({ id: `a${"-".repeat(63)}`, answersWithin: 2_147_483_647, repeat: "once", choosesSender: true })],
    [carriers({ pace: { perSecond: 1_000_000, inFlight: 0.1 } })],
    [{ rules: [{ carrier: "acme" }, { split: [{ carrier: "acme", weight: 1 }] }, { action: "DENY" }] }],
    [health({ slowSeconds: 10, slowShare: null, failedShare: 1, minimum: 5, windowMinutes: 2, step: 1, probes: 1 })],
    [health({ slowSeconds: 3600, windowMinutes: 120, minimum: 100_000, step: 100, probes: 50, reportSeconds: 60 })],
    [health({ slowStepMinutes: 1440, failedStepMinutes: 1, restMinutes: 1440, reportSeconds: 1 })],
    [health({ slowSeconds: 300, windowMinutes: 6 })],
    [health({ slowSeconds: undefined })],
    [lookup({ cost: 0, keepHours: 720 })],
    [lookup({ cost: undefined, keepHours: 1 })],
    [{ webhooks: { allow: ["::1/128"], maxSockets: 4 } }],
    [{ webhooks: { maxSockets: 65_536 }, limits: { unreadBytes: 1, allUnreadBytes: undefined } }],
    [{ secretKeys: `${secretKeys}, old.1:${secretKeys.slice(5)}`, node: "!".repeat(200), basePath: "/a.b/~c" }],
    [{ log: false, logLevel: "debug", tracer: { startSpan: call }, docsUrl: "http://localhost:5173" }]
  ])("%j is just right", (parts) => {
    expect(told(parts)).toEqual([])
  })
})
