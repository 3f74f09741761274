/** The commands about the whole service print what the operator answers, to the letter. */
import { plus } from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"
import { describe } from "vitest"
import * as Given from "../core/Given.ts"
import { find, prints } from "./Mocked.ts"

const id = Given.accountId(1)
const now = "2030-01-15T12:34:56.789Z"
const day = 86_400_000
const acme = Given.carrierId("acme")
const review = `review:${id}` as const

describe("a command about the whole service", () => {
  const minute = 60_000
  const lane = { firstAt: Given.now, waiting: 1, held: 0, pausedUntil: null, restrictions: [] } as const
  const letter = { kind: "review", key: "k/1", lane: review, failures: 12, cause: "a\nbug", at: Given.now } as const
  const weight = {
    carrier: acme,
    country: "GB",
    weight: 40,
    mark: {
      carrier: acme,
      country: "GB",
      weight: 30,
      since: Given.now,
      step: 10,
      restMinutes: 5,
      trouble: "failing",
      counted: 50,
      troubled: 20
    },
    pin: null
  } as const
  const pin = { carrier: acme, country: null, weight: 7, since: Given.now, until: plus(Given.now, day) }
  const retention = { messages: 90, usage: 365 }

  prints([
    [["carriers", "health"], {
      carrierWeights: Effect.succeed([weight, { carrier: acme, country: null, weight: 7, mark: null, pin }])
    }, {
      out: [
        "CARRIER  COUNTRY  WEIGHT  TROUBLE  IN  OF  SINCE                     PINNED UNTIL",
        `acme     GB       40      failing  20  50  ${now}`,
        `acme     all      7${" ".repeat(50)}2030-01-16T12:34:56.789Z`
      ],
      json: {
        carriers: [
          {
            carrier: "acme",
            country: "GB",
            weight: 40,
            trouble: "failing",
            counted: 50,
            troubled: 20,
            fell_at: now,
            pinned_until: null
          },
          {
            carrier: "acme",
            country: null,
            weight: 7,
            trouble: null,
            counted: null,
            troubled: null,
            fell_at: null,
            pinned_until: "2030-01-16T12:34:56.789Z"
          }
        ]
      }
    }],
    [["carriers", "drain", "acme"], { restrict: () => Effect.succeed("Changed") }, {
      out: ["acme is drained."],
      json: { changed: true }
    }],
    [["work", "pause", review], { restrict: () => Effect.succeed("Unchanged") }, {
      out: [`${review} is paused, as before.`],
      json: { changed: false }
    }],
    [["work", "resume", review], { lift: () => Effect.succeed("Changed") }, {
      out: [`${review} goes on.`],
      json: { changed: true }
    }],
    [
      ["work", "held"],
      { restrictions: Effect.succeed([{ on: "submission:acme", mode: "drained", since: Given.now }]) },
      {
        out: ["ON               MODE     SINCE", `submission:acme  drained  ${now}`],
        json: { held: [{ on: "submission:acme", mode: "drained", since: now }] }
      }
    ],
    [["work", "lanes", "--kind", "review", "--limit", "5"], {
      lanes: () =>
        Effect.succeed([
          { ...lane, lane: "review:s", ageMillis: 59_999 },
          { ...lane, lane: "review:m", ageMillis: 59 * minute + 59_000, waiting: 9999, held: 10_000 },
          { ...lane, lane: "review:h", ageMillis: 23 * 60 * minute + 61_000, pausedUntil: plus(Given.now, day) },
          { ...lane, lane: "review:d", ageMillis: 3 * day + 25 * 60 * minute, restrictions: ["paused", "drained"] },
          { ...lane, lane: "review:z", ageMillis: 60_000 },
          { ...lane, lane: "review:n", ageMillis: 0 }
        ])
    }, {
      out: [
        "LANE      WAITING  HELD           AGE          PAUSED UNTIL",
        "review:d  1        0              4 d 1 h      paused, drained by the operator",
        "review:h  1        0              23 h 1 min   2030-01-16T12:34:56.789Z",
        "review:m  9999     10000 or more  59 min 59 s",
        "review:z  1        0              1 min 0 s",
        "review:s  1        0              59 s"
      ],
      err: ["There are more lanes; --limit says how many to show."],
      json: {
        lanes: [
          ["d", 3 * day + 25 * 60 * minute, 1, 0, null, ["paused", "drained"]] as const,
          ["h", 23 * 60 * minute + 61_000, 1, 0, "2030-01-16T12:34:56.789Z", []] as const,
          ["m", 59 * minute + 59_000, 9999, 10_000, null, []] as const,
          ["z", 60_000, 1, 0, null, []] as const,
          ["s", 59_999, 1, 0, null, []] as const
        ].map(([name, age, waiting, held, until, restrictions]) => ({
          lane: `review:${name}`,
          waiting,
          held,
          age_ms: age,
          first_at: now,
          paused_until: until,
          restrictions
        })),
        has_more: true
      }
    }],
    [["work", "dead"], { deadLetters: () => Effect.succeed({ letters: [letter], total: 3, after: null }) }, {
      out: [
        `KIND    KEY  LANE${" ".repeat(41)}FAILURES  AT                        CAUSE`,
        `review  k/1  ${review}  12        ${now}  a bug`
      ],
      err: ["2 more; --limit says how many to show."],
      json: {
        dead_letters: [{ kind: "review", key: "k/1", lane: review, failures: 12, cause: "a\nbug", at: now }],
        total: 3
      }
    }],
    [["work", "retry", "--all"], {
      deadLetters: () => Effect.succeed({ letters: [letter, { ...letter, key: "gone" }], total: 4, after: null }),
      retryDeadLetter: (_, key) => Effect.succeed(key === "gone" ? "NotFound" : "Retried")
    }, {
      code: 1,
      out: ["1 work item due again."],
      err: ["2 are left; call it again."],
      json: { retried: 1, left: 2 }
    }],
    [["work", "retry", "review", "k/1"], { retryDeadLetter: () => Effect.succeed("Retried") }, {
      out: ["1 work item due again."],
      json: { retried: 1, left: 0 }
    }],
    [["work", "discard", "review", "k/1"], { discardDeadLetter: () => Effect.succeed("Discarded") }, {
      out: ["1 work item given up."],
      json: { discarded: 1 }
    }],
    [["retention", id], { ...find({ retention }), serviceRetention: () => Effect.succeed({ contacts: 730 }) }, {
      out: [
        "All accounts: contacts 730",
        "ACCOUNT                               NAME  DAYS",
        `${id}  Acme  messages 90, usage 365`
      ],
      json: { all: { contacts: 730 }, accounts: [{ account_id: id, name: "Acme", retention }] }
    }],
    [["retention", id], { ...find({ retention: {} }), serviceRetention: () => Effect.succeed(null) }, {
      out: [
        "All accounts: everything is kept",
        "ACCOUNT                               NAME  DAYS",
        `${id}  Acme  everything is kept`
      ],
      json: { all: null, accounts: [{ account_id: id, name: "Acme", retention: {} }] }
    }],
    [["retention", id, "--dry-run"], {
      ...find({ name: "A\nB" }),
      serviceRetention: () => Effect.succeed(null),
      previewRetention: () => Effect.succeed({ retention, by: "organization", counts: { messages: 4 } })
    }, {
      out: [
        "ACCOUNT                               NAME  SET BY        MESSAGES  DELIVERIES  USAGE      CONTACTS",
        `${id}  A B   organization  4 (90 d)  -           0 (365 d)  -`
      ],
      json: {
        accounts: [{ account_id: id, name: "A\nB", set_by: "organization", retention, would_remove: { messages: 4 } }]
      }
    }],
    [["templates", "approve", Given.templateId(1), "--channel", "rcs"], {
      assess: (_, { channel, outcome }) =>
        Effect.succeed(
          channel === "rcs" && outcome === "approve" ? { _tag: "Changed", status: "APPROVED" } : { _tag: "Unknown" }
        )
    }, {
      out: ["The template is APPROVED."],
      json: { id: Given.templateId(1), channel: "rcs", status: "APPROVED" }
    }]
  ])
})
