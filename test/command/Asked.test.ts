/** The commands ask the operator for exactly this: ids and names as they were given, and lists part by part. */
import { plus } from "@signalbox/core/Instant"
import type { SuppressedNumber, WaitingLane } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Parts } from "./Mocked.ts"
import { call } from "./Mocked.ts"

type Asked = ReadonlyArray<readonly [name: string, ...given: ReadonlyArray<unknown>]>

/** Calls the command line, and returns what it prints and what it has asked the operator. */
const ask = async (parts: Parts, ...argv: ReadonlyArray<string>) => {
  const asked: Array<Asked[number]> = []
  const noting = Object.entries(parts).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === "function"
      ? (...given: ReadonlyArray<unknown>): unknown => {
        asked.push([name, ...given])
        return part(...given)
      }
      : part
  ])
  return { ...await call(Object.fromEntries(noting) as Parts, ...argv), asked }
}

const asks = (cases: ReadonlyArray<readonly [argv: ReadonlyArray<string>, parts: Parts, asked: Asked]>) =>
  it.each(cases)("%j", async (argv, parts, asked) => {
    const answer = await ask(parts, ...argv)
    expect([answer.code, answer.asked]).toEqual([0, asked])
  })

const id = Given.accountId(1)
const template = Given.templateId(1)
const [phone, other] = [Given.phone(1), Given.phone(2)]
const place = { at: Given.now, key: "a key" }
const [hour, day] = [3_600_000, 86_400_000]
const find: Parts = { find: () => Effect.succeed(Given.account()) }
const change: Parts = { change: () => Effect.succeed(Given.account()) }

describe("a command about an account asks for", () => {
  const keys: Parts = { ...find, listKeys: () => Effect.succeed({ keys: [], total: 0 }) }
  const key: Parts = {
    createKey: () => Effect.succeed({ _tag: "Created", text: "new" }),
    rotateKey: () => Effect.succeed({ _tag: "Created", text: "new" }),
    revokeKey: () => Effect.succeed("Revoked")
  }
  const keyword: Parts = {
    setKeyword: () => Effect.succeed("Changed"),
    removeKeyword: () => Effect.succeed("Changed")
  }
  const prefixes: Parts = {
    ...find,
    pausedPrefixes: () => Effect.succeed({ prefixes: [], total: 0, after: null }),
    pinPrefix: () => Effect.succeed("Changed"),
    liftPrefix: () => Effect.succeed("Changed")
  }
  const numbers: Parts = {
    suppress: () => Effect.succeed("Changed"),
    unsuppress: () => Effect.succeed("Changed")
  }
  const moved: Parts = { moveAccount: () => Effect.succeed({ _tag: "There", cell: "us" }) }
  const listed: Parts = {
    find: () => Effect.succeed(Given.account({ keywordLists: ["us-carriers"] })),
    change: () => Effect.succeed(Given.account())
  }

  asks([
    [["accounts", "suspend", id], change, [["change", id, { stage: "suspended" }]]],
    [["accounts", "resume", id], change, [["change", id, { stage: "verified" }]]],
    [["accounts", "close", id], { closeAccount: () => Effect.succeed("Closed") }, [["closeAccount", id]]],
    [["accounts", "set-balance", id, "12.5"], { setBalance: () => Effect.succeed("Done") }, [
      ["setBalance", id, 125_000]
    ]],
    [["accounts", "move", id, "us"], moved, [["moveAccount", id, "us"]]],
    [["accounts", "undo-move", id], moved, [["moveAccount", id, null]]],
    [["keys", "list", id], keys, [["find", id], ["listKeys", id, 0, 100]]],
    [["keys", "list", id, "--limit", "10000"], keys, [["find", id], ["listKeys", id, 0, 10_000]]],
    [["keys", "create", id], key, [["createKey", id, undefined, { scopes: [], addresses: [] }]]],
    [
      [
        "keys",
        "create",
        id,
        "--key",
        "k",
        "--scopes",
        "webhooks, ,read",
        "--expires",
        "1d",
        "--addresses",
        "192.0.2.7, ,192.0.2.0/24"
      ],
      key,
      [["createKey", id, "k", {
        scopes: ["read", "webhooks"],
        expiresAt: plus(Given.now, day),
        addresses: ["192.0.2.7", "192.0.2.0/24"]
      }]]
    ],
    [["keys", "rotate", "old"], key, [["rotateKey", "old", 0, undefined]]],
    [["keys", "rotate", "old", "--grace", "2h", "--expires", "90s"], key, [
      ["rotateKey", "old", 2 * hour, plus(Given.now, 90_000)]
    ]],
    [["keys", "revoke", "old"], key, [["revokeKey", "old"]]],
    [["keywords", "set", id, " Basta", "--action", "opt_in"], keyword, [
      ["setKeyword", id, { keyword: " Basta", action: "OPT_IN", reply: null }]
    ]],
    [["keywords", "set", id, "Basta", "--action", "HELP", "--reply", "Bye."], keyword, [
      ["setKeyword", id, { keyword: "Basta", action: "HELP", reply: "Bye." }]
    ]],
    [["keywords", "remove", id, "Basta"], keyword, [["removeKeyword", id, "Basta"]]],
    [["keywords", "switch-on", id, "us-carriers"], listed, [
      ["find", id],
      ["change", id, { keywordLists: ["us-carriers"] }]
    ]],
    [["keywords", "switch-off", id, "us-carriers"], listed, [["find", id], ["change", id, { keywordLists: [] }]]],
    [["prefixes", "list", id], prefixes, [["find", id], ["pausedPrefixes", id, 100, null]]],
    [["prefixes", "list", id, "--limit", "1000"], prefixes, [["find", id], ["pausedPrefixes", id, 1000, null]]],
    [["prefixes", "pin", id, "+447700"], prefixes, [["pinPrefix", id, "+447700"]]],
    [["prefixes", "lift", id, "+447700"], prefixes, [["liftPrefix", id, "+447700"]]],
    [["suppressions", "add", id, phone, other], numbers, [["suppress", id, phone], ["suppress", id, other]]],
    [["suppressions", "remove", id, phone], numbers, [["unsuppress", id, phone]]],
    [
      ["limits", "set", id, "webhooks=7", "allowMms=false", "dailyMessageLimit=null", "pumping={\"minimum\":20}"],
      change,
      [
        ["change", id, { webhooks: 7, allowMms: false, dailyMessageLimit: null, pumping: { minimum: 20 } }]
      ]
    ],
    [["quiet-hours", "set", id, "us-tcpa"], change, [["change", id, { quietHours: "us-tcpa" }]]],
    [["quiet-hours", "set", id, "off"], change, [["change", id, { quietHours: "off" }]]]
  ])
})

describe("a command about the whole service asks for", () => {
  const assess: Parts = { assess: () => Effect.succeed({ _tag: "Changed", status: "APPROVED" }) }
  const carrier: Parts = {
    pinCarrier: () => Effect.succeed("Changed"),
    releaseCarrier: () => Effect.succeed(true)
  }
  const restrict: Parts = { restrict: () => Effect.succeed("Changed"), lift: () => Effect.succeed("Changed") }
  const lane = `review:${id}`
  const letter = { kind: "review", key: "k", lane: "review:a", failures: 3, cause: "no", at: Given.now } as const
  const letters: Parts = {
    deadLetters: () => Effect.succeed({ letters: [letter, { ...letter, key: "l" }], total: 2, after: null }),
    retryDeadLetter: () => Effect.succeed("Retried"),
    discardDeadLetter: () => Effect.succeed("Discarded")
  }
  const judged = (argv: ReadonlyArray<string>, statement: object) =>
    [["templates", ...argv], assess, [["assess", template, statement]]] as const

  asks([
    judged(["approve", template], { channel: null, outcome: "approve", reason: null }),
    judged(["reject", template, "--reason", "no sense", "--channel", "mms"], {
      channel: "mms",
      outcome: "reject",
      reason: "no sense"
    }),
    judged(["pause", template, "--channel", "sms"], { channel: "sms", outcome: "pause", reason: null }),
    judged(["resume", template], { channel: null, outcome: "lift", reason: null }),
    [["carriers", "pin", "acme", "0"], carrier, [
      ["pinCarrier", { carrier: "acme", country: null }, 0, plus(Given.now, hour)]
    ]],
    [["carriers", "pin", "acme", "100", "--for", "2d", "--country", "GB"], carrier, [
      ["pinCarrier", { carrier: "acme", country: "GB" }, 100, plus(Given.now, 2 * day)]
    ]],
    [["carriers", "release", "acme"], carrier, [["releaseCarrier", { carrier: "acme", country: null }]]],
    [["carriers", "release", "acme", "--country", "CH"], carrier, [
      ["releaseCarrier", { carrier: "acme", country: "CH" }]
    ]],
    [["carriers", "pause", "acme"], restrict, [["restrict", { carrier: "acme" }, "paused"]]],
    [["carriers", "drain", "acme"], restrict, [["restrict", { carrier: "acme" }, "drained"]]],
    [["carriers", "resume", "acme"], restrict, [["lift", { carrier: "acme" }]]],
    [["work", "pause", lane], restrict, [["restrict", { lane }, "paused"]]],
    [["work", "drain", lane], restrict, [["restrict", { lane }, "drained"]]],
    [["work", "resume", lane], restrict, [["lift", { lane }]]],
    [["work", "dead"], letters, [["deadLetters", 0, 100]]],
    [["work", "dead", "--limit", "10000"], letters, [["deadLetters", 0, 10_000]]],
    [["work", "retry", "review", "k"], letters, [["retryDeadLetter", "review", "k"]]],
    [["work", "retry", "--all"], letters, [
      ["deadLetters", 0, 10_000],
      ["retryDeadLetter", "review", "k"],
      ["retryDeadLetter", "review", "l"]
    ]],
    [["work", "discard", "review", "k"], letters, [["discardDeadLetter", "review", "k"]]]
  ])
})

describe("a list is read part by part", () => {
  const some = <A>(count: number, of: (index: number) => A): ReadonlyArray<A> =>
    Array.from({ length: count }, (_, index) => of(index))

  it.each<readonly [limit: string, sizes: ReadonlyArray<number>]>([
    ["750", [500, 250]],
    ["500", [500]],
    ["501", [500, 1]],
    ["10000", some(20, () => 500)]
  ])("of accounts and of the audit log, up to %s", async (limit, sizes) => {
    const accounts: Parts = {
      accounts: (_, count) =>
        Effect.succeed({
          accounts: some(count, () => ({ account: Given.account(), balance: 0 })) as never,
          total: 20_000,
          after: place
        })
    }
    const list = await ask(accounts, "accounts", "list", "--limit", limit)
    expect(list.asked).toEqual(sizes.map((size, index) => ["accounts", index === 0 ? null : place, size]))
    expect([list.code, list.out.trim().split("\n").length - 1]).toEqual([0, Number(limit)])
    expect(list.err).toBe(`${20_000 - Number(limit)} more; --limit says how many to show.\n`)
    let reading = 0
    const entry = {
      id: "e",
      account: id,
      at: Given.now,
      actor: { type: "operator" },
      action: "changed",
      subject: { type: "account", id },
      fields: [],
      operation: "o",
      endsAt: Given.now
    }
    const audit: Parts = {
      ...find,
      // What is added meanwhile is counted by later parts alone.
      auditLog: (_, __, count) =>
        Effect.sync(() => ({ entries: some(count, () => entry) as never, total: 20_000 + reading++, after: place }))
    }
    const log = await ask(audit, "audit-log", "list", id, "--limit", limit, "--json")
    expect(log.asked).toEqual([
      ["find", id],
      ...sizes.map((size, index) => ["auditLog", id, index === 0 ? null : place, size])
    ])
    const told = JSON.parse(log.out) as { readonly entries: ReadonlyArray<unknown>; readonly total: number }
    expect([told.entries.length, told.total]).toEqual([Number(limit), 20_000])
  })

  it.each([["accounts", "list"], ["audit-log", "list", id], ["keys", "list", id], ["work", "lanes"], ["work", "dead"]])(
    "of ten thousand at most: %s %s",
    async (...argv) => {
      expect(await ask({}, ...argv, "--limit", "10001")).toMatchObject({
        code: 2,
        err: "--limit 10001 is no whole number from 1 to 10000.\n",
        asked: []
      })
    }
  )

  it("of suppressions, until a part is not full", async () => {
    const all = some(1000, (index): SuppressedNumber => ({ phone: Given.phone(index), suppressedAt: Given.now }))
    const parts: Parts = {
      ...find,
      suppressions: (_, offset, limit) =>
        Effect.succeed({ entries: all.slice(offset, offset + limit), total: all.length, after: null })
    }
    const { asked, out } = await ask(parts, "suppressions", "export", id)
    expect(out).toBe(all.map((each) => `${each.phone}\n`).join(""))
    expect(asked.slice(1)).toEqual([0, 500, 1000].map((offset) => ["suppressions", id, offset, 500]))
  })

  it("of suppressions five times at most, while numbers are taken away", async () => {
    let total = 10_000
    const parts: Parts = {
      ...find,
      suppressions: (_, __, limit) =>
        Effect.sync(() => ({
          entries: some(limit, (index) => ({ phone: Given.phone(index), suppressedAt: Given.now })),
          total: total--,
          after: null
        }))
    }
    const { asked, code, err, out } = await ask(parts, "suppressions", "export", id)
    expect([code, err, out]).toEqual([1, "Numbers are being removed from the list all the time. Try again.\n", ""])
    expect(asked.slice(1).map(([, , offset]) => offset)).toEqual(some(5, () => [0, 500]).flat())
  })

  it("of lanes, until a part is not full or there are more than are shown", async () => {
    const lanes = (count: number): Parts => ({
      lanes: (kind, after) =>
        Effect.succeed(
          some(count, (index) => `${kind}:${String(index).padStart(4, "0")}` as const)
            .filter((lane) => lane > (after ?? ""))
            .slice(0, 100)
            .map((lane): WaitingLane => ({
              lane,
              waiting: 1,
              held: 0,
              firstAt: Given.now,
              ageMillis: 1,
              pausedUntil: null,
              restrictions: []
            }))
        )
    })
    const read = async (count: number, limit: string) => {
      const { asked, err, out } = await ask(lanes(count), "work", "lanes", "--kind", "send", "--limit", limit)
      return [asked.map(([, , after]) => after), out.trim().split("\n").length - 1, err]
    }
    const more = "There are more lanes; --limit says how many to show.\n"
    expect(await read(99, "100")).toEqual([[undefined], 99, ""])
    expect(await read(100, "100")).toEqual([[undefined, "send:0099"], 100, ""])
    expect(await read(500, "100")).toEqual([[undefined, "send:0099"], 100, more])
    expect(await read(500, "99")).toEqual([[undefined], 99, more])
    expect(await read(150, "10000")).toEqual([[undefined, "send:0099"], 150, ""])
  })

  it("of all accounts that have a retention, a hundred at a time", async () => {
    const parts: Parts = {
      serviceRetention: () => Effect.succeed(null),
      accounts: (after) =>
        Effect.succeed({
          accounts: [{ account: Given.account({ retention: { messages: 7 } }), balance: 0 }] as never,
          total: 2,
          after: after === null ? place : null
        })
    }
    const { asked, out } = await ask(parts, "retention", "--json")
    expect(asked).toEqual([["serviceRetention"], ["accounts", null, 100], ["accounts", place, 100]])
    expect(JSON.parse(out)).toEqual({
      all: null,
      accounts: some(2, () => ({ account_id: id, name: "Acme", retention: { messages: 7 } }))
    })
  })

  it("of the directory, five hundred accounts at a time, and tells of a thousand contested entries", async () => {
    const behind = { cell: "us", behind: place }
    const contested = some(600, () => ({
      kind: "key",
      name: "n",
      account: id,
      cell: "eu",
      leadsTo: "us",
      why: "both"
    }))
    const part = { looked: 1, entered: 2, contested, away: ["ap"] }
    const parts = {
      rebuildDirectory: (after: unknown) => Effect.succeed({ ...part, after: after === null ? behind : null })
    } as unknown as Parts
    const { asked, code, err, out } = await ask(parts, "directory", "rebuild")
    expect(asked).toEqual([["rebuildDirectory", null, 500], ["rebuildDirectory", behind, 500]])
    const [head, , ...rows] = out.trim().split("\n")
    expect([code, head, rows.length]).toEqual([1, "4 entries made, of 2 accounts.", 1000])
    expect(err).toBe("200 more are contested.\nAway: ap, ap. Call it again when they are back.\n")
  })
})
