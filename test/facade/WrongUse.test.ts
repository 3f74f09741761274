/**
 * A use that can only be a mistake in the host's code is told to whoever makes it.
 */
import type { Signalbox } from "signalbox"
import { cells, createSignalbox, memory, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let box: Signalbox
let celled: Signalbox
let stored: Signalbox

const url = "postgres://127.0.0.1:1/none"
const options = {
  carriers: [],
  log: false,
  secretKeys: `main:${Buffer.alloc(32, 1).toString("base64")}`,
  work: false
} as const

beforeAll(() => {
  box = createSignalbox({ ...options, storage: memory() })
  celled = createSignalbox({ ...options, storage: cells({ eu: memory(), us: postgres(url) }, { place: () => "eu" }) })
  stored = createSignalbox({ ...options, storage: postgres(url) })
})

afterAll(() => Promise.all([box, celled, stored].map((each) => each.close({ graceMs: 0 }))))

const strange = (call: unknown) => call as (...given: ReadonlyArray<unknown>) => unknown

const connection = { query: () => Promise.resolve({ rows: [] }) }
const authorize = () => null
const asked = new Request("http://localhost/v3/me")

describe("a use that is wrong", () => {
  it.each<readonly [what: string, use: () => unknown, message: string]>([
    [
      "nobody",
      () => strange(box.as)(),
      "TypeError: as(caller) takes the id of an account, as accounts.ensure returns it."
    ],
    [
      "half a character",
      () => box.as("\ud83d"),
      "TypeError: as(caller) takes the id of an account, as accounts.ensure returns it."
    ],
    [
      "a key that is none",
      () => strange(box.as)({ apiKey: 5 }),
      "TypeError: as(caller) takes the id of an account, or { apiKey, profile, ip } with texts."
    ],
    [
      "an address that is none",
      () => strange(box.as)({ apiKey: "a", ip: 5 }),
      "TypeError: as(caller) takes the id of an account, or { apiKey, profile, ip } with texts."
    ],
    [
      "a profile that is none",
      () => strange(box.as)({ apiKey: "a", profile: "\ud83d" }),
      "TypeError: as(caller) takes the id of an account, or { apiKey, profile, ip } with texts."
    ],
    [
      "a misspelt event",
      () => strange(box.on)("message.delivrd", () => {}),
      "TypeError: There is no event message.delivrd; did you mean message.delivered?"
    ],
    [
      "an event that there is not",
      () => strange(box.on)("quixotic", () => {}),
      "TypeError: There is no event quixotic"
    ],
    [
      "a listener that is none",
      () => strange(box.on)("*", 5),
      "TypeError: on(event, listener) needs a function that listens."
    ],
    ["a console of nothing", () => strange(box.console)(), "TypeError: console takes { account, authorize }."],
    [
      "a console of nobody",
      () => strange(box.console)({ authorize }),
      "TypeError: console takes { account, authorize }."
    ],
    [
      "a console without authorize",
      () => strange(box.console)({ account: "a" }),
      "TypeError: console: authorize must be a function that returns the session of a request, or " +
      "null."
    ],
    [
      "a console that writes perhaps",
      () => strange(box.console)({ account: "a", authorize, writable: 1 }),
      "TypeError: console: writable must be true or false."
    ],
    [
      "a console at no path",
      () => box.console({ account: "a", authorize, basePath: "console/" }),
      "TypeError: console: basePath must be a path that begins with a slash and ends without one."
    ],
    [
      "a console with what is no option",
      () => strange(box.console)({ account: "a", authorize, base: "", cell: 1 }),
      "TypeError: console: base, cell is no option; it takes account, authorize, basePath, writable."
    ],
    [
      "a transaction in memory",
      () => strange(box.in)(connection),
      "SignalboxError: in(transaction) needs storage: postgres(...) in the database of the " +
      "transaction."
    ],
    [
      "a transaction in a cell of a service that has none",
      () => strange(stored.in)(connection, { cell: "eu" }),
      "SignalboxError: in(transaction) takes a cell only with storage: cells(...)."
    ],
    [
      "a transaction in no cell",
      () => strange(celled.in)(connection),
      "SignalboxError: in(transaction) needs the cell that its database is of, since a call is " +
      "committed in one database: in(transaction, { cell: \"eu\" }). There are eu, us."
    ],
    [
      "a transaction in a cell that there is not",
      () => strange(celled.in)(connection, { cell: "mars" }),
      "SignalboxError: in(transaction) needs the cell that its database is of, since a call is " +
      "committed in one database: in(transaction, { cell: \"eu\" }). There are eu, us."
    ],
    [
      "a transaction in a cell that is in memory",
      () => strange(celled.in)(connection, { cell: "eu" }),
      "SignalboxError: in(transaction) needs a cell in postgres(...), and eu is in memory."
    ],
    [
      "a transaction with what is no option",
      () => strange(stored.in)(connection, { cel: "eu" }),
      "SignalboxError: in: options.cel is no option; did you mean options.cell?"
    ],
    [
      "a transaction that is none",
      () => strange(stored.in)({}),
      "SignalboxError: in(transaction) needs a connection with an open transaction: an object with " +
      "query(text, values)."
    ],
    [
      "a transaction that is a pool",
      () => strange(stored.in)({ ...connection, connect: () => {}, totalCount: 1 }),
      "SignalboxError: in(transaction) was given a pool, whose connections share none: begin a " +
      "transaction first, with `await connection.query(\"begin\")` on one connection, such as a client " +
      "of a pool."
    ],
    [
      "a request that is none",
      () => strange(box.fetch)("http://localhost"),
      "TypeError: Signalbox: the first argument of fetch must be a Request."
    ],
    [
      "a client that is none",
      () => strange(box.fetch)(asked, { params: {} }),
      "TypeError: Signalbox: the second argument of fetch is no client: hand the client's address " +
      "over by name, as in fetch(request, { ip }); leave it out when it is not known."
    ],
    [
      "a client with no address",
      () => strange(box.fetch)(asked, { ip: "localhost" }),
      "TypeError: Signalbox: the ip that fetch was given is no IP address: hand the client's address " +
      "over by name, as in fetch(request, { ip }); leave it out when it is not known."
    ],
    [
      "a client with no port",
      () => strange(box.fetch)(asked, { ip: "::1", port: 1.5 }),
      "TypeError: Signalbox: the port that fetch was given is no port; leave it out when it is not " +
      "known."
    ],
    [
      "a response that is none",
      () => strange(box.node)(asked, {}),
      "TypeError: Signalbox: node needs the request and the response of Node's server, in Fastify " +
      "request.raw and reply.raw; a Request of the web is for fetch."
    ]
  ])("%s is told in these words", async (_, use, message) => {
    const told = await Promise.resolve().then(use).then(() => "nothing is wrong", (error: unknown) => String(error))
    expect(told).toBe(message)
  })
})
