/**
 * The terms that narrow keys down, as they are kept, and the scopes of operations (decisions 17.8).
 */
import { ApiKeys } from "@signalbox/core/ApiKey"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import * as Instant from "@signalbox/core/Instant"
import * as KeptKey from "@signalbox/core/internal/account/KeptKey"
import { RecordKeyUse } from "@signalbox/core/internal/account/RecordKeyUse"
import { KeyScope } from "@signalbox/core/KeyScope"
import * as Limit from "@signalbox/core/Limit"
import * as Needs from "@signalbox/core/Needs"
import { Operator } from "@signalbox/core/Operator"
import { hashKey } from "@signalbox/core/Secret"
import { bindings } from "@signalbox/http/Api"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const id = Given.accountId(1)

const key = "abcdef01-0000-4000-8000-000000000001"

const withOperator = <A>(
  program: (operator: Operator["Service"]) => Effect.Effect<A, unknown, Executor | Bench.TheClock>
) =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const operator = yield* Operator
      yield* operator.createOrganization({ id })
      return yield* program(operator)
    })
  )

prop(
  "scopes are kept once and in order, ranges in one form, and a rotated key may do no more [XPR-142, XPR-146]",
  fc.array(fc.constantFrom(...KeyScope.literals), { maxLength: 6 }),
  fc.subarray(["10.0.0.0/8", "::ffff:192.0.2.7", "2001:DB8:0::/32", "0.0.0.0/0"]),
  (scopes, addresses) =>
    withOperator(Effect.fnUntraced(function*(operator) {
      expect(yield* operator.createKey(id, key, { scopes, addresses })).toMatchObject({ _tag: "Created" })
      const written: Record<string, string> = {
        "::ffff:192.0.2.7": "192.0.2.7/32",
        "2001:DB8:0::/32": "2001:db8::/32"
      }
      const wanted = {
        ...(scopes.length === 0 ? {} : { scopes: KeyScope.literals.filter((scope) => scopes.includes(scope)) }),
        ...(addresses.length === 0 ? {} : { addresses: addresses.map((range) => written[range] ?? range) })
      }
      expect(yield* operator.rotateKey(key, 1000)).toMatchObject({ _tag: "Created" })
      const { keys } = yield* operator.listKeys(id, 0, 10)
      expect(keys.map(({ addresses, scopes }) => ({
        ...(scopes === undefined ? {} : { scopes }),
        ...(addresses === undefined ? {} : { addresses })
      }))).toEqual([wanted, wanted])
    }))
)

it.each([
  ["BadAddresses", { addresses: ["10.0.0.7/8"] }],
  ["BadAddresses", { addresses: ["192.0.2.0/33"] }],
  ["BadAddresses", { addresses: ["somewhere"] }],
  ["BadAddresses", { addresses: Array.from({ length: Limit.addressesPerKey + 1 }, (_, last) => `192.0.2.${last}`) }],
  ["BadExpiry", { expiresAt: Given.now }],
  ["BadExpiry", { expiresAt: (Given.now + 0.5) as typeof Given.now }],
  ["BadExpiry", { expiresAt: 1e300 as typeof Given.now }],
  ["BadExpiry", { expiresAt: Number.NaN as typeof Given.now }]
])(
  "%s: what narrows nothing down rightly makes no key [XPR-146]",
  (tag, terms) =>
    withOperator(Effect.fnUntraced(function*(operator) {
      expect(yield* operator.createKey(id, key, terms)).toEqual({ _tag: tag })
      expect((yield* operator.listKeys(id, 0, 10)).total).toBe(0)
    }))
)

it("the hour of a key's last use is written once, and never an earlier one [XPR-147]", () =>
  withOperator(Effect.fnUntraced(function*(operator) {
    yield* operator.createKey(id, key)
    const { read, run } = yield* Executor
    const hash = hashKey(key)
    const version = Effect.map(
      read(() => Needs.row(ApiKeys, hash)),
      (facts) => Facts.expected(facts, ApiKeys, hash).version
    )
    const hour = Instant.make(Given.now - Given.now % Instant.hour)
    const versions: Array<number> = []
    for (const after of [Instant.hour, Instant.hour + 1, 2 * Instant.hour - 1, 0, 2 * Instant.hour]) {
      yield* run(RecordKeyUse, { key: hash, usedAt: Instant.plus(hour, after) })
      versions.push(yield* version)
    }
    expect(versions.map((each) => each - versions[0]!)).toEqual([0, 0, 0, 0, 1])
    const { keys: [listed] } = yield* operator.listKeys(id, 0, 1)
    expect(listed?.lastUsedAt).toBe(Instant.plus(hour, 2 * Instant.hour))
  })))

it("operations that send, that change, that read and that are about webhooks have the scope of it [XPR-141]", () => {
  for (const { method, name, scope } of bindings) {
    const expected = name.startsWith("webhooks.") || name.startsWith("webhook_")
      ? "webhooks"
      : method === "GET" || /\.(?:preview|preview_\w+|lookup|explain)$/.test(name)
      ? "read"
      : /^(?:messages|verifications|voice)\./.test(name)
      ? "send"
      : "manage"
    expect([name, scope]).toEqual([name, expected])
  }
})

it("as many addresses as a key may have are kept, and what is written in two ways is one", () => {
  const addresses = Array.from({ length: 32 }, (_, last) => `192.0.2.${last}`)
  const ranges = addresses.map((address) => `${address}/32`)
  expect(KeptKey.terms({ addresses }, Given.now)).toStrictEqual({ addresses: ranges })
  expect(KeptKey.terms({ addresses: [...addresses, "192.0.2.32"] }, Given.now)).toBe("BadAddresses")
  expect(KeptKey.terms({ addresses: ["192.0.2.1", "192.0.2.1/32"] }, Given.now)).toStrictEqual({
    addresses: [ranges[1]]
  })
  expect(KeptKey.terms({ scopes: [], addresses: [] }, Given.now)).toStrictEqual({})
  const soon = Instant.plus(Given.now, 1)
  expect(KeptKey.terms({ scopes: ["read", "send", "read"], expiresAt: soon }, Given.now))
    .toStrictEqual({ scopes: ["send", "read"], expiresAt: soon })
  expect(KeptKey.terms({ scopes: ["everything" as never] }, Given.now)).toBe("BadScopes")
  expect(KeptKey.keep(id, " ABCDEF01-0000-4000-8000-000000000001\n", Given.now)).toStrictEqual({
    hash: hashKey(key),
    account: id,
    prefix: "abcdef01",
    createdAt: Given.now,
    revokedAt: null
  })
})
