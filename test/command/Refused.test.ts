/** Why a command has not done what was asked for: in these words, and with this exit code. */
import { Conflict, LeaseLost } from "@signalbox/core/Executor"
import type { MoveAnswer } from "@signalbox/core/Operator"
import { refused } from "@signalbox/core/Refused"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Parts } from "./Mocked.ts"
import * as Mocked from "./Mocked.ts"
import { find } from "./Mocked.ts"

const id = Given.accountId(1)
const template = Given.templateId(1)
const phone = Given.phone(1)

type Case = readonly [argv: ReadonlyArray<string>, parts: Parts, code: 1 | 2, message: string]

const refuses = (reason: "usage" | "refused" | "failed", cases: ReadonlyArray<Case>) =>
  it.each(cases)("%j ends with a sentence that says why", async (argv, parts, code, message) => {
    expect(await Mocked.call(parts, ...argv)).toEqual({ code, out: "", err: `${message}\n` })
    const { err } = await Mocked.call(parts, ...argv, "--json")
    expect(JSON.parse(err)).toEqual({ error: { reason, message } })
  })

const unknown = `There is no account ${id}.`

describe("what the service refuses", () => {
  const creates = (_tag: "KeyTaken" | "UnknownAccount"): Parts => ({ createKey: () => Effect.succeed({ _tag }) })
  const rotates = (_tag: "UnknownKey" | "AlreadyRevoked" | "UnknownAccount" | "KeyTaken"): Parts => ({
    rotateKey: () => Effect.succeed({ _tag })
  })
  const nobody: Parts = { find: () => Effect.succeed(null), change: () => Effect.succeed(null) }

  const moves = (answer: MoveAnswer): Parts => ({ moveAccount: () => Effect.succeed(answer) })

  refuses("refused", [
    [["accounts", "move", id, "us"], moves({ _tag: "UnknownAccount" }), 1, unknown],
    [
      ["accounts", "move", id, "us"],
      moves({ _tag: "IsProfile", organization: "o-1" }),
      1,
      "It is a profile, which goes where its organization o-1 goes."
    ],
    [
      ["accounts", "undo-move", id],
      moves({ _tag: "TooLate", to: "us" }),
      1,
      "us has the account already: the move can only be brought to its end."
    ],
    [
      ["accounts", "move", id, "us"],
      moves({ _tag: "Elsewhere", to: "asia" }),
      1,
      "It is on its way to asia: bring that to its end, or undo it, first."
    ],
    [
      ["accounts", "move", id, "us"],
      moves({ _tag: "Hindered", by: "the number +1" }),
      1,
      "The other cell has the number +1 already. Undo the move."
    ],
    [["keys", "create", id], creates("KeyTaken"), 1, "This key is in use already."],
    [["keys", "create", id], creates("UnknownAccount"), 1, unknown],
    [["keys", "rotate", "k"], rotates("UnknownKey"), 1, "There is no such key."],
    [
      ["keys", "rotate", "k"],
      rotates("AlreadyRevoked"),
      1,
      "The key has ended already. Make a new one: signalbox keys create ACCOUNT."
    ],
    [["keys", "rotate", "k"], rotates("UnknownAccount"), 1, "The account of this key is deleted."],
    [["keys", "rotate", "k"], rotates("KeyTaken"), 1, "The new key is in use already. Try again."],
    [
      ["keywords", "set", id, "Basta", "--action", "help"],
      { setKeyword: () => Effect.succeed("TooMany") },
      1,
      "The account has as many keywords of its own as it may have."
    ],
    [
      ["keywords", "remove", id, " st\u001bop "],
      { removeKeyword: () => Effect.succeed("Reserved") },
      1,
      "st op is a keyword of every account, or of a list that is switched on, and cannot be changed."
    ],
    [
      ["keywords", "switch-on", id, "us-carriers"],
      { ...find(), change: () => Effect.succeed(null) },
      1,
      unknown
    ],
    [
      ["carriers", "pin", "acme", "5"],
      { pinCarrier: () => Effect.succeed("TooMany") },
      1,
      "As many carriers are pinned as may be: release some of them."
    ],
    [
      ["carriers", "pause", "acme"],
      { restrict: () => Effect.succeed("TooMany") },
      1,
      "As much is paused and drained as may be: resume some of it."
    ],
    [["prefixes", "pin", id, "+447700"], { pinPrefix: () => Effect.succeed("UnknownAccount") }, 1, unknown],
    [
      ["prefixes", "pin", id, "+447700"],
      { pinPrefix: () => Effect.succeed("NotWatched") },
      1,
      "The account has no limit `pumping`, so no prefix of it can be paused."
    ],
    [["prefixes", "list", id], nobody, 1, unknown],
    [["audit-log", "list", id], nobody, 1, unknown],
    [["accounts", "suspend", id], nobody, 1, unknown],
    [["limits", "set", id, "webhooks=1"], nobody, 1, unknown],
    [["retention", id], { ...nobody, serviceRetention: () => Effect.succeed(null) }, 1, unknown],
    [["spend", "used", id], { usedCaps: () => Effect.succeed(null) }, 1, unknown],
    [["messages", "cancel-waiting", id], { cancelWaiting: () => Effect.succeed(null) }, 1, unknown],
    [["privacy", "erase", id, phone], { eraseRecipient: () => Effect.succeed(null) }, 1, unknown],
    [["privacy", "export", id], { exportPage: () => Effect.succeed(null) }, 1, unknown],
    [
      ["privacy", "show", id, `\u001b${"X".repeat(100)}`],
      { findErasure: () => Effect.succeed(null) },
      1,
      `The account has no erasure  ${"X".repeat(79)}.`
    ],
    [["suppressions", "remove", id, phone], { unsuppress: () => Effect.succeed("UnknownAccount") }, 1, unknown],
    [
      ["templates", "approve", template],
      { assess: () => Effect.succeed({ _tag: "Unknown" }) },
      1,
      `There is no template ${template}.`
    ],
    [
      ["templates", "pause", template],
      { assess: () => Effect.succeed({ _tag: "Refused", status: "PENDING" }) },
      1,
      "The template is PENDING, which does not allow that."
    ],
    [
      ["templates", "pause", template, "--channel", "mms"],
      { assess: () => Effect.succeed({ _tag: "Refused", status: null }) },
      1,
      "The template has no body there, which does not allow that."
    ],
    [
      ["accounts", "show", id],
      {
        find: () => Effect.fail(refused("RESOURCE_004"))
      },
      1,
      `RESOURCE_004: ${refused("RESOURCE_004").message}`
    ]
  ])
})

describe("what is called in a way that no command understands", () => {
  const duration = "Write 90s, 10m, 24h or 7d."
  const creates = (_tag: "BadScopes"): Parts => ({ createKey: () => Effect.succeed({ _tag }) })

  refuses("usage", [
    [
      ["accounts", "move", id, "us"],
      { moveAccount: () => Effect.succeed({ _tag: "NoCells" }) },
      2,
      "A single database has no cells: name them all with --cells."
    ],
    [["accounts", "set-balance", id, "1"], { setBalance: () => Effect.succeed("BadAmount") }, 2, "1 cannot be kept."],
    [["accounts", "set-balance", id, "-1"], {}, 2, "There is no option -1."],
    [
      ["accounts", "set-balance", id, "1.23456"],
      {},
      2,
      "1.23456 is no amount of at least 0 with at most four decimals, such as 100.00."
    ],
    [["accounts", "list", "--limit", "10001"], {}, 2, "--limit 10001 is no whole number from 1 to 10000."],
    ...["1.5", "1e1", "-1", "0", "0x10"].map((limit): Case => [
      ["accounts", "list", `--limit=${limit}`],
      {},
      2,
      `--limit ${limit} is no whole number from 1 to 10000.`
    ]),
    [["accounts", "list", "--limit", "1x"], {}, 2, "--limit 1x is no whole number from 1 to 10000."],
    [["audit-log", "list", id, "--limit", "10001"], {}, 2, "--limit 10001 is no whole number from 1 to 10000."],
    [["keys", "list", id, "--limit", "10001"], {}, 2, "--limit 10001 is no whole number from 1 to 10000."],
    [["work", "lanes", "--limit", "10001"], {}, 2, "--limit 10001 is no whole number from 1 to 10000."],
    [["work", "dead", "--limit", "10001"], {}, 2, "--limit 10001 is no whole number from 1 to 10000."],
    [["prefixes", "list", id, "--limit", "1001"], {}, 2, "--limit 1001 is no whole number from 1 to 1000."],
    [["keys", "create", id], creates("BadScopes"), 2, "The scopes are send, read, manage, webhooks."],
    [["keys", "create", id, "--expires", "1w"], {}, 2, `--expires 1w is no time. ${duration}`],
    [
      ["keys", "rotate", "k", "--grace", "366d"],
      { rotateKey: () => Effect.succeed({ _tag: "BadGrace" }) },
      2,
      "--grace is a year at most."
    ],
    [
      ["keys", "rotate", "k", "--expires", "0s"],
      { rotateKey: () => Effect.succeed({ _tag: "BadExpiry" }) },
      2,
      "--expires must be longer than 0s."
    ],
    [["carriers", "pin", "acme", "x\u001b"], {}, 2, "x  is no weight from 0 to 100."],
    [["carriers", "pin", "acme", "0005"], {}, 2, "0005 is no weight from 0 to 100."],
    [["prefixes", "pin", id, "+4477001234"], {}, 2, "+4477001234 is no prefix, such as +447700."],
    [
      ["work", "pause", "x"],
      { restrict: () => Effect.succeed("NoSuchLane") },
      2,
      "x is no lane: signalbox work lanes shows them."
    ],
    [
      ["work", "lanes", "--kind", "quixotic"],
      {},
      2,
      "There is no kind of lane quixotic. It is one of audit, channel, clone, contact, deadline, delivery, document, fanout, " +
      "inbound, look_up, media, prefix, privacy, profile, retention, retry, review, send, submission, verification."
    ],
    [
      ["limits", "set", id, "quixotic=1"],
      {},
      2,
      "There is no limit quixotic. There are requestsPerMinute, dailyMessageLimit, allowMms, expiryHours, smartEncoding, " +
      "keyLastUsed, auditLogDays, pumping, webhooks, webhookDisableMinutes."
    ],
    [
      ["limits", "set", id, "webhooks=0", "expiryHours=x"],
      {},
      2,
      "webhooks=0 expiryHours=x: expiryHours must be a number"
    ]
  ])
})

describe("what has failed", () => {
  const failing = (error: Conflict | LeaseLost | StoreError): Parts => ({ find: () => Effect.fail(error) })
  const again = "Others changed the same thing too often. Try again."

  refuses("failed", [
    [["quiet-hours", "set", id, "/nowhere/hours"], {}, 1, "/nowhere/hours cannot be read (ENOENT)."],
    [["accounts", "show", id], failing(new Conflict({ use: "x" })), 1, again],
    [["accounts", "show", id], failing(new LeaseLost({ use: "x" })), 1, again],
    [
      ["accounts", "show", id],
      failing(new StoreError({ reason: "failed", message: "it is away", cause: null })),
      1,
      "DATABASE_URL: it is away"
    ],
    [
      ["suppressions", "export", id],
      {
        ...find(),
        suppressions: (_, offset) =>
          Effect.succeed({
            entries: Array.from({ length: 500 }, (__, at) => ({ phone: Given.phone(at), suppressedAt: Given.now })),
            total: 5000 - offset,
            after: null
          })
      },
      1,
      "Numbers are being removed from the list all the time. Try again."
    ],
    [
      ["accounts", "move", id, "us"],
      { moveAccount: () => Effect.succeed({ _tag: "Held", held: 3 }) },
      1,
      "Nodes still hold 3 items of its work. Try again, or undo the move."
    ],
    [
      ["accounts", "move", id, "us"],
      { moveAccount: () => Effect.succeed({ _tag: "Busy" }) },
      1,
      "Somebody else moves the account at the same time."
    ],
    [
      ["accounts", "move", id, "us"],
      { moveAccount: () => Effect.succeed({ _tag: "Differs", left: {}, arrived: {} }) },
      1,
      "What has arrived is not what was there. Undo the move."
    ]
  ])

  it("as a defect is told as one, with where it happened", async () => {
    const { code, err } = await Mocked.call({ find: () => Effect.die(new Error("a bug")) }, "accounts", "show", id)
    expect(code).toBe(1)
    expect(err).toMatch(/^signalbox has a defect: Error: a bug\n {4}at /)
    expect((await Mocked.call({ find: () => Effect.die("odd") }, "accounts", "show", id)).err).toBe(
      "signalbox has a defect: odd\n"
    )
  })
})

describe("a check of an operator by SMPP that is called wrongly", () => {
  const check = (...argv: ReadonlyArray<string>) => ["smpp-check", ...argv]
  const place = ["smpp.example.com:2775", phone, "--system-id", "us"]
  const host = "is no host, such as smpp.example.com:2775."

  refuses("usage", [
    [check("smpp.example.com", "12"), {}, 2, "12 is no phone number in the form of E.164, such as +12015550123."],
    [check("smpp.example.com", phone), {}, 2, "--system-id is missing."],
    [check("::1", phone, "--system-id", "us"), {}, 2, `::1 ${host}`],
    [check("a:b", phone, "--system-id", "us"), {}, 2, `a:b ${host}`],
    [check("a:123456", phone, "--system-id", "us"), {}, 2, `a:123456 ${host}`],
    [check("[a", phone, "--system-id", "us"), {}, 2, `[a ${host}`],
    [check(...place, "--from-type", "5"), {}, 2, "--from-type 5 is no type of number, such as 5/0."],
    [check(...place, "--to-type", "1/1/1"), {}, 2, "--to-type 1/1/1 is no type of number, such as 5/0."],
    [
      check(...place, "--ids", "text,text"),
      {},
      2,
      "--ids text,text are not three forms, such as hexadecimal,decimal,decimal."
    ],
    [
      check(...place, "--ids", "text,text,text,text"),
      {},
      2,
      "--ids text,text,text,text are not three forms, such as hexadecimal,decimal,decimal."
    ],
    [check(...place, "--ca", "file"), {}, 2, "--ca and --servername are for --tls."],
    [check(...place, "--servername", "name"), {}, 2, "--ca and --servername are for --tls."],
    [check(...place, "--wait", "1w"), {}, 2, "--wait 1w is no time. Write 90s, 10m, 24h or 7d."],
    [check(...place, "--ids", "text,text,roman"), {}, 2, "smpp: ids.text must be one of text, hexadecimal, decimal"],
    [check("a:0", ...place.slice(1)), {}, 2, "smpp: port must be between 1 and 65535"],
    [check(...place, "--from-type", "256/0"), {}, 2, "smpp: ton and npi must be octets"],
    [check(...place, "--to-type", "0/256"), {}, 2, "smpp: ton and npi must be octets"],
    [check(...place, "--system-type", "x".repeat(13)), {}, 2, "smpp: systemType must have at most 12 ASCII characters"]
  ])
})
