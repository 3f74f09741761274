/**
 * The operator's calls tell each answer of the service field for field, and ask it for what the host has named: ids in
 * small letters, pages by their place, the rest as it is given.
 */
import type { AuditEntry } from "@signalbox/core/internal/row/AuditEntry"
import { make as money } from "@signalbox/core/Money"
import type { MoveAnswer } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import { describe } from "vitest"
import * as Given from "../core/Given.ts"
import type { Case, Parts } from "./Operated.ts"
import {
  answers,
  cursor,
  dated,
  day,
  found,
  id,
  later,
  none,
  place,
  refusal,
  shouted,
  unknown,
  wrong
} from "./Operated.ts"

const profile = Given.accountId(11)
const now = new Date(Given.now)

describe("a call about accounts", () => {
  const closed = Given.account({
    id: profile,
    type: "profile",
    name: "Shop",
    organization: id,
    stage: "suspended",
    deletedAt: later(day)
  })
  const shown = {
    id,
    name: "Acme",
    type: "organization",
    organization: null,
    stage: "verified",
    balance: "1.2345",
    createdAt: now,
    closedAt: null
  }
  const shownClosed = {
    ...shown,
    id: profile,
    name: "Shop",
    type: "profile",
    organization: id,
    stage: "suspended",
    balance: "0.0000",
    closedAt: dated(day)
  }
  const balance: Parts = { balance: () => Effect.succeed(money(12_345)) }
  const change: Parts = { change: () => Effect.succeed(Given.account({ id })), ...balance }

  const page = [{ account: Given.account({ id }), balance: money(12_345) }, { account: closed, balance: money(0) }]

  answers([
    [
      "lists them",
      { accounts: () => Effect.succeed({ accounts: page, total: 5, after: place }) },
      ({ operator }) => operator.accounts.list({ limit: 2, after: "-7.x" }),
      { accounts: [shown, shownClosed], total: 5, after: cursor },
      [["accounts", { at: -7, key: "x" }, 2]]
    ],
    [
      "lists a hundred of them from the first on, unless told otherwise",
      { accounts: () => Effect.succeed({ accounts: [], total: 0, after: null }) },
      ({ operator }) => operator.accounts.list(),
      { accounts: [], total: 0, after: null },
      [["accounts", null, 100]]
    ],
    ["gets one", { ...found, ...balance }, ({ operator }) => operator.accounts.get(shouted), shown, [
      ["find", id],
      ["balance", id]
    ]],
    ["gets none", none, ({ operator }) => operator.accounts.get(shouted), unknown],
    ["suspends one", change, ({ operator }) => operator.accounts.suspend(shouted), shown, [
      ["change", id, { stage: "suspended" }],
      ["balance", id]
    ]],
    ["lets one go on", change, ({ operator }) => operator.accounts.resume(shouted), shown, [
      ["change", id, { stage: "verified" }],
      ["balance", id]
    ]],
    ...(["Closed", "Unchanged"] as const).map((answer): Case => [
      `closes one that is ${answer}`,
      { closeAccount: () => Effect.succeed(answer) },
      ({ operator }) => operator.accounts.close(shouted),
      answer === "Closed",
      [["closeAccount", id]]
    ]),
    [
      "closes none",
      { closeAccount: () => Effect.succeed("UnknownAccount") },
      ({ operator }) => operator.accounts.close(shouted),
      unknown
    ],
    [
      "sets a balance",
      { setBalance: () => Effect.succeed("Done") },
      ({ operator }) => operator.accounts.setBalance(shouted, "12.5"),
      "12.5000",
      [["setBalance", id, 125_000]]
    ],
    [
      "sets the balance of nobody",
      { setBalance: () => Effect.succeed("UnknownAccount") },
      ({ operator }) => operator.accounts.setBalance(shouted, 0),
      unknown
    ],
    [
      "sets a balance that cannot be kept",
      { setBalance: () => Effect.succeed("BadAmount") },
      ({ operator }) => operator.accounts.setBalance(shouted, 0),
      wrong("accounts.setBalance", "amount cannot be kept")
    ]
  ])

  const moves: ReadonlyArray<readonly [MoveAnswer, answer: unknown]> = [
    [{ _tag: "Moved", from: "eu", to: "us" }, { outcome: "moved", cell: "us" }],
    [{ _tag: "There", cell: "us" }, { outcome: "unchanged", cell: "us" }],
    [{ _tag: "NotMoving", cell: "eu" }, { outcome: "unchanged", cell: "eu" }],
    [{ _tag: "Undone", cell: "eu" }, { outcome: "undone", cell: "eu" }],
    [{ _tag: "UnknownAccount" }, unknown],
    [
      { _tag: "UnknownCell", cells: ["eu", "us"] },
      wrong("accounts.move", "to must be the name of a cell: eu, us")
    ],
    [
      { _tag: "NoCells" },
      wrong("accounts.move", "the accounts of this service are in one storage, which has no cells")
    ],
    [
      { _tag: "IsProfile", organization: "the other" },
      wrong("accounts.move", "account is a profile, which goes where its organization the other goes")
    ],
    [
      { _tag: "TooLate", to: "us" },
      refusal("CONFLICT_010", 409, "us has the account already: the move can only be brought to its end.")
    ],
    [
      { _tag: "Elsewhere", to: "us" },
      refusal("CONFLICT_010", 409, "It is on its way to us: bring that to its end, or undo it, first.")
    ],
    [
      { _tag: "Held", held: 3 },
      refusal("INTERNAL_005", 503, "Nodes still hold 3 items of its work. Call again, or undo the move.", 1000)
    ],
    [{ _tag: "Busy" }, refusal("INTERNAL_005", 503, "Another call moves the account at the same time.", 1000)],
    [
      { _tag: "Differs", left: { a: 1, b: 2, c: 3 }, arrived: { a: 1, b: 3, d: 4 } },
      refusal(
        "CONFLICT_010",
        409,
        "What has arrived is not what was there: b (2 there, 3 here), c (3 there, 0 here), d (0 there, 4 here). " +
          "Undo the move."
      )
    ],
    [
      { _tag: "Differs", left: { a: 1 }, arrived: { a: 1 } },
      refusal("CONFLICT_010", 409, "What has arrived is not what was there: their digests. Undo the move.")
    ],
    [
      { _tag: "Hindered", by: "the key" },
      refusal("CONFLICT_010", 409, "The other cell has the key already. Undo the move.")
    ]
  ]

  answers([
    ...moves.map(([answer, told]): Case => [
      `moves one: ${JSON.stringify(answer)}`,
      { moveAccount: () => Effect.succeed(answer) },
      ({ operator }) => operator.accounts.move(shouted, { to: "us" }),
      told,
      [["moveAccount", id, "us"]]
    ]),
    [
      "undoes a move",
      { moveAccount: () => Effect.succeed({ _tag: "Undone", cell: "eu" }) },
      ({ operator }) => operator.accounts.move(shouted, { undo: true }),
      { outcome: "undone", cell: "eu" },
      [["moveAccount", id, null]]
    ]
  ])
})

describe("a call about money", () => {
  const balance: Parts = { balance: () => Effect.succeed(money(12_345)) }
  const refused = (message: string): object => refusal("VALIDATION_001", 400, `accounts.topUp: ${message}`)
  const toppedUp = (answer: "Done" | "UnknownAccount" | "ReferenceTaken" | "BadAmount" | "BadReference"): Parts => ({
    topUp: () => Effect.succeed(answer),
    ...balance
  })

  answers([
    ["tells the balance", balance, ({ accounts }) => accounts.balance(shouted), "1.2345", [["balance", id]]],
    ["tells none", { balance: () => Effect.succeed(null) }, ({ accounts }) => accounts.balance(shouted), unknown],
    ["adds some", toppedUp("Done"), ({ accounts }) => accounts.topUp(shouted, "1.5", "a reference"), "1.2345", [
      ["topUp", id, 15_000, "a reference"],
      ["balance", id]
    ]],
    ["adds some to nobody", toppedUp("UnknownAccount"), ({ accounts }) => accounts.topUp(shouted, 1), unknown],
    [
      "adds another amount under the same reference",
      toppedUp("ReferenceTaken"),
      ({ accounts }) => accounts.topUp(shouted, 1, "r"),
      refusal("RESOURCE_007", 409, "Another amount was added under the reference r: give another reference.")
    ],
    [
      "adds what cannot be kept",
      toppedUp("BadAmount"),
      ({ accounts }) => accounts.topUp(shouted, 1),
      refused("amount cannot be kept")
    ],
    [
      "adds under what cannot be kept",
      toppedUp("BadReference"),
      ({ accounts }) => accounts.topUp(shouted, 1, "r"),
      refused("reference cannot be kept")
    ]
  ])
})

describe("a call about what goes to whom", () => {
  const phone = Given.phone(1)
  const suppressed = { entries: [{ phone, suppressedAt: later(1) }], total: 3, after: place }
  const entry: AuditEntry = {
    id: Given.messageId(1) as string as AuditEntry["id"],
    account: id,
    at: later(1),
    actor: { type: "operator" },
    action: "changed",
    subject: { type: "account", id },
    fields: ["name"],
    operation: "accounts.ensure",
    endsAt: later(day)
  }

  answers([
    [
      "lists suppressions",
      { ...found, suppressions: () => Effect.succeed(suppressed) },
      ({ operator }) => operator.suppressions.list(shouted, { limit: 1, after: cursor }),
      { suppressions: [{ phone, suppressedAt: dated(1) }], total: 3, after: cursor },
      [["find", id], ["suppressions", id, 0, 1, place]]
    ],
    ["lists those of nobody", none, ({ operator }) => operator.suppressions.list(shouted), unknown],
    [
      "adds suppressions",
      { importSuppressions: () => Effect.succeed({ added: 1, known: 2, refused: ["x"] }) },
      ({ operator }) => operator.suppressions.add(shouted, [phone, "x"]),
      { added: 1, known: 2, refused: ["x"] },
      [["importSuppressions", id, [phone, "x"]]]
    ],
    [
      "counts those that it removes",
      { ...found, unsuppress: (_, each) => Effect.succeed(each === phone ? "Unchanged" : "Changed") },
      ({ operator }) => operator.suppressions.remove(shouted, [phone, Given.phone(2), Given.phone(3)]),
      2,
      [["find", id], ...[1, 2, 3].map((each) => ["unsuppress", id, Given.phone(each)] as const)]
    ],
    [
      "removes none of somebody who is gone meanwhile",
      { ...found, unsuppress: () => Effect.succeed("UnknownAccount") },
      ({ operator }) => operator.suppressions.remove(shouted, [phone]),
      unknown
    ],
    [
      "lists the audit log",
      {
        ...found,
        auditLog: () =>
          Effect.succeed({
            entries: [entry, { ...entry, actor: { type: "key", id: "k" }, count: 4, network: "192.0.2.0/24" }],
            total: 9,
            after: null
          })
      },
      ({ operator }) => operator.auditLog.list(shouted, { after: cursor }),
      {
        entries: [
          {
            id: entry.id,
            at: dated(1),
            actor: { type: "operator", id: null },
            action: "changed",
            resource: { type: "account", id },
            count: 1,
            fields: ["name"],
            operation: "accounts.ensure",
            network: null
          },
          {
            id: entry.id,
            at: dated(1),
            actor: { type: "key", id: "k" },
            action: "changed",
            resource: { type: "account", id },
            count: 4,
            fields: ["name"],
            operation: "accounts.ensure",
            network: "192.0.2.0/24"
          }
        ],
        total: 9,
        after: null
      },
      [["find", id], ["auditLog", id, place, 100]]
    ],
    ["lists the audit log of nobody", none, ({ operator }) => operator.auditLog.list(shouted), unknown]
  ])
})
