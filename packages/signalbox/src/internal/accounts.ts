/**
 * Accounts, their keys and their money, through the operator's interface.
 */
import type { Channel } from "@signalbox/core/Channel"
import * as Digest from "@signalbox/core/Digest"
import type { AccountId } from "@signalbox/core/Id"
import * as Money from "@signalbox/core/Money"
import type { Change, ExecutionError, NewOptions } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { display } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import type { AccountCalls, AccountSettings, EnsuredAccount, KeyCalls } from "../Accounts.ts"
import type { SignalboxError } from "../SignalboxError.ts"
import * as Errors from "./errors.ts"
import * as Flaws from "./flaws.ts"
import * as Given from "./givenSchemas.ts"

export type Run = <A>(effect: Effect.Effect<A, SignalboxError, Operator>) => Promise<A>

const id = (text: string): AccountId => text.toLowerCase() as AccountId

const unknown = (account: string): SignalboxError =>
  Errors.error("RESOURCE_004", `There is no account with the id ${account}.`)

const operated = <A>(
  use: (operator: Operator["Service"]) => Effect.Effect<A, ExecutionError>
): Effect.Effect<A, SignalboxError, Operator> =>
  Effect.flatMap(Operator, (operator) => Effect.mapError(use(operator), (error) => Errors.fromExecution(error)))

const money = (amount: unknown): Money.Money | null => Given.isAmount(amount) ? Money.fromNumber(Number(amount)) : null

/** The same name of the same organization is the same account at every start. */
const derived = ({ name, organization = "" }: AccountSettings): AccountId => {
  const hash = Digest.sha256(`signalbox account\n${organization.toLowerCase()}\n${name}`)
  const variant = "89ab"[Number.parseInt(hash[16]!, 16) % 4]!
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, variant + hash.slice(17, 20)]
  return [...parts, hash.slice(20, 32)].join("-") as AccountId
}

const allChannels: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]

const change = ({ channels, dailyMessageLimit, email, name, numbers, requestsPerMinute }: AccountSettings): Change => ({
  name,
  ...(email === undefined ? {} : { email }),
  ...(channels === undefined ? {} : { channels }),
  ...(dailyMessageLimit === undefined ? {} : { dailyMessageLimit }),
  ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
  ...(numbers === undefined ? {} : {
    numbers: numbers.map((number) => ({
      number: number as PhoneNumber,
      channels: channels ?? allChannels,
      country: display(number as PhoneNumber).region
    }))
  })
})

const ensure = (settings: AccountSettings): Effect.Effect<EnsuredAccount, SignalboxError, Operator> =>
  Effect.gen(function*() {
    const flaws = Flaws.flaws("account", Given.Account, Flaws.defined(settings))
    if (flaws.length > 0) return yield* Effect.fail(Errors.wrong("accounts.ensure", flaws))
    const account = settings.id === undefined ? derived(settings) : id(settings.id)
    const opening = money(settings.balance ?? 0) ?? Money.zero
    const wanted: NewOptions = { ...change(settings), id: account, balance: opening }
    const found = yield* operated(({ find }) => find(account))
    const made = found !== null ?
      { _tag: "IdTaken" as const } :
      yield* operated((operator) =>
        settings.organization === undefined
          ? operator.createOrganization(wanted)
          : operator.createProfile(id(settings.organization), wanted)
      )
    if (made._tag === "UnknownOrganization") return yield* Effect.fail(unknown(settings.organization ?? ""))
    const created = made._tag === "Created"
    // Another node may have created it meanwhile.
    if (!created && (yield* operated((operator) => operator.change(account, change(settings)))) === null) {
      return yield* Effect.fail(
        Errors.error("CONFLICT_010", `The account ${settings.name} was deleted: give another id.`)
      )
    }
    const balance = (yield* operated((operator) => operator.balance(account))) ?? Money.zero
    if (balance <= 0 && settings.organization === undefined) {
      yield* Effect.logWarning(
        `the account ${settings.name} has no balance, so nothing that it sends is delivered: give it some with accounts.topUp`,
        { account }
      )
    }
    return { id: account, name: settings.name, created, balance: Money.toText(balance) }
  })

const balanceOf = (account: string) =>
  Effect.flatMap(
    operated((operator) => operator.balance(id(account))),
    (balance) => balance === null ? Effect.fail(unknown(account)) : Effect.succeed(Money.toText(balance))
  )

const topUp = (account: string, amount: number | string, reference: string | undefined) =>
  Effect.gen(function*() {
    const given = money(amount)
    if (given === null || given === 0) {
      return yield* Effect.fail(Errors.wrong("accounts.topUp", [`the amount must be more than 0, such as "100.00"`]))
    }
    const answer = yield* operated((operator) => operator.topUp(id(account), given, reference))
    if (answer === "UnknownAccount") return yield* Effect.fail(unknown(account))
    return yield* balanceOf(account)
  })

export const accounts = (run: Run): AccountCalls => ({
  ensure: (settings) => run(ensure(settings)),
  balance: (account) => run(balanceOf(account)),
  topUp: (account, amount, reference) => run(topUp(account, amount, reference))
})

const sentences = {
  UnknownAccount: "There is no such account.",
  UnknownKey: "There is no such key.",
  AlreadyRevoked: "The key is revoked already.",
  KeyTaken: "The key is taken: leave the text out, and a new one is made.",
  BadKey: "The text of a key must be a UUID.",
  BadGrace: "graceMs must be a whole number of milliseconds, one year at most."
} as const

const codes = {
  UnknownAccount: "RESOURCE_004",
  UnknownKey: "RESOURCE_013",
  AlreadyRevoked: "CONFLICT_010",
  KeyTaken: "RESOURCE_007",
  BadKey: "VALIDATION_003",
  BadGrace: "VALIDATION_005"
} as const

const refused = (tag: keyof typeof sentences): Effect.Effect<never, SignalboxError> =>
  Effect.fail(Errors.error(codes[tag], sentences[tag]))

export const keys = (run: Run): KeyCalls => ({
  list: (account, { limit = 100, offset = 0 } = {}) =>
    run(Effect.map(operated((operator) => operator.listKeys(id(account), offset, limit)), ({ keys: found, total }) => ({
      total,
      keys: found.map(({ createdAt, prefix, revokedAt }) => ({
        prefix,
        createdAt: new Date(createdAt),
        revokedAt: revokedAt === null ? null : new Date(revokedAt)
      }))
    }))),
  create: (account, text) =>
    run(Effect.flatMap(
      operated((operator) => operator.createKey(id(account), text)),
      (made) => made._tag === "Created" ? Effect.succeed(made.text) : refused(made._tag)
    )),
  rotate: (key, { graceMs = 0 } = {}) =>
    run(Effect.flatMap(
      operated((operator) => operator.rotateKey(key, graceMs)),
      (made) => made._tag === "Created" ? Effect.succeed(made.text) : refused(made._tag)
    )),
  revoke: (key) =>
    run(Effect.flatMap(
      operated((operator) => operator.revokeKey(key)),
      (answer) => answer === "UnknownKey" ? refused(answer) : Effect.void
    ))
})
