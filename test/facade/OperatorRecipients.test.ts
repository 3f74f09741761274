/**
 * The operator's calls about keys, templates and recipients tell each answer field for field, and each refusal by its
 * code and its words.
 */
import type { RecipientErasure } from "@signalbox/core/internal/row/RecipientErasure"
import type { AssessAnswer, KeyPage } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import { describe } from "vitest"
import * as Given from "../core/Given.ts"
import type { Calls, Case, Parts } from "./Operated.ts"
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

type ShownKey = KeyPage["keys"][number]

describe("a call about keys", () => {
  const text = "a0000000-0000-4000-8000-000000000001"
  const key = {
    id: Given.messageId(8) as string as ShownKey["id"],
    prefix: "a0000000",
    createdAt: later(1),
    revokedAt: null
  }
  const shown = { id: key.id, prefix: "a0000000", createdAt: dated(1), revokedAt: null }
  const page = (keys: ReadonlyArray<ShownKey>, total: number): Parts => ({
    listKeys: () => Effect.succeed({ keys, total })
  })
  const sentences = {
    UnknownAccount: ["RESOURCE_004", 404, "There is no such account."],
    KeyTaken: ["RESOURCE_007", 409, "The key is taken: leave the text out, and a new one is made."],
    BadKey: ["VALIDATION_003", 400, "The text of a key must be a UUID."],
    BadScopes: ["VALIDATION_006", 400, "scopes may name send, read, manage and webhooks."],
    BadExpiry: ["VALIDATION_005", 400, "expiresAt must lie in the future."],
    BadAddresses: ["VALIDATION_001", 400, "addresses may have 32 addresses and ranges such as 192.0.2.0/24 at most."]
  } as const
  const rotations = {
    UnknownKey: ["RESOURCE_013", 404, "There is no such key."],
    AlreadyRevoked: ["CONFLICT_010", 409, "The key is revoked already."],
    KeyTaken: sentences.KeyTaken,
    BadGrace: ["VALIDATION_005", 400, "graceMs must be a whole number of milliseconds, one year at most."],
    BadExpiry: sentences.BadExpiry
  } as const
  const scopes = ["send", "read"] as const

  answers([
    [
      "lists them",
      page([key, { ...key, scopes, expiresAt: later(2), lastUsedAt: later(3), revokedAt: later(4) }], 9),
      ({ keys }) => keys.list(shouted, { offset: 1, limit: 2 }),
      {
        total: 9,
        keys: [shown, { ...shown, scopes, expiresAt: dated(2), lastUsedAt: dated(3), revokedAt: dated(4) }]
      },
      [["listKeys", id, 1, 2]]
    ],
    [
      "lists none of an account that has none",
      { ...page([], 0), ...found },
      ({ keys }) => keys.list(shouted),
      { total: 0, keys: [] },
      [["listKeys", id, 0, 100], ["find", id]]
    ],
    ["lists none of nobody", { ...page([], 0), ...none }, ({ keys }) => keys.list(shouted), unknown],
    [
      "makes one of a text",
      { createKey: () => Effect.succeed({ _tag: "Created", text }) },
      async ({ keys, seen }) => [await keys.create(shouted, text), seen],
      [text, [text]],
      [["createKey", id, text, {}]]
    ],
    [
      "makes one that is narrowed down",
      { createKey: () => Effect.succeed({ _tag: "Created", text }) },
      async ({ keys, seen }) => [
        await keys.create(shouted, { scopes, addresses: ["192.0.2.0/24"], expiresAt: dated(day) }),
        seen
      ],
      [text, [text]],
      [["createKey", id, undefined, { scopes, addresses: ["192.0.2.0/24"], expiresAt: later(day) }]]
    ],
    ...Object.entries(sentences).map(([tag, [code, status, message]]): Case => [
      `makes none: ${tag}`,
      { createKey: () => Effect.succeed({ _tag: tag as keyof typeof sentences }) },
      ({ keys }) => keys.create(shouted),
      refusal(code, status, message)
    ]),
    [
      "replaces one",
      { rotateKey: () => Effect.succeed({ _tag: "Created", text }) },
      async ({ keys, seen }) => [await keys.rotate("old", { graceMs: 5, expiresAt: dated(day) }), seen],
      [text, [text]],
      [["rotateKey", "old", 5, later(day)]]
    ],
    [
      "replaces one without grace",
      { rotateKey: () => Effect.succeed({ _tag: "Created", text }) },
      ({ keys }) => keys.rotate("old"),
      text,
      [["rotateKey", "old", 0, undefined]]
    ],
    ...Object.entries(rotations).map(([tag, [code, status, message]]): Case => [
      `replaces none: ${tag}`,
      { rotateKey: () => Effect.succeed({ _tag: tag as keyof typeof rotations }) },
      ({ keys }) => keys.rotate("old"),
      refusal(code, status, message)
    ]),
    ...(["Revoked", "AlreadyRevoked"] as const).map((answer): Case => [
      `revokes one: ${answer}`,
      { revokeKey: () => Effect.succeed(answer) },
      ({ keys }) => keys.revoke("old"),
      undefined,
      [["revokeKey", "old"]]
    ]),
    [
      "revokes none",
      { revokeKey: () => Effect.succeed("UnknownKey") },
      ({ keys }) => keys.revoke("old"),
      refusal("RESOURCE_013", 404, "There is no such key.")
    ]
  ])
})

describe("a call about prefixes", () => {
  const row = { account: id, prefix: "+447700", times: 1, since: later(-1) } as const
  const prefixes: Parts = {
    ...found,
    pausedPrefixes: () =>
      Effect.succeed({
        prefixes: [
          { ...row, reason: "undelivered", evidence: { counted: 50, failed: 40 }, until: later(1) },
          { ...row, reason: "operator", evidence: null, until: null },
          { ...row, reason: "unchecked", evidence: null, until: later(0) }
        ],
        total: 5,
        after: place
      })
  }
  const shown = { prefix: "+447700", pausedAt: dated(-1), counted: null, failed: null }
  const set = (answer: "Changed" | "Unchanged" | "UnknownAccount"): Parts => ({
    pinPrefix: () => Effect.succeed(answer),
    liftPrefix: () => Effect.succeed(answer)
  })
  const told = { Changed: true, Unchanged: false, UnknownAccount: unknown }

  answers([
    [
      "lists them",
      prefixes,
      ({ operator }) => operator.prefixes.list(shouted, { limit: 3, after: cursor }),
      {
        prefixes: [
          { ...shown, isPaused: true, reason: "undelivered", counted: 50, failed: 40, pausedUntil: dated(1) },
          { ...shown, isPaused: true, reason: "operator", pausedUntil: null },
          { ...shown, isPaused: false, reason: "unchecked", pausedUntil: dated(0) }
        ],
        total: 5,
        after: cursor
      },
      [["find", id], ["pausedPrefixes", id, 3, place]]
    ],
    ["lists none of nobody", none, ({ operator }) => operator.prefixes.list(shouted), unknown],
    ...(["Changed", "Unchanged", "UnknownAccount"] as const).flatMap((answer): ReadonlyArray<Case> => [
      [
        `pauses one: ${answer}`,
        set(answer),
        ({ operator }) => operator.prefixes.pin(shouted, "+447700"),
        told[answer],
        [
          ["pinPrefix", id, "+447700"]
        ]
      ],
      [
        `lifts one: ${answer}`,
        set(answer),
        ({ operator }) => operator.prefixes.lift(shouted, "+447700"),
        told[answer],
        [
          ["liftPrefix", id, "+447700"]
        ]
      ]
    ]),
    [
      "pauses none where none are watched",
      { pinPrefix: () => Effect.succeed("NotWatched") },
      ({ operator }) => operator.prefixes.pin(shouted, "+447700"),
      wrong("prefixes.pin", "account has no limit `pumping`")
    ]
  ])
})

describe("a call about templates", () => {
  const template = Given.templateId(1)
  const assess = (answer: AssessAnswer): Parts => ({ assess: () => Effect.succeed(answer) })
  const approved: Parts = assess({ _tag: "Changed", status: "APPROVED" })
  const judged = (
    name: string,
    call: (calls: Calls) => Promise<unknown>,
    statement: object
  ): Case => [name, approved, call, "APPROVED", [["assess", template, statement]]]
  const refused = (name: string, answer: AssessAnswer, message: string, channel?: "sms"): Case => [
    `resumes none: ${name}`,
    assess(answer),
    ({ operator }) => operator.templates.resume(template, channel === undefined ? undefined : { channel }),
    refusal("CONFLICT_010", 409, message)
  ]

  answers([
    judged("approves one", ({ operator }) => operator.templates.approve(template.toUpperCase()), {
      channel: null,
      outcome: "approve",
      reason: null
    }),
    judged("pauses one on a channel", ({ operator }) => operator.templates.pause(template, { channel: "rcs" }), {
      channel: "rcs",
      outcome: "pause",
      reason: null
    }),
    judged("resumes one", ({ operator }) => operator.templates.resume(template, { channel: "sms" }), {
      channel: "sms",
      outcome: "lift",
      reason: null
    }),
    judged("rejects one", ({ operator }) => operator.templates.reject(template, { reason: "no sense" }), {
      channel: null,
      outcome: "reject",
      reason: "no sense"
    }),
    judged(
      "rejects one on a channel",
      ({ operator }) => operator.templates.reject(template, { reason: " x", channel: "mms" }),
      { channel: "mms", outcome: "reject", reason: " x" }
    ),
    [
      "approves none that there is",
      assess({ _tag: "Unknown" }),
      ({ operator }) => operator.templates.approve("a"),
      refusal("RESOURCE_002", 404, "There is no template with the id a.")
    ],
    refused(
      "it is a draft",
      { _tag: "Refused", status: "DRAFT" },
      "The template is DRAFT, which knows no step \"lift\"."
    ),
    refused(
      "it has no body there",
      { _tag: "Refused", status: null },
      "The template on sms has no body there, which knows no step \"lift\".",
      "sms"
    )
  ])
})

describe("a call about recipients", () => {
  const phone = Given.phone(1)
  const erasure = Given.messageId(7) as string as RecipientErasure["id"]
  const running: RecipientErasure = {
    id: erasure,
    account: id,
    phone,
    status: "running",
    step: 1,
    after: "",
    messages: 3,
    requestedAt: later(1)
  }
  const shown = { id: erasure, status: "running", messages: 3, requestedAt: dated(1), completedAt: null }
  const keyword = (
    answer: "Changed" | "Unchanged" | "UnknownAccount" | "BadKeyword" | "Reserved" | "TooMany",
    told: (call: string) => unknown
  ): ReadonlyArray<Case> => [
    [
      `sets a keyword: ${answer}`,
      { setKeyword: () => Effect.succeed(answer) },
      ({ operator }) => operator.keywords.set(shouted, { keyword: "basta", action: "OPT_OUT" }),
      told("keywords.set"),
      [["setKeyword", id, { keyword: "basta", action: "OPT_OUT", reply: null }]]
    ],
    [
      `removes a keyword: ${answer}`,
      { removeKeyword: () => Effect.succeed(answer) },
      ({ operator }) => operator.keywords.remove(shouted, "basta"),
      told("keywords.remove"),
      [["removeKeyword", id, "basta"]]
    ]
  ]
  const preferred = (answer: "Changed" | "Unchanged" | "UnknownAccount" | "UnknownPurpose", told: unknown): Case => [
    `prefers: ${answer}`,
    { prefer: () => Effect.succeed(answer) },
    ({ operator }) => operator.purposes.prefer(shouted, phone, { news: "opt_out" }),
    told,
    [["prefer", id, phone, { news: "opt_out" }]]
  ]

  answers([
    [
      "erases one",
      { eraseRecipient: () => Effect.succeed(running) },
      ({ operator }) => operator.privacy.erase(shouted, phone),
      shown,
      [["eraseRecipient", id, phone]]
    ],
    [
      "tells of an erasure",
      { ...found, findErasure: () => Effect.succeed({ ...running, status: "completed", completedAt: later(2) }) },
      ({ operator }) => operator.privacy.get(shouted, erasure.toUpperCase()),
      { ...shown, status: "completed", completedAt: dated(2) },
      [["find", id], ["findErasure", id, erasure]]
    ],
    [
      "tells of none",
      { ...found, findErasure: () => Effect.succeed(null) },
      ({ operator }) => operator.privacy.get(shouted, erasure),
      null
    ],
    ["tells of none of nobody", none, ({ operator }) => operator.privacy.get(shouted, erasure), unknown],
    ...keyword("Changed", () => true),
    ...keyword("Unchanged", () => false),
    ...keyword("UnknownAccount", () => unknown),
    ...keyword("BadKeyword", (call) => wrong(call, "keyword must have a letter at least, and 1000 at most")),
    ...keyword(
      "Reserved",
      (call) => wrong(call, "keyword must be none of every account, nor of a list that is switched on")
    ),
    ...keyword("TooMany", (call) => wrong(call, "the account has as many keywords of its own as it may have")),
    preferred("Changed", true),
    preferred("Unchanged", false),
    preferred("UnknownAccount", unknown),
    preferred("UnknownPurpose", wrong("purposes.prefer", "preferences must have names of the account's purposes"))
  ])
})
