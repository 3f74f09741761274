/** The commands about what an account has print what the operator answers, to the letter. */
import type * as Id from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { make as money } from "@signalbox/core/Money"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Parts } from "./Mocked.ts"
import * as Mocked from "./Mocked.ts"
import { changed, find, prints } from "./Mocked.ts"

const id = Given.accountId(1)
const profile = Given.accountId(2)
const now = "2030-01-15T12:34:56.789Z"
const day = 86_400_000
const phone = Given.phone(1)

describe("a command about what an account has", () => {
  const entry = {
    id: "entry-1" as Id.AuditEntryId,
    account: id,
    actor: { type: "key", id: "key-1" },
    action: "deleted",
    subject: { type: "webhook", id: "hook-1" },
    fields: ["url", "events"],
    operation: "webhooks.delete",
    network: "192.0.2.0/24",
    at: Given.now,
    endsAt: Given.now
  } as const
  const many = {
    ...entry,
    id: "entry-2" as Id.AuditEntryId,
    actor: { type: "operator" },
    action: "changed",
    subject: { type: "recipient", id: null },
    count: 3
  } as const
  const { network: _, ...local } = many
  const written = {
    id: "entry-1",
    created_at: now,
    actor: { type: "key", id: "key-1" },
    action: "deleted",
    resource: { type: "webhook", id: "hook-1" },
    count: 1,
    fields: ["url", "events"],
    operation: "webhooks.delete",
    network: "192.0.2.0/24"
  }
  const key = {
    id: "key-1" as Id.KeyId,
    prefix: "12345678",
    createdAt: Given.now,
    revokedAt: null
  }
  const narrow = {
    ...key,
    scopes: ["send", "read"] as const,
    addresses: ["192.0.2.7/32"] as const,
    lastUsedAt: Given.now
  }
  const shownKey = { id: "key-1", prefix: "12345678", created_at: now, revoked_at: null }
  const paused = { account: id, prefix: "+447700", since: Given.now, times: 1 }
  const erasure = {
    id: "erasure-1" as Id.ErasureId,
    account: id,
    step: 0,
    after: "",
    messages: 1,
    requestedAt: Given.now,
    status: "completed",
    completedAt: plus(Given.now, day)
  } as const

  prints([
    [["audit-log", "list", id], {
      ...find(),
      auditLog: () => Effect.succeed({ entries: [entry, local], total: 2, after: null })
    }, {
      out: [
        "WHEN                      WHO        FROM          DID      TO              FIELDS",
        `${now}  key key-1  192.0.2.0/24  deleted  webhook hook-1  url,events`,
        `${now}  operator   -             changed  3 of recipient  url,events`
      ],
      json: {
        entries: [written, {
          ...written,
          id: "entry-2",
          actor: { type: "operator", id: null },
          action: "changed",
          resource: { type: "recipient", id: null },
          count: 3,
          network: null
        }],
        total: 2
      }
    }],
    [["keys", "list", id], {
      ...find(),
      listKeys: () =>
        Effect.succeed({
          keys: [key, { ...narrow, expiresAt: plus(Given.now, 1) }, { ...key, revokedAt: Given.now }],
          total: 5
        })
    }, {
      out: [
        `KEY        CREATED                   STATE                                  SCOPES     ADDRESSES     LAST USED`,
        `12345678…  ${now}  active                                 -          -             -`,
        `12345678…  ${now}  active until 2030-01-15T12:34:56.790Z  send,read  192.0.2.7/32  ${now}`,
        `12345678…  ${now}  ended ${now}         -          -             -`
      ],
      err: ["2 more; --limit says how many to show."],
      json: {
        keys: [
          shownKey,
          {
            ...shownKey,
            scopes: ["send", "read"],
            addresses: ["192.0.2.7/32"],
            expires_at: "2030-01-15T12:34:56.790Z",
            last_used_at: now
          },
          { ...shownKey, revoked_at: now }
        ],
        total: 5
      }
    }],
    [["keys", "create", id], { createKey: () => Effect.succeed({ _tag: "Created", text: "a key" }) }, {
      out: ["a key"],
      err: ["Keep the key: it is shown this once."],
      json: { key: "a key" }
    }],
    [["keywords", "list", id], {
      ...find({
        keywords: [{ keyword: "BASTA", action: "OPT_OUT", reply: null }, {
          keyword: "AIUTO",
          action: "HELP",
          reply: "Si."
        }],
        keywordLists: ["us-carriers"]
      })
    }, {
      out: [
        "KEYWORD  ACTION   REPLY",
        "BASTA    OPT_OUT",
        "AIUTO    HELP     Si.",
        "Lists that are switched on: us-carriers."
      ],
      json: {
        keywords: [{ keyword: "BASTA", action: "OPT_OUT", reply: null }, {
          keyword: "AIUTO",
          action: "HELP",
          reply: "Si."
        }],
        keyword_lists: ["us-carriers"]
      }
    }],
    [["keywords", "remove", id, " Basta "], { removeKeyword: () => Effect.succeed("Changed") }, {
      out: ["Basta is none any more."],
      json: { changed: true }
    }],
    [["keywords", "remove", id, "Basta"], { removeKeyword: () => Effect.succeed("Unchanged") }, {
      out: ["Basta was none."],
      json: { changed: false }
    }],
    [["keywords", "switch-on", id, "us-carriers"], { ...find(), ...changed({}) }, {
      out: ["The words of us-carriers opt out, too."],
      json: { changed: true }
    }],
    [["keywords", "switch-off", id, "us-carriers"], { ...find(), ...changed({}) }, {
      out: ["The words of us-carriers are no keywords any more."],
      json: { changed: false }
    }],
    [["prefixes", "list", id], {
      ...find(),
      pausedPrefixes: () =>
        Effect.succeed({
          prefixes: [
            { ...paused, reason: "unchecked", evidence: { counted: 30, failed: 29 }, until: plus(Given.now, day) },
            { ...paused, reason: "operator", evidence: null, until: null },
            { ...paused, reason: "undelivered", evidence: { counted: 9, failed: 8 }, until: Given.now }
          ],
          total: 4,
          after: null
        })
    }, {
      out: [
        "PREFIX   REASON       FAILED  OF  SINCE                     UNTIL",
        `+447700  unchecked    29      30  ${now}  2030-01-16T12:34:56.789Z`,
        `+447700  operator                 ${now}  it is lifted`,
        `+447700  undelivered  8       9   ${now}  ${now}`
      ],
      err: ["1 more; --limit says how many to show."],
      json: {
        prefixes: [
          {
            prefix: "+447700",
            is_paused: true,
            reason: "unchecked",
            counted: 30,
            failed: 29,
            paused_at: now,
            paused_until: "2030-01-16T12:34:56.789Z"
          },
          {
            prefix: "+447700",
            is_paused: true,
            reason: "operator",
            counted: null,
            failed: null,
            paused_at: now,
            paused_until: null
          },
          {
            prefix: "+447700",
            is_paused: false,
            reason: "undelivered",
            counted: 9,
            failed: 8,
            paused_at: now,
            paused_until: now
          }
        ],
        total: 4
      }
    }],
    [["prefixes", "pin", id, "+447700"], { pinPrefix: () => Effect.succeed("Changed") }, {
      out: ["+447700 is paused until it is lifted."],
      json: { changed: true }
    }],
    [["prefixes", "lift", id, "+447700"], { liftPrefix: () => Effect.succeed("Changed") }, {
      out: ["+447700 is no longer paused."],
      json: { changed: true }
    }],
    [["prefixes", "lift", id, "+447700"], { liftPrefix: () => Effect.succeed("Unchanged") }, {
      out: ["+447700 is as it was."],
      json: { changed: false }
    }],
    [["privacy", "show", id, "erasure-1"], { findErasure: () => Effect.succeed(erasure) }, {
      out: ["The erasure erasure-1 is completed; 1 message erased."],
      json: {
        id: "erasure-1",
        status: "completed",
        messages: 1,
        requested_at: now,
        completed_at: "2030-01-16T12:34:56.789Z"
      }
    }],
    [["spend", "used", id], {
      usedCaps: () =>
        Effect.succeed([
          {
            account: id,
            region: null,
            period: "day",
            startsOn: "2030-01-15",
            cap: money(100),
            spent: money(90),
            isWarned: true
          },
          {
            account: profile,
            region: "CH",
            period: "month",
            startsOn: "2030-01-01",
            cap: money(20_000),
            spent: money(0),
            isWarned: false
          }
        ])
    }, {
      out: [
        "ACCOUNT                               REGION  PERIOD  SINCE       CAP     SPENT   WARNED",
        `${id}  all     day     2030-01-15  0.0100  0.0090  yes`,
        `${profile}  CH      month   2030-01-01  2.0000  0.0000  no`
      ],
      json: {
        caps: [
          {
            account_id: id,
            region: null,
            period: "day",
            starts_on: "2030-01-15",
            cap: "0.0100",
            spent: "0.0090",
            warned: true
          },
          {
            account_id: profile,
            region: "CH",
            period: "month",
            starts_on: "2030-01-01",
            cap: "2.0000",
            spent: "0.0000",
            warned: false
          }
        ]
      }
    }],
    [["suppressions", "add", id, phone, Given.phone(2), Given.phone(3)], {
      suppress: (_, number) => Effect.succeed(number === phone ? "Changed" : "Unchanged")
    }, { out: ["1 number added, 2 as before."], json: { changed: 1, unchanged: 2 } }],
    [["suppressions", "remove", id, phone, Given.phone(2)], { unsuppress: () => Effect.succeed("Changed") }, {
      out: ["2 numbers removed, 0 as before."],
      json: { changed: 2, unchanged: 0 }
    }],
    [["suppressions", "export", id], {
      ...find(),
      suppressions: () => Effect.succeed({ entries: [{ phone, suppressedAt: Given.now }], total: 1, after: null })
    }, { out: [phone], json: { suppressions: [{ phone_number: phone, suppressed_at: now }] } }]
  ])

  it("cancels its messages, page after page, at one carrier or at all", async () => {
    const asked: Array<readonly [unknown, unknown]> = []
    const after = { at: Given.now, key: "next" }
    const parts: Parts = {
      cancelWaiting: (_, carrier, position) =>
        Effect.sync(() => {
          asked.push([carrier, position ?? null])
          return { cancelled: 2, looked: 3, after: asked.length % 2 === 1 ? after : null }
        })
    }
    expect(await Mocked.call(parts, "messages", "cancel-waiting", id)).toEqual({
      code: 0,
      out: "4 messages cancelled, of 6.\n",
      err: ""
    })
    const { out } = await Mocked.call(parts, "messages", "cancel-waiting", id, "--carrier", "acme", "--json")
    expect(JSON.parse(out)).toEqual({ cancelled: 4, looked: 6 })
    expect(asked).toEqual([[null, null], [null, after], ["acme", null], ["acme", after]])
  })
})
