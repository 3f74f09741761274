/**
 * Work that has failed too often, in the operator's hands.
 */
import * as Commit from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import type { DeadLetter } from "@signalbox/core/internal/row/DeadLetter"
import { DeadLetters } from "@signalbox/core/internal/row/DeadLetter"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const letter = (number: number): DeadLetter => ({
  kind: "review",
  key: `${Given.templateId(number)}/1`,
  lane: `review:${Given.accountId(1)}`,
  failures: 12,
  cause: "Error: a bug",
  at: plus(Given.now, number)
})

describe("the operator's dead letters", () => {
  it("are listed newest first, and put back once each", async () => {
    await Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const [operator, store] = [yield* Operator, yield* Store]
        yield* store.commit([
          Commit.make({ puts: [1, 2, 3].map((number) => Commit.put(DeadLetters, letter(number))) })
        ])
        expect(yield* operator.deadLetters(0, 2)).toEqual({
          letters: [letter(3), letter(2)],
          total: 3,
          after: { at: letter(2).at, key: `${letter(2).kind}:${letter(2).key}` }
        })
        expect(yield* operator.deadLetters(2, 2)).toEqual({ letters: [letter(1)], total: 3, after: null })
        const { key, kind, lane } = letter(2)
        expect(yield* operator.retryDeadLetter(kind, key)).toBe("Retried")
        expect(yield* operator.retryDeadLetter(kind, key)).toBe("NotFound")
        expect(yield* operator.retryDeadLetter("dispatch", key)).toBe("NotFound")
        expect(yield* operator.deadLetters(0, 9)).toEqual({
          letters: [letter(3), letter(1)],
          total: 2,
          after: null
        })
        expect(lane).toBe(`review:${Given.accountId(1)}`)
      })
    )
  })

  it("are done as if they had never failed, once what made them fail is mended", async () => {
    let isBroken = true
    const letters = Effect.flatMap(Operator, ({ deadLetters }) => deadLetters(0, 9))
    await Bench.run(
      Bench.layer({
        send: () =>
          isBroken ? Effect.die(new Error("a bug of the sender")) : Effect.succeed(
            { _tag: "Answered", status: 204, body: "" }
          )
      }),
      Effect.gen(function*() {
        const { retryDeadLetter } = yield* Operator
        yield* Scene.seed(
          1000,
          Commit.put(Webhooks, FixedSecrets.kept(Given.webhook({ subscribes: ["message.queued"] })))
        )
        yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
        yield* Bench.travel(plus(Given.now, 86_400_000))
        const { letters: [dead] } = yield* letters
        expect(dead).toMatchObject({ kind: "delivery", failures: 12, cause: "Error: a bug of the sender" })
        isBroken = false
        expect(yield* retryDeadLetter(dead!.kind, dead!.key)).toBe("Retried")
        yield* Bench.idle
        expect(yield* Scene.deliveries(Given.webhookId(1))).toMatchObject([{ status: "DELIVERED", attempts: 1 }])
        expect(yield* letters).toEqual({ letters: [], total: 0, after: null })
      })
    )
  })
})
