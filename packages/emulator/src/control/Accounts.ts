/**
 * The calls by which an operator acts on accounts and users: `GET` and `POST /emulator/accounts`,
 * `PATCH /emulator/accounts/{id}`, `POST /emulator/accounts/{id}/voice-tokens` and `POST /emulator/users/{id}`.
 */
import { Stage } from "@signalbox/core/Account"
import { AccountId, UserId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Money from "@signalbox/core/Money"
import type { AccountPage, ListedAccount } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Terms from "@signalbox/core/Terms"
import { UserStatus } from "@signalbox/core/User"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { KnownKeys } from "../account/KnownKeys.ts"
import * as Seed from "../seed/Seed.ts"
import * as SeedFile from "../seed/SeedFile.ts"
import * as SeedHours from "../seed/SeedHours.ts"
import * as SeedPurposes from "../seed/SeedPurposes.ts"
import * as Call from "./Call.ts"

const Balance = Schema.Finite.check(
  Schema.makeFilter((amount: number) => amount >= 0 && amount <= 1e9, { message: "must be between 0 and 1000000000" })
)

const VoiceToken = Schema.Struct({ identity: Schema.String, ttl: Schema.optionalKey(Schema.Int) })

const Change = Schema.Struct({
  balance: Schema.optionalKey(Balance),
  stage: Schema.optionalKey(Stage),
  quiet_hours: Schema.optionalKey(SeedHours.SeedHours),
  pumping: Schema.optionalKey(Schema.NullOr(SeedFile.SeedPumping)),
  ...Struct.pick(Terms.Changes.fields, ["destinations", "spend", "retention", "frequency"]),
  purposes: Schema.optionalKey(Schema.NullOr(SeedPurposes.SeedPurposes))
})

/** The account that a path names, unless it is gone. */
export const findAccount = Effect.fnUntraced(function*(text: string | undefined) {
  const operator = yield* Operator
  const id = yield* Effect.option(Schema.decodeUnknownEffect(AccountId)(text))
  const account = id._tag === "Some" ? yield* operator.find(id.value) : null
  if (account === null || account.deletedAt !== null) {
    return yield* new Call.Refusal({ status: 404, message: `there is no account ${text ?? ""}` })
  }
  return account
})

const findUser = Effect.fnUntraced(function*(text: string | undefined) {
  const operator = yield* Operator
  const id = yield* Effect.option(Schema.decodeUnknownEffect(UserId)(text))
  const user = id._tag === "Some" ? yield* operator.findUser(id.value) : null
  return user ?? (yield* new Call.Refusal({ status: 404, message: `there is no user ${text ?? ""}` }))
})

/** Every id of it is its own: the places of the seed file are taken. */
const named = (account: SeedFile.SeedAccount) =>
  account.id !== undefined && (account.profiles ?? []).every(({ id }) => id !== undefined)

/** So many accounts are listed at most, those that were made last. */
const most = 1000
const pageSize = 200

/** The accounts that are not closed, those first that were made first. */
const everyAccount = Effect.gen(function*() {
  const operator = yield* Operator
  const all: Array<ListedAccount> = []
  let after: AccountPage["after"] = null
  do {
    const page: AccountPage = yield* operator.accounts(after, pageSize)
    all.push(...page.accounts)
    after = page.after
  } while (after !== null && all.length < most)
  return all.slice(0, most).filter(({ account }) => account.deletedAt === null).toReversed()
})

const list = Effect.gen(function*() {
  const all = yield* everyAccount
  const keys = yield* (yield* KnownKeys).of(all.map(({ account }) => account.id))
  const shown = ({ account: { id, name, quietHours, type }, balance }: ListedAccount) => {
    const key = keys.get(id)
    return {
      id,
      name,
      type,
      ...(key === undefined ? {} : { api_key: key }),
      balance: Money.toNumber(balance),
      quiet_hours: SeedHours.written(quietHours)
    }
  }
  const roots = all.filter(({ account }) => account.organization === null)
  return roots.map((root) => ({
    ...shown(root),
    profiles: all.filter(({ account }) => account.organization === root.account.id).map(shown)
  }))
})

export const calls: ReadonlyArray<Call.Call> = [
  Call.own(Call.get("/emulator/accounts", () => list)),
  Call.send(
    "POST",
    "/emulator/accounts",
    SeedFile.SeedAccount,
    (account) =>
      Effect.gen(function*() {
        const details = SeedFile.problems({ accounts: [account] }).map((message) => ({ path: "body", message }))
        const problems = named(account)
          ? details
          : [...details, { path: "id", message: "must be given, of profiles too" }]
        if (problems.length > 0) {
          return yield* new Call.Refusal({ status: 400, message: "the account cannot be made", details: problems })
        }
        const operator = yield* Operator
        for (const { id } of [account, ...account.profiles ?? []]) {
          if (id === undefined || (yield* operator.find(id)) === null) continue
          return yield* new Call.Refusal({ status: 409, message: `there is an account ${id} already` })
        }
        const [id = ""] = yield* Seed.plant([account])
        return { id, profiles: (account.profiles ?? []).map(({ id = "" }) => id) }
      })
  ),
  Call.send(
    "PATCH",
    "/emulator/accounts/:id",
    Change,
    ({ balance, pumping, purposes, quiet_hours: hours, ...same }, { id }) =>
      Effect.gen(function*() {
        const operator = yield* Operator
        const account = yield* findAccount(id)
        if (balance !== undefined) yield* operator.setBalance(account.id, Money.fromNumber(balance))
        const change = {
          ...same,
          ...(hours === undefined ? {} : { quietHours: SeedHours.quietHours(hours) }),
          ...(pumping === undefined ? {} : { pumping: pumping === null ? null : Seed.pumping(pumping) }),
          ...(purposes === undefined ? {} : { purposes: purposes === null ? null : SeedPurposes.purposes(purposes) })
        }
        const changed = Object.keys(change).length === 0 ? account : yield* operator.change(account.id, change)
        const left = (yield* operator.balance(account.id)) ?? Money.zero
        const { destinations: places, quietHours, spend: caps, stage: reached } = changed ?? account
        return {
          id: account.id,
          balance: Money.toNumber(left),
          stage: reached,
          quiet_hours: SeedHours.written(quietHours),
          ...(places === undefined ? {} : { destinations: places }),
          ...(caps === undefined ? {} : { spend: Terms.writtenSpendCaps(caps) })
        }
      })
  ),
  Call.send(
    "POST",
    "/emulator/accounts/:id/voice-tokens",
    VoiceToken,
    ({ identity, ttl }, { id }) =>
      Effect.gen(function*() {
        const operator = yield* Operator
        const account = yield* findAccount(id)
        const { expiresAt, token } = yield* Effect.catchTag(
          operator.createVoiceToken(account.id, identity, ttl),
          "Refused",
          ({ details = {}, message }) =>
            new Call.Refusal({
              status: 400,
              message,
              details: Object.entries(details).flatMap(([path, messages]) =>
                messages.map((each) => ({ path, message: each }))
              )
            })
        )
        return { token, expires_at: Instant.toMillis(expiresAt), identity }
      })
  ),
  Call.send(
    "POST",
    "/emulator/users/:id",
    Schema.Struct({ status: UserStatus }),
    ({ status }, { id }) =>
      Effect.gen(function*() {
        const operator = yield* Operator
        const user = yield* findUser(id)
        if (user.status === status) return { id: user.id, status }
        const changed = yield* Effect.catchTag(
          operator.setUserStatus(user.account, user.id, status),
          "Refused",
          ({ details }) =>
            new Call.Refusal({
              status: 409,
              message: `a user who is ${user.status} ${details?.["status"]?.join(", ") ?? `cannot become ${status}`}`
            })
        )
        return { id: changed.id, status: changed.status }
      })
  )
]
