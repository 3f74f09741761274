/**
 * The calls of the control take values up to their bounds, and say what is wrong with the first value beyond each.
 */
import type { Call } from "@signalbox/emulator/control/Call"
import { decode } from "@signalbox/emulator/control/Call"
import { calls } from "@signalbox/emulator/control/Control"
import type { Services } from "@signalbox/emulator/server/RestartableService"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

const call = (id: string): Call => calls.find(({ method, path }) => `${method} ${path}` === id)!

/** Returns the errors that a call names in a body: none when it takes it. */
const saidTo = (id: string, body: unknown): ReadonlyArray<object> => {
  const decoded = decode(call(id).takes as Schema.Codec<unknown>)(body)
  return Result.isSuccess(decoded) ? [] : decoded.failure.details ?? []
}

/** Returns the errors that a call names behind the question mark, without a service that could answer. */
const saidToQuery = (id: string, query: ReadonlyArray<readonly [string, string]>): ReadonlyArray<object> => {
  const nobody = Context.empty() as Context.Context<Services>
  const exit = Effect.runSyncExit(Effect.provideContext(call(id).answer("", { phone: "+12015550123" }, query), nobody))
  if (Exit.isSuccess(exit)) throw new Error("nobody could answer")
  const [reason] = exit.cause.reasons
  if (reason === undefined || !Cause.isFailReason(reason)) return []
  return reason.error._tag === "Refusal" ? reason.error.details ?? [] : []
}

const day = 86_400_000
const between = (lowest: number, highest: number): string => `must be between ${lowest} and ${highest}`

interface Bound {
  readonly call: string
  readonly at: string
  readonly body: (value: unknown) => unknown
  readonly takes: ReadonlyArray<unknown>
  readonly refuses: ReadonlyArray<unknown>
  readonly says: string
}

const bound = (
  name: string,
  at: string,
  body: Bound["body"],
  [lowest, highest, step = 1]: readonly [lowest: number, highest: number, step?: number],
  says = `must be a value between ${lowest} and ${highest}`
): Bound => ({
  call: name,
  at,
  body,
  takes: [lowest, highest],
  refuses: [lowest - step, highest + step],
  says
})

const order = { template: "next", outcome: "approve" }
const announcement = { account: "a", channel: "sms", event: "held" }
const writing = { from: "+12015550123", channel: "sms" }

const bounds: ReadonlyArray<Bound> = [
  bound("PUT /emulator/carriers/:id", "per_second", (per_second) => ({ per_second }), [0.01, 1_000_000, 0.001]),
  bound("PUT /emulator/carriers/:id", "delay_ms", (delay_ms) => ({ delay_ms }), [0, 600_000]),
  bound("PUT /emulator/carriers/:id", "share", (share) => ({ share }), [0, 1, 0.001]),
  bound("PUT /emulator/carriers/:id", "short", (short) => ({ short }), [0, 1_000_000]),
  bound("PUT /emulator/carriers/:id", "pace.perSecond", (perSecond) => ({ pace: { perSecond, inFlight: 1 } }), [
    1,
    1_000_000
  ]),
  bound("PUT /emulator/carriers/:id", "pace.inFlight", (inFlight) => ({ pace: { perSecond: 1, inFlight } }), [
    1,
    1_000_000
  ]),
  bound("PUT /emulator/handsets/:phone", "script[0].delay_ms", (delay_ms) => ({ script: [{ delay_ms }] }), [
    0,
    30 * day
  ]),
  bound("POST /emulator/clock", "advance_ms", (advance_ms) => ({ advance_ms }), [0, 3660 * day]),
  bound("PUT /emulator/reviews", "after_ms", (after_ms) => ({ ...order, after_ms }), [0, 366 * day]),
  bound("POST /emulator/channels", "after_ms", (after_ms) => ({ ...announcement, after_ms }), [0, 366 * day]),
  bound("PATCH /emulator/accounts/:id", "balance", (balance) => ({ balance }), [0, 1e9, 0.5], between(0, 1e9)),
  bound("POST /emulator/accounts", "balance", (balance) => ({ api_keys: [], balance }), [0, 1e9, 0.5], between(0, 1e9)),
  bound("PUT /emulator/lookups/:phone", "delay_ms", (delay_ms) => ({ delay_ms }), [0, 60_000]),
  ...["index", "count"].map((field) =>
    bound(
      "POST /emulator/inbound",
      `part.${field}`,
      (value) => ({ ...writing, part: { reference: "a", index: 1, count: 1, [field]: value } }),
      [1, 255]
    )
  ),
  {
    call: "PUT /emulator/lookups/:phone",
    at: "network",
    body: (network) => ({ network }),
    takes: ["26201", "262010", null],
    refuses: ["2620", "2620101", "26201 ", "x26201", "2620x"],
    says: "must be the codes of country and network, such as 26201"
  },
  {
    call: "PUT /emulator/lookups/:phone",
    at: "mode",
    body: (mode) => ({ mode }),
    takes: ["normal", "throw", "hang"],
    refuses: ["busy"],
    says: "must be one of: normal, throw, hang"
  },
  {
    call: "PUT /emulator/lookups/:phone",
    at: "carrier_name",
    body: (carrier_name) => ({ carrier_name }),
    takes: ["", "x".repeat(255), null],
    refuses: ["x".repeat(256)],
    says: "must be a value with a length of at most 255"
  },
  {
    call: "POST /emulator/channels",
    at: "country",
    body: (country) => ({ ...announcement, country }),
    takes: ["US", "DE"],
    refuses: ["us", "USA", "U", "1US", ""],
    says: "must be a country such as US"
  },
  {
    call: "PUT /emulator/faults",
    at: "store",
    body: (store) => ({ store }),
    takes: ["up", "down"],
    refuses: ["off"],
    says: "must be one of: down, up"
  }
]

describe("a body", () => {
  it.each(bounds)("of $call has its bounds at $at", ({ at, body, call: id, refuses, says, takes }) => {
    for (const value of takes) expect(saidTo(id, body(value)), JSON.stringify(value)).toEqual([])
    for (const value of refuses) {
      expect(saidTo(id, body(value)), JSON.stringify(value)).toEqual([{ path: at, message: says }])
    }
  })

  it.each<readonly [id: string, taken: ReadonlyArray<unknown>]>([
    ["PUT /emulator/media", [0, "undeclared", "hang"].map((size) => ({ url: "https://a.example", size }))],
    [
      "PUT /emulator/carriers/:id",
      [
        {},
        ...["normal", "throw", "hang", "busy", { refuse: "unknown" }].map((mode) => ({ mode })),
        { per_second: null, pace: null, seed: -1, forgets: true }
      ]
    ],
    [
      "PUT /emulator/handsets/:phone",
      [{ script: [] }, { script: [{ submit: "hang", receipts: ["delivered", "read", { failed: "unknown" }] }] }]
    ],
    [
      "POST /emulator/channels",
      [
        "held",
        "changes_requested",
        "approved",
        "activated",
        "rejected",
        "deactivated",
        "account_lost",
        "number_lost"
      ].map((event) => ({ ...announcement, event }))
    ],
    [
      "PUT /emulator/receivers/:name",
      [200, 599, "hang", { status: 200, delay_ms: 0 }, { status: 599, delay_ms: 60_000 }]
        .map((answer) => ({ answer }))
    ],
    [
      "POST /emulator/inbound",
      [
        { ...writing, text: null, media: ["https://a.example", { url: "https://a.example" }] },
        {
          ...writing,
          to: "+12015550199",
          media: [{ url: "https://a.example", mime_type: "image/png", size_bytes: 0, hash_sha256: "" }]
        }
      ]
    ],
    [
      "PATCH /emulator/accounts/:id",
      [
        {},
        { stage: "verified", quiet_hours: "us-tcpa", pumping: "off", purposes: null },
        { pumping: null, purposes: [{ name: "news" }], spend: null, retention: null, destinations: null }
      ]
    ],
    [
      "POST /emulator/handsets/:phone/tap",
      [0, "Yes"].map((button) => ({
        message_id: "00000000-0000-4000-8000-000000000001",
        button
      }))
    ]
  ])("of %s may be each of those", (id, taken) => {
    for (const body of taken) expect(saidTo(id, body), JSON.stringify(body)).toEqual([])
  })

  it.each([199, 600, 200.5, "late", { status: 199, delay_ms: 0 }, { status: 200, delay_ms: -1 }, {
    status: 200,
    delay_ms: 60_001
  }, {
    status: 200
  }])(
    "of a receiver is no answer as %j",
    (answer) => {
      expect(saidTo("PUT /emulator/receivers/:name", { answer })).not.toEqual([])
    }
  )

  it.each([
    { url: "" },
    { url: "https://a.example", mime_type: "" },
    { url: "https://a.example", size_bytes: -1 },
    ""
  ])("has no file like %j", (file) => {
    expect(saidTo("POST /emulator/inbound", { ...writing, media: [file] })).not.toEqual([])
  })
})

describe("what stands behind the question mark", () => {
  it.each([
    ["GET /emulator/handsets", "limit", 1, 200],
    ["GET /emulator/handsets/:phone/conversation", "limit", 1, 1000],
    ["GET /emulator/deliveries", "limit", 1, 100],
    ["GET /emulator/messages", "timeout_ms", 0, 60_000]
  ])("of %s has the bounds of %s at %i and %i", (id, field, lowest, highest) => {
    for (const value of [lowest, highest]) expect(saidToQuery(id, [[field, String(value)]])).toEqual([])
    for (const value of [lowest - 1, highest + 1].filter((each) => each >= 0)) {
      expect(saidToQuery(id, [[field, String(value)]])).toEqual([{ path: field, message: between(lowest, highest) }])
    }
    for (const text of ["", "-1", "1.5", " 1", "1e1", "x", "1234567890"]) {
      expect(saidToQuery(id, [[field, text]])).toEqual([{ path: field, message: "must be a whole number" }])
    }
    expect(saidToQuery(id, [[field, "1"], [field, "1"]])).toEqual([{ path: field, message: "must stand there once" }])
  })

  const messages = "GET /emulator/messages"
  const place = "must be an instant such as 2026-01-31T12:00:00Z, or the id of a message"

  it.each<readonly [field: string, takes: ReadonlyArray<string>, refuses: ReadonlyArray<string>, says: string]>([
    ["after", ["2026-01-31T12:00:00Z", "00000000-0000-4000-8000-000000000001"], [
      "2026-01-31",
      "2026-13-31T12:00:00Z",
      "x2026-01-31T12:00:00Z",
      "31 Jan 2026",
      ""
    ], place],
    ["contains", ["a", "a".repeat(1000)], ["a".repeat(1001)], "must be a value with a length of at most 1000"],
    ["channel", ["sms", "whatsapp", "rcs", "mms"], ["fax"], "must be one of: sms, whatsapp, rcs, mms"],
    [
      "to",
      ["+12015550123", " 12015550123"],
      ["12015550123", "  12015550123"],
      "must be a phone number in E.164 form, for example +12015550123"
    ]
  ])("of a wait is right or wrong in %s", (field, takes, refuses, says) => {
    for (const text of takes) expect(saidToQuery(messages, [[field, text]]), text).toEqual([])
    for (const text of refuses) {
      expect(saidToQuery(messages, [[field, text]]), text).toEqual([{ path: field, message: says }])
    }
  })
})
