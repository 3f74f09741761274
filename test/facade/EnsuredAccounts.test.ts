/**
 * An account that a host ensures is made, or changed, by what the service is asked here, and is the same at every start.
 */
import { make as money } from "@signalbox/core/Money"
import { Operator } from "@signalbox/core/Operator"
import { Billing } from "@signalbox/core/Price"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { accounts } from "signalbox/internal/accounts"
import * as Log from "signalbox/internal/log"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Parts } from "./Operated.ts"
import { answers, found, id, none, refusal, shouted } from "./Operated.ts"

const organization = Given.accountId(20)

/** The ids that the names have: accounts that were made so are found by them for ever. */
const acme = "1698dfd6-5c7f-882e-a8cc-d719e383ec35"
const ofOrganization = "cf0bac82-671a-8037-a91a-c1fc2b387f48"

describe("an account that is ensured", () => {
  const balance: Parts = { balance: () => Effect.succeed(money(12_345)) }
  const created: Parts = {
    ...none,
    ...balance,
    createOrganization: () => Effect.succeed({ _tag: "Created", id }),
    createProfile: () => Effect.succeed({ _tag: "Created", id })
  }
  const change: Parts = { ...balance, change: () => Effect.succeed(Given.account()) }
  const taken: Parts = { ...change, ...none, createOrganization: () => Effect.succeed({ _tag: "IdTaken" }) }
  const refusedProfile = (answer: "BadAmount" | "UnknownOrganization"): Parts => ({
    ...none,
    createProfile: () => Effect.succeed({ _tag: answer })
  })

  answers([
    [
      "is made of its name where there is none",
      created,
      ({ accounts }) => accounts.ensure({ name: "Acme" }),
      { id: acme, name: "Acme", created: true, balance: "1.2345" },
      [["find", acme], ["createOrganization", { name: "Acme", id: acme, balance: 0 }], ["balance", acme]]
    ],
    [
      "is made with all that it is given",
      created,
      ({ accounts }) =>
        accounts.ensure({
          id: shouted,
          name: "Acme",
          balance: "1.5",
          billing: false,
          channels: ["sms"],
          numbers: ["+12015550100", "+41446681800"],
          quietHours: { windows: { US: { start: "21:00", end: "08:00" } } },
          keywords: [{ keyword: "basta", action: "OPT_OUT" }],
          rules: [{ carrier: "acme" }]
        }),
      { id, name: "Acme", created: true, balance: "1.2345" },
      [["find", id], ["createOrganization", {
        id,
        name: "Acme",
        balance: 15_000,
        billing: false,
        channels: ["sms"],
        numbers: [
          { number: "+12015550100", channels: ["sms"], country: "US" },
          { number: "+41446681800", channels: ["sms"], country: "CH" }
        ],
        quietHours: { windows: { US: { start: "21:00", end: "08:00" } }, exempt: [] },
        keywords: [{ keyword: "basta", action: "OPT_OUT", reply: null }],
        rules: [{ carrier: "acme", channel: null, country: null, fallback: true, priority: 0, action: "ALLOW" }]
      }], ["balance", id]]
    ],
    [
      "has its numbers on every channel, unless told otherwise",
      created,
      ({ accounts }) => accounts.ensure({ id, name: "Acme", numbers: ["+12015550100"] }),
      expect.anything(),
      [["find", id], ["createOrganization", {
        id,
        name: "Acme",
        balance: 0,
        numbers: [{ number: "+12015550100", channels: ["sms", "whatsapp", "rcs", "mms"], country: "US" }]
      }], ["balance", id]]
    ],
    [
      "is a profile of the organization that is named, by whose id its own is made",
      created,
      ({ accounts }) => accounts.ensure({ name: "Acme", organization: organization.toUpperCase() }),
      { id: ofOrganization, name: "Acme", created: true, balance: "1.2345" },
      [["find", ofOrganization], ["createProfile", organization, { name: "Acme", id: ofOrganization, balance: 0 }], [
        "balance",
        ofOrganization
      ]]
    ],
    [
      "is changed where it is there, and keeps its balance",
      { ...change, ...found },
      ({ accounts }) => accounts.ensure({ id, name: "Acme", balance: 5, webhooks: 3 }),
      { id, name: "Acme", created: false, balance: "1.2345" },
      [["find", id], ["change", id, { name: "Acme", webhooks: 3 }], ["balance", id]]
    ],
    [
      "is changed where another node was quicker",
      taken,
      ({ accounts }) => accounts.ensure({ id, name: "Acme" }),
      { id, name: "Acme", created: false, balance: "1.2345" },
      [
        ["find", id],
        ["createOrganization", { id, name: "Acme", balance: 0 }],
        ["change", id, { name: "Acme" }],
        ["balance", id]
      ]
    ],
    [
      "is not made with what cannot be kept",
      refusedProfile("BadAmount"),
      ({ accounts }) => accounts.ensure({ name: "Shop", organization, balance: 5 }),
      refusal("VALIDATION_001", 400, "accounts.ensure: account.balance cannot be kept")
    ],
    [
      "is not made in nobody's organization",
      refusedProfile("UnknownOrganization"),
      ({ accounts }) => accounts.ensure({ name: "Shop", organization }),
      refusal("RESOURCE_004", 404, `There is no account with the id ${organization}.`)
    ],
    [
      "is not made anew where it was deleted",
      { ...found, change: () => Effect.succeed(null) },
      ({ accounts }) => accounts.ensure({ id, name: "Acme" }),
      refusal("CONFLICT_010", 409, "The account Acme was deleted: give another id.")
    ]
  ])

  const warning = [
    "warn",
    "the account Acme has no balance, so nothing that it sends is delivered: give it some with accounts.topUp",
    { account: id }
  ]

  it.each<readonly [name: string, balance: number | null, settings: object, isCharged: boolean, lines: number]>([
    ["has no balance", 0, {}, true, 1],
    ["has none that is known", null, {}, true, 1],
    ["has less than none", -1, {}, true, 1],
    ["has some", 1, {}, true, 0],
    ["is a profile, which its organization pays for", 0, { organization }, true, 0],
    ["is charged nothing by itself", 0, { billing: false }, true, 0],
    ["is charged nothing, as nobody is", 0, {}, false, 0],
    ["is charged, as nobody else is", 0, { billing: true }, false, 1]
  ])("that %s: %d is warned of where nothing would be delivered", async (_, balance, settings, isCharged, lines) => {
    const logged: Array<unknown> = []
    const log = Log.make({ log: ({ fields, level, message }) => void logged.push([level, message, fields]) })
    const { ensure } = accounts((effect) =>
      Effect.runPromise(
        effect.pipe(
          Effect.provide(Layer.mock(Operator, {
            ...created,
            balance: () => Effect.succeed(balance === null ? null : money(balance))
          })),
          Effect.provideService(Billing, isCharged),
          Effect.provide(log.layer)
        ) as Effect.Effect<never>
      )
    )
    await ensure({ id, name: "Acme", ...settings })
    expect(logged).toEqual(Array.from({ length: lines }, () => warning))
  })
})
