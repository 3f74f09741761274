/**
 * Accounts, their keys and their money, through the operator's interface.
 */
import type { Channel } from "@signalbox/core/Channel"
import * as Digest from "@signalbox/core/Digest"
import type { AccountId } from "@signalbox/core/Id"
import * as Limit from "@signalbox/core/Limit"
import * as Money from "@signalbox/core/Money"
import type { Change, GivenTerms, NewOptions, Operator } from "@signalbox/core/Operator"
import { display } from "@signalbox/core/PhoneNumber"
import { Billing } from "@signalbox/core/Price"
import * as Terms from "@signalbox/core/Terms"
import * as Uuid from "@signalbox/core/Uuid"
import * as Effect from "effect/Effect"
import type { AccountCalls, EnsuredAccount, KeyCalls } from "../Accounts.ts"
import type { SignalboxError } from "../SignalboxError.ts"
import * as Errors from "./errors.ts"
import * as Given from "./given.ts"
import * as Schemas from "./givenSchemas.ts"
import type { Run } from "./operated.ts"
import { id, operated, unknown } from "./operated.ts"

type AccountSettings = typeof Schemas.Account.Type

/** The same name of the same organization is the same account at every start. */
const derived = ({ name, organization = "" }: AccountSettings): AccountId => {
  return Uuid.v8(Digest.sha256(`signalbox account\n${organization.toLowerCase()}\n${name}`)) as AccountId
}

const allChannels: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]

const change = (
  { balance: _balance, id: _id, keywords, numbers, organization: _organization, quietHours, rules, ...same }:
    AccountSettings
): Change => ({
  ...same,
  ...(keywords === undefined ? {} : { keywords: keywords.map(Terms.keyword) }),
  ...(quietHours === undefined ? {} : { quietHours: Terms.quietHours(quietHours) }),
  ...(rules === undefined ? {} : { rules: rules.map(Terms.rule) }),
  ...(numbers === undefined ? {} : {
    numbers: numbers.map((number) => ({
      number,
      channels: same.channels ?? allChannels,
      country: display(number).region
    }))
  })
})

/** An account without money sends nothing, unless nothing is charged. */
const warn = Effect.fnUntraced(function*({ billing }: Change, account: AccountId, name: string) {
  if (!(billing ?? (yield* Billing))) return
  yield* Effect.logWarning(
    `the account ${name} has no balance, so nothing that it sends is delivered: give it some with accounts.topUp`,
    { account }
  )
})

const ensure = (settings: AccountSettings): Effect.Effect<EnsuredAccount, SignalboxError, Operator> =>
  Effect.gen(function*() {
    const account = settings.id === undefined ? derived(settings) : id(settings.id)
    const opening = Terms.amount(settings.balance ?? 0)
    const told = change(settings)
    const wanted: NewOptions = { ...told, id: account, balance: opening }
    const found = yield* operated(({ find }) => find(account))
    const made = found !== null ?
      { _tag: "IdTaken" as const } :
      yield* operated((operator) =>
        settings.organization === undefined
          ? operator.createOrganization(wanted)
          : operator.createProfile(id(settings.organization), wanted)
      )
    if (made._tag === "BadAmount") {
      return yield* Effect.fail(Errors.wrong("accounts.ensure", ["account.balance cannot be kept"]))
    }
    if (made._tag === "UnknownOrganization") return yield* Effect.fail(unknown(settings.organization ?? ""))
    const created = made._tag === "Created"
    // Another node may have created it meanwhile.
    const changed = created
      ? told
      : yield* operated((operator) => operator.change(account, told))
    if (changed === null) {
      return yield* Effect.fail(
        Errors.error("CONFLICT_010", `The account ${settings.name} was deleted: give another id.`)
      )
    }
    const balance = (yield* operated((operator) => operator.balance(account))) ?? Money.zero
    if (balance <= 0 && settings.organization === undefined) {
      yield* warn(changed, account, settings.name)
    }
    return { id: account, name: settings.name, created, balance: Money.toText(balance) }
  })

const balanceOf = (account: string) =>
  Effect.flatMap(
    operated((operator) => operator.balance(id(account))),
    (balance) => balance === null ? Effect.fail(unknown(account)) : Effect.succeed(Money.toText(balance))
  )

const topUp = ({ account, amount, reference }: typeof Schemas.TopUp.Type) =>
  Effect.gen(function*() {
    const answer = yield* operated((operator) => operator.topUp(id(account), Terms.amount(amount), reference))
    switch (answer) {
      case "Done":
        return yield* balanceOf(account)
      case "UnknownAccount":
        return yield* Effect.fail(unknown(account))
      case "ReferenceTaken":
        return yield* Effect.fail(
          Errors.error(
            "RESOURCE_007",
            `Another amount was added under the reference ${reference}: give another reference.`
          )
        )
      case "BadAmount":
      case "BadReference":
        return yield* Effect.fail(
          Errors.wrong("accounts.topUp", [
            answer === "BadAmount" ? "amount cannot be kept" : "reference cannot be kept"
          ])
        )
    }
  })

export const accounts = (run: Run): AccountCalls => ({
  ensure: async (settings) => run(ensure(Given.read("accounts.ensure", "account", Schemas.Account, settings))),
  balance: async (account) =>
    run(balanceOf(Given.read("accounts.balance", "", Schemas.OfAccount, { account }).account)),
  topUp: async (account, amount, reference) =>
    run(topUp(Given.read("accounts.topUp", "", Schemas.TopUp, { account, amount, reference })))
})

const sentences = {
  UnknownAccount: "There is no such account.",
  UnknownKey: "There is no such key.",
  AlreadyRevoked: "The key is revoked already.",
  KeyTaken: "The key is taken: leave the text out, and a new one is made.",
  BadKey: "The text of a key must be a UUID.",
  BadGrace: "graceMs must be a whole number of milliseconds, one year at most.",
  BadScopes: "scopes may name send, read, manage and webhooks.",
  BadExpiry: "expiresAt must lie in the future.",
  BadAddresses: `addresses may have ${Limit.addressesPerKey} addresses and ranges such as 192.0.2.0/24 at most.`
} as const

const codes = {
  UnknownAccount: "RESOURCE_004",
  UnknownKey: "RESOURCE_013",
  AlreadyRevoked: "CONFLICT_010",
  KeyTaken: "RESOURCE_007",
  BadKey: "VALIDATION_003",
  BadGrace: "VALIDATION_005",
  BadScopes: "VALIDATION_006",
  BadExpiry: "VALIDATION_005",
  BadAddresses: "VALIDATION_001"
} as const

const refused = (tag: keyof typeof sentences): Effect.Effect<never, SignalboxError> =>
  Effect.fail(Errors.error(codes[tag], sentences[tag]))

/** An account that there is not has no empty list. */
const listed = (account: string, { limit = 100, offset = 0 }: typeof Schemas.Page.Type) =>
  Effect.gen(function*() {
    const found = yield* operated((operator) => operator.listKeys(id(account), offset, limit))
    if (found.total === 0 && (yield* operated(({ find }) => find(id(account)))) === null) {
      return yield* Effect.fail(unknown(account))
    }
    return {
      total: found.total,
      keys: found.keys.map(({ createdAt, expiresAt, lastUsedAt, revokedAt, ...key }) => ({
        ...key,
        createdAt: new Date(createdAt),
        revokedAt: revokedAt === null ? null : new Date(revokedAt),
        ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
        ...(lastUsedAt === undefined ? {} : { lastUsedAt: new Date(lastUsedAt) })
      }))
    }
  })

const created = (
  made: { readonly _tag: "Created"; readonly text: string } | { readonly _tag: keyof typeof sentences }
): Effect.Effect<string, SignalboxError> => made._tag === "Created" ? Effect.succeed(made.text) : refused(made._tag)

const termsOf = ({ expiresAt, ...terms }: Omit<typeof Schemas.NewKey.Type, "text">): GivenTerms => ({
  ...terms,
  ...(expiresAt === undefined ? {} : { expiresAt: Terms.instant(expiresAt) })
})

/** @param seen is told the text of each key that is made */
export const keys = (run: Run, seen: (key: string) => void): KeyCalls => ({
  list: async (account, page) => {
    const given = Given.read("keys.list", "", Schemas.OfAccount, { account })
    return run(listed(given.account, Given.read("keys.list", "page", Schemas.Page, page)))
  },
  create: async (account, options) => {
    const given = Given.read("keys.create", "", Schemas.OfAccount, { account })
    const { text, ...terms } = typeof options === "object"
      ? Given.read("keys.create", "options", Schemas.NewKey, options)
      : Given.read("keys.create", "", Schemas.NewKey, { text: options })
    const key = await run(
      Effect.flatMap(operated((operator) => operator.createKey(id(given.account), text, termsOf(terms))), created)
    )
    seen(key)
    return key
  },
  rotate: async (key, options) => {
    const given = Given.read("keys.rotate", "", Schemas.OfKey, { key })
    const { graceMs = 0, ...terms } = Given.read("keys.rotate", "options", Schemas.Rotate, options)
    const { expiresAt } = termsOf(terms)
    const rotated = operated((operator) => operator.rotateKey(given.key, graceMs, expiresAt))
    const next = await run(Effect.flatMap(rotated, created))
    seen(next)
    return next
  },
  revoke: async (key) => {
    const given = Given.read("keys.revoke", "", Schemas.OfKey, { key })
    return run(Effect.flatMap(
      operated((operator) => operator.revokeKey(given.key)),
      (answer) => answer === "UnknownKey" ? refused(answer) : Effect.void
    ))
  }
})
