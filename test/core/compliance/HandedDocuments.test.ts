/**
 * The documents of a market are kept once the market is there, removed with it, and never left behind by a refusal
 * (decisions 5.7).
 */
import { operations } from "@signalbox/core/Catalogue"
import type { Documents as Port } from "@signalbox/core/Documents"
import { Documents } from "@signalbox/core/Documents"
import type { AccountId } from "@signalbox/core/Id"
import { Operations } from "@signalbox/core/Operations"
import { Operator } from "@signalbox/core/Operator"
import * as Emulator from "@signalbox/emulator/Emulator"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, expect, it } from "vitest"

const held = new Map<string, "put" | "kept">()

/** Remembers which documents are there, and how. */
const port: Port = {
  put: (documents) => Effect.sync(() => (documents.forEach(({ id }) => held.set(id, "put")), "Put")),
  keep: (id) => Effect.sync(() => held.has(id) && held.set(id, "kept")),
  remove: (ids) => Effect.sync(() => ids.forEach((id) => held.delete(id))),
  find: () => Effect.succeed(null),
  next: () => Effect.succeed(null),
  restore: () => Effect.void
}

const runtime = ManagedRuntime.make(
  Emulator.layer(Layer.fresh(MemoryStore.layer).pipe(Layer.merge(Layer.succeed(Documents, port))))
)

afterAll(() => runtime.dispose())

const upload = (key: string) => ({
  key,
  fileName: `${key}.pdf`,
  contentType: "application/pdf",
  bytes: new Uint8Array(8)
})

const uploads = [upload("business_registration"), upload("letter_of_authorization")]

it("are kept with their market, left by no refusal, and removed with it [CHN-037]", async () => {
  const account = await runtime.runPromise(Effect.gen(function*() {
    const operator = yield* Operator
    const made = yield* operator.createOrganization()
    const found = yield* operator.find((made as { readonly id: AccountId }).id)
    return found!
  }))
  const caller = { account, keyAccount: account }
  const common = { query: {}, requestId: "req", idempotency: null }
  const create = (more: object, documents = uploads) =>
    runtime.runPromise(Effect.flatMap(Operations, ({ run }) =>
      run(operations["markets.create"], caller, {
        ...common,
        path: {},
        body: { country: "SG", number_type: "ALPHANUMERIC", sender_value: "ACME", ...more },
        uploads: documents
      })))
  expect((await create({}, uploads.slice(1))).status).toBe(422)
  expect((await create({ sandbox: true })).status).toBe(202)
  expect(held.size).toBe(0)
  expect((await create({})).status).toBe(202)
  await expect.poll(() => [...held.values()]).toEqual(["kept", "kept"])
  const kept = [...held.keys()]
  expect((await create({})).status).toBe(409)
  expect([...held.keys()]).toEqual(kept)
  const gone = await runtime.runPromise(
    Effect.flatMap(
      Operations,
      ({ run }) =>
        run(operations["markets.delete"], caller, {
          ...common,
          path: { country: "SG", type: "ALPHANUMERIC" },
          body: {}
        })
    )
  )
  expect(gone.status).toBe(204)
  await expect.poll(() => held.size).toBe(0)
})
