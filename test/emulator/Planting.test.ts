/**
 * A large seed is planted behind the answers of the service: nobody who asks with one of its keys, or for all accounts, sees
 * that something is not there yet.
 */
import type { AccountId } from "@signalbox/core/Id"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import * as Planting from "@signalbox/emulator/seed/Planting"
import type { SeedAccount } from "@signalbox/emulator/seed/SeedFile"
import { accountId } from "@signalbox/emulator/seed/SeedFile"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Client from "./ControlClient.ts"
import * as Process from "./EmulatorProcess.ts"

const key = (place: number) => `77777777-7777-4777-8777-${String(place).padStart(12, "0")}`
const profileKey = key(900_000)

/** Four sets. */
const size = 3 * 1024 + 8
const last = size - 1
const seed: ReadonlyArray<SeedAccount> = Array.from({ length: size }, (_, place) => ({
  api_keys: [key(place)],
  ...(place === last ? { profiles: [{ api_keys: [profileKey] }] } : {})
}))

const isThere = (account: AccountId) => Effect.map(Effect.flatMap(Operator, ({ find }) => find(account)), Boolean)

const total = Effect.map(
  Effect.flatMap(Store, (store) => store.list({ list: "accounts", scope: "", offset: 0, limit: 1 })),
  (page) => page.total
)

const asks = (planting: Planting.Planting, headers: Readonly<Record<string, string>>) =>
  Effect.callback<void>((resume) => planting.before(headers, () => resume(Effect.void)))

it("begins with the first accounts, and whoever asks with a key comes before the others", () =>
  Bench.run(
    Bench.layer(),
    Effect.scoped(Effect.gen(function*() {
      const planting = yield* Planting.begin(seed)
      expect(yield* total).toBe(1024)
      // These wait for nothing: a key that is there, one that no seed has, and none.
      let passed = 0
      for (const headers of [{ "x-api-key": key(0) }, { "x-api-key": "none" }, {}]) {
        planting.before(headers, () => passed++)
      }
      expect(passed).toBe(3)
      yield* asks(planting, { authorization: `Bearer ${profileKey.toUpperCase()}` })
      expect(yield* isThere(accountId(last))).toBe(true)
      expect(yield* isThere(accountId(2 * 1024))).toBe(false)
      yield* asks(planting, { "x-api-key": key(2 * 1024) })
      expect(yield* isThere(accountId(2 * 1024))).toBe(true)
      yield* planting.whole
      // With the profile.
      expect(yield* total).toBe(size + 1)
    }))
  ))

it("lets everybody go on when the life ends before all accounts are there", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const planting = yield* Planting.begin(seed).pipe(Scope.provide(scope))
      const [one, all] = yield* Effect.all([
        Effect.forkChild(asks(planting, { "x-api-key": key(last) }), { startImmediately: true }),
        Effect.forkChild(planting.whole, { startImmediately: true })
      ])
      yield* Scope.close(scope, Exit.void)
      yield* Effect.all([Fiber.join(one), Fiber.join(all)])
      expect(yield* isThere(accountId(last))).toBe(false)
    })
  ))

it("answers the last key of a file, and the control finds every account", async () => {
  const folder = mkdtempSync(join(tmpdir(), "planting-"))
  const path = join(folder, "seed.json")
  writeFileSync(path, JSON.stringify({ accounts: seed.slice(0, 2000) }))
  const emulator = await Process.start({ SEED: path })
  try {
    const [me, other] = await Promise.all([
      Client.data<{ readonly id: string }>(Client.api({ ...emulator, apiKey: key(1999) }, "GET", "/me")),
      Client.told<{ readonly id: string }>(
        Client.call(emulator, "PATCH", `/accounts/${accountId(1998)}`, { balance: 5 })
      )
    ])
    expect([me.id, other.id]).toEqual([accountId(1999), accountId(1998)])
  } finally {
    await emulator.stop()
    rmSync(folder, { recursive: true })
  }
})
