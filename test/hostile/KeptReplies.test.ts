/**
 * Sandbox answers that are kept for replays: their texts take no room, however many and however large they are (decisions
 * 9.4 "kept replies").
 */
import { operations } from "@signalbox/core/Catalogue"
import * as Instant from "@signalbox/core/Instant"
import * as KeptSimulations from "@signalbox/core/internal/operation/KeptSimulations"
import * as Operations from "@signalbox/core/Operations"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, vi } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"
import { executed, json, replays } from "../core/Keyed.ts"
import * as Scene from "../core/Scene.ts"

/** Almost as large as an answer may be that is kept. */
const large = {
  to: Array.from({ length: 1000 }, (_, index) => Given.phone(index)),
  text: "a".repeat(1000),
  channel: ["sms", "whatsapp", "rcs", "mms"],
  sandbox: true
}

const caller = (number: number) => {
  const account = Given.account({ id: Given.accountId(number) })
  return { account, keyAccount: account }
}

const send = (body: typeof large, key: string, as = Scene.caller) =>
  Effect.flatMap(Operations.Operations, ({ run }) =>
    run(operations["messages.send"], as, {
      ...Scene.request(body),
      idempotency: { key, fingerprint: JSON.stringify(body) }
    }))

/** Counts the bytes of all replies that are committed. */
const counting = () => {
  const kept = { bytes: 0, outcomes: 0, replies: 0 }
  const tap: Bench.Tap = (store) => ({
    ...store,
    commit: (batch) => {
      for (const { reply } of batch) {
        if (reply === null) continue
        kept.replies++
        kept.bytes += JSON.stringify(reply).length
        kept.outcomes += Buffer.byteLength(reply.outcome?.json ?? "")
      }
      return store.commit(batch)
    }
  })
  return { kept, tap }
}

/**
 * Asks all at the same time, and tells for each large text that is made thereby in which turn of the event loop that
 * happens.
 */
const madeIn = Effect.fnUntraced(function*(asked: ReadonlyArray<Effect.Effect<unknown, never, Operations.Operations>>) {
  const made: Array<number> = []
  let now = 0
  let next = setImmediate(function turn() {
    now++
    next = setImmediate(turn)
  })
  const { stringify } = JSON
  const spy = vi.spyOn(JSON, "stringify").mockImplementation((...given: Parameters<typeof stringify>) => {
    const text = stringify(...given)
    if (text !== undefined && text.length > 1_000_000) made.push(now)
    return text
  })
  yield* Effect.ensuring(
    Effect.forEach(asked, (each) => each, { concurrency: "unbounded" }),
    Effect.sync(() => {
      clearImmediate(next)
      spy.mockRestore()
    })
  )
  return made
})

describe("sandbox sends with a key each", () => {
  it("keep their keys and not their texts, and a repetition has the same bytes", async () => {
    const { kept, tap } = counting()
    await Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        const clock = yield* Bench.TheClock
        const firsts = yield* Effect.forEach([1, 2, 3], (key) => send(large, `key-${key}`))
        for (const first of firsts) {
          executed(first, 202)
          expect(json(first).length).toBeGreaterThan(4_000_000)
        }
        clock.set(Instant.plus(Given.now, 5 * Instant.hour))
        for (const [index, first] of firsts.entries()) replays(yield* send(large, `key-${index + 1}`), first)
        const other = yield* send({ ...large, text: "b" }, "key-1")
        expect(JSON.parse(json(other))).toMatchObject({ code: "CONFLICT_005" })
        clock.set(Instant.plus(Given.now, Instant.day))
        executed(yield* send(large, "key-1"), 202)
      })
    )
    expect(kept.replies).toBe(4)
    expect(kept.bytes).toBeLessThan(4 * 1000)
  })

  it("have ids of their own for each key, account, body and instant", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const clock = yield* Bench.TheClock
        const small = { ...large, to: large.to.slice(0, 2) }
        const answers = [
          yield* send(small, "a"),
          yield* send(small, "b"),
          yield* send(small, "a", caller(2)),
          yield* send({ ...small, text: "b" }, "c")
        ]
        clock.set(Instant.plus(Given.now, Instant.day))
        answers.push(yield* send(small, "a"))
        const ids = answers.flatMap((answer) =>
          (JSON.parse(json(answer)) as { recipients: ReadonlyArray<{ message_id: string }> }).recipients
            .map(({ message_id: id }) => id)
        )
        expect(ids).toHaveLength(40)
        expect(new Set(ids).size).toBe(40)
      })
    ))

  it("are answered one in a turn of the event loop for each organization, repetitions too", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const organization = Given.accountId(1)
        const profile = Given.account({ id: Given.accountId(2), type: "profile", organization })
        const own = [Scene.caller, { account: profile, keyAccount: Scene.account }]
        const sends = [0, 1, 2, 3].map((key) => send(large, `key-${key}`, own[key % 2]))
        const others = [0, 1].map((key) => send(large, `key-${key}`, caller(3)))
        const together = yield* madeIn(sends)
        expect(together).toHaveLength(4)
        expect(new Set(together).size).toBe(4)
        const again = yield* madeIn(sends)
        expect(again).toHaveLength(4)
        expect(new Set(again).size).toBe(4)
        // Nobody waits for another organization.
        const mixed = yield* madeIn([send(large, "key-4"), ...others])
        expect(mixed).toHaveLength(3)
        expect(new Set(mixed).size).toBe(2)
      })
    ))

  it("are quoted only while the quoted texts fit an answer", () =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        // One character takes six bytes where it is quoted.
        const answer = yield* send({ ...large, text: `a${"\u0001".repeat(998)}a` }, "quoted")
        executed(answer, 202)
        expect(Buffer.byteLength(json(answer))).toBeLessThan(5 * 1024 * 1024)
      })
    ))
})

describe("sandbox answers that are kept", () => {
  const room = 20_000
  const layer = (tap: Bench.Tap) =>
    Bench.layer({ tap }).pipe(Layer.provide(Layer.succeed(KeptSimulations.KeptSimulationBytes, room)))

  const create = (index: number, as = Scene.caller) => {
    const url = `https://example.com/${index}`
    // An é is two bytes, so counting characters is noticed.
    const body = { display_name: "é".repeat(200), endpoint_url: url, event_types: ["message"], sandbox: true }
    return Effect.flatMap(Operations.Operations, ({ run }) =>
      run(operations["webhooks.create"], as, {
        ...Scene.request(body),
        idempotency: { key: `webhook-${index}`, fingerprint: JSON.stringify(body) }
      }))
  }

  it("take no more room in sum than an account has, and are made again beyond it", async () => {
    const { kept, tap } = counting()
    await Bench.run(
      layer(tap),
      Effect.gen(function*() {
        const clock = yield* Bench.TheClock
        const indices = Array.from({ length: 60 }, (_, index) => index)
        const firsts = yield* Effect.forEach(indices, (index) => create(index))
        for (const first of firsts) executed(first, 201)
        expect(kept.replies).toBe(60)
        expect(kept.outcomes).toBeGreaterThan(room / 2 - 1000)
        expect(kept.outcomes).toBeLessThanOrEqual(room / 2)
        clock.set(Instant.plus(Given.now, 5 * Instant.hour))
        for (const index of indices) replays(yield* create(index), firsts[index]!)
        // Neither another account nor another day has less room because of it.
        const before = kept.outcomes
        executed(yield* create(0, caller(2)), 201)
        clock.set(Instant.plus(Given.now, Instant.day))
        executed(yield* create(100), 201)
        expect(kept.outcomes - before).toBeGreaterThan(800)
      })
    )
  })
})

describe("an answer that is made again", () => {
  const remade = Object.values(operations).flatMap((operation) => "isRemade" in operation ? [operation.name] : [])

  it("is that of every operation whose sandbox answers may be large", () => {
    expect(remade.toSorted()).toEqual([
      "campaigns.create",
      "campaigns.update",
      "messages.cancel",
      "messages.feedback",
      "messages.resend",
      "messages.send",
      "rcs.order",
      "templates.create",
      "templates.update",
      "users.create",
      "users.update",
      "verifications.cancel",
      "verifications.check",
      "verifications.create",
      "whatsapp.connect"
    ])
  })
})
