/**
 * The texts of the API keys that this process has given to accounts. The service stores only their hashes, but pages of
 * an emulator ask it with the keys of its accounts.
 */
import { ApiKeys, isActive } from "@signalbox/core/ApiKey"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Needs from "@signalbox/core/Needs"
import { Operator } from "@signalbox/core/Operator"
import { hashKey } from "@signalbox/core/Secret"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export class KnownKeys extends Context.Service<KnownKeys, {
  /** Returns a key for each of the accounts that has one which is known here and valid now: the first it was given. */
  readonly of: (accounts: ReadonlyArray<AccountId>) => Effect.Effect<ReadonlyMap<AccountId, string>, StoreError>
}>()("@signalbox/emulator/account/KnownKeys") {}

/** An account keeps at most so many keys in mind. */
const most = 10

/** Wraps the operator, so that each key is known that it gives to an account, or that an account has had already. */
export const wrap = <A, E, R>(
  intake: Layer.Layer<A | Operator, E, R>
): Layer.Layer<A | Operator | KnownKeys, E, R | Store> =>
  Layer.effectContext(Effect.gen(function*() {
    const operator = yield* Operator
    const store = yield* Store
    const texts = new Map<AccountId, ReadonlyArray<string>>()

    const validOf = Effect.fnUntraced(function*(accounts: ReadonlyArray<AccountId>) {
      const now = yield* Instant.now
      const known = accounts.map((account) => [account, texts.get(account) ?? []] as const)
      const hashes = known.flatMap(([, keys]) => keys.map(hashKey))
      const facts = yield* store.load(Needs.rows(ApiKeys, hashes))
      return new Map(known.flatMap(([account, keys]) => {
        const valid = keys.find((text) => {
          const row = Facts.get(facts, ApiKeys, hashKey(text))
          return row !== null && row.account === account && isActive(row, now)
        })
        return valid === undefined ? [] : [[account, valid] as const]
      }))
    })

    // A key is shown only while the account has it, so it does no harm to learn one that it has not.
    const learn = (account: AccountId, ...given: ReadonlyArray<string>): void => {
      const keys = texts.get(account) ?? []
      texts.set(account, [...new Set([...keys, ...given])].slice(0, most))
    }

    return Context.make(Operator, {
      ...operator,
      createKey: (account, text, terms) =>
        Effect.tap(operator.createKey(account, text, terms), (answer) =>
          Effect.sync(() => {
            if (answer._tag === "Created") learn(account, answer.text)
            else if (answer._tag === "KeyTaken" && text !== undefined) learn(account, text)
          })),
      createKeys: (keys) =>
        Effect.tap(operator.createKeys(keys), () =>
          Effect.sync(() => {
            for (const { account, text } of keys) learn(account, text)
          })),
      createAccounts: (accounts) =>
        Effect.tap(operator.createAccounts(accounts), () =>
          Effect.sync(() => {
            for (const { apiKeys, id } of accounts) learn(id, ...apiKeys)
          }))
    }).pipe(Context.add(KnownKeys, { of: validOf }))
  })).pipe(Layer.provideMerge(intake))
