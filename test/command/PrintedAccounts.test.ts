/** The commands about accounts print what the operator answers, to the letter. */
import { plus } from "@signalbox/core/Instant"
import { make as money } from "@signalbox/core/Money"
import type { MoveAnswer } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Mocked from "./Mocked.ts"
import { changed, find, prints } from "./Mocked.ts"

const id = Given.accountId(1)
const profile = Given.accountId(2)
const now = "2030-01-15T12:34:56.789Z"
const day = 86_400_000

describe("a command about accounts", () => {
  const closed = Given.account({
    id: profile,
    type: "profile",
    name: `Shop\u001b[2J ${"x".repeat(50)}`,
    organization: id,
    stage: "suspended",
    deletedAt: plus(Given.now, day)
  })
  const page = [{ account: Given.account(), balance: money(12_345) }, { account: closed, balance: money(0) }]
  const shown = {
    id,
    name: "Acme",
    type: "organization",
    organization_id: null,
    stage: "verified",
    balance: "1.2345",
    created_at: now,
    closed_at: null
  }

  prints([
    [["accounts", "list"], { accounts: () => Effect.succeed({ accounts: page, total: 5, after: null }) }, {
      out: [
        `ACCOUNT                               NAME${" ".repeat(38)}TYPE          STATE     BALANCE  CREATED`,
        `${id}  Acme${" ".repeat(38)}organization  verified  1.2345   ${now}`,
        `${profile}  Shop [2J ${"x".repeat(31)}  profile       closed    0.0000   ${now}`
      ],
      err: ["3 more; --limit says how many to show."],
      json: {
        accounts: [shown, {
          ...shown,
          id: profile,
          name: closed.name,
          type: "profile",
          organization_id: id,
          stage: "suspended",
          balance: "0.0000",
          closed_at: "2030-01-16T12:34:56.789Z"
        }],
        total: 5
      }
    }],
    [["accounts", "show", id], { ...find(), balance: () => Effect.succeed(money(12_345)) }, {
      out: [
        `id: ${id}`,
        "name: Acme",
        "type: organization",
        "organization_id: none",
        "stage: verified",
        "balance: 1.2345",
        `created_at: ${now}`,
        "closed_at: none"
      ],
      json: shown
    }],
    [["accounts", "suspend", id], changed({ name: "A\nB" }), {
      out: ["A B is suspended."],
      json: { id, stage: "suspended" }
    }],
    [["accounts", "resume", id], changed({ stage: "suspended" }), {
      out: ["Acme may send again."],
      json: { id, stage: "verified" }
    }],
    [["accounts", "close", id], { closeAccount: () => Effect.succeed("Closed") }, {
      out: ["The account is closed."],
      json: { changed: true }
    }],
    [["accounts", "close", id], { closeAccount: () => Effect.succeed("Unchanged") }, {
      out: ["The account was closed already."],
      json: { changed: false }
    }],
    [["accounts", "set-balance", id, "12.5"], { setBalance: () => Effect.succeed("Done") }, {
      out: ["The balance is 12.5000."],
      json: { balance: "12.5000" }
    }]
  ])

  const moves: ReadonlyArray<readonly [MoveAnswer, string, unknown]> = [
    [{ _tag: "Moved", from: "eu", to: "us" }, "The account is in us.", { outcome: "moved", cell: "us" }],
    [{ _tag: "There", cell: "us" }, "The account was in us already.", { outcome: "unchanged", cell: "us" }],
    [{ _tag: "Undone", cell: "eu" }, "The account is in eu, as before.", { outcome: "undone", cell: "eu" }],
    [{ _tag: "NotMoving", cell: "eu" }, "No move was under way: the account is in eu.", {
      outcome: "unchanged",
      cell: "eu"
    }]
  ]
  prints(moves.map(([answer, line, json]) => [
    ["accounts", "move", id, answer._tag],
    { moveAccount: (_, to) => Effect.succeed(to === answer._tag ? answer : { _tag: "NoCells" }) },
    { out: [line], json }
  ]))

  it("lists as many as are asked for, page after page", async () => {
    const asked: Array<readonly [unknown, number]> = []
    const after = { at: Given.now, key: "next" }
    const { out } = await Mocked.call(
      {
        accounts: (position, limit) =>
          Effect.sync(() => {
            asked.push([position, limit])
            return { accounts: Array.from({ length: limit }, () => page[0]!), total: 5000, after }
          })
      },
      "accounts",
      "list",
      "--limit",
      "1001"
    )
    expect(asked).toEqual([[null, 500], [after, 500], [after, 1]])
    expect(out.trim().split("\n")).toHaveLength(1002)
  })
})
