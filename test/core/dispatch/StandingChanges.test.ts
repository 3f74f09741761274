/**
 * An account, a template or a recipient may change between a message's acceptance, its release and its next route: what
 * counts is how it is then (specification "States and transitions", decisions 4.1).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import { hour, plus, toMillis } from "@signalbox/core/Instant"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { Receipts } from "@signalbox/core/Receipts"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const keep = (...puts: ReadonlyArray<Row>) => Effect.flatMap(Store, (store) => store.commit([Commits.make({ puts })]))

const only = Effect.map(Scene.messages, ([message, ...more]) => {
  expect(more).toEqual([])
  return message!
})

const carriers = () => {
  const made = [Scene.carrier("sms-a", ["sms"]), Scene.carrier("sms-b", ["sms"]), Scene.carrier("rcs-a", ["rcs"])]
  return { carriers: made.map(({ carrier }) => carrier), asked: () => made.map(({ asked }) => asked.length) }
}

const scene = <A, E>(
  program: (asked: () => ReadonlyArray<number>) => Effect.Effect<A, E, Bench.Services>
): Promise<A> => {
  const { asked, carriers: all } = carriers()
  return Bench.run(
    Bench.layer({ carriers: all }),
    Effect.andThen(Scene.seed(100_000), Effect.suspend(() => program(asked)))
  )
}

describe("a held message on auto_detect", () => {
  const rule = { carrier: null, country: null, fallback: true, priority: 0 }

  it.each<readonly [string, Partial<Account>, string, string]>([
    ["the channels that are set up", { channels: ["sms"] }, "sms", "sms-a"],
    [
      "the rules of its account",
      { rules: [{ ...rule, channel: "sms", carrier: Given.carrierId("sms-b"), action: "ALLOW" }] },
      "sms",
      "sms-b"
    ],
    ["what there was all along, when nothing changes", {}, "rcs", "rcs-a"]
  ])(
    "is routed by %s when it is sent, not when it is accepted [RTE-001]",
    (_, change, channel, carrier) =>
      scene(() =>
        Effect.gen(function*() {
          const at = plus(Given.now, hour)
          const body = Scene.send(Given.phone(1)) as object
          yield* Scene.ask("messages.send", { ...body, channel: ["auto_detect"], scheduled_at: toMillis(at) })
          yield* keep(Commits.put(Accounts, { ...Scene.account, ...change }))
          yield* Bench.travel(at)
          yield* Bench.idle
          const { attempts, status } = yield* only
          expect([status, attempts.map((attempt) => [attempt.channel, attempt.carrier])]).toEqual([
            "SENT",
            [[channel, carrier]]
          ])
        })
      )
  )
})

describe("a message whose route has failed", () => {
  const failed = Effect.gen(function*() {
    const { report } = yield* Receipts
    const { attempts, id } = yield* only
    yield* report({
      subject: { _tag: "Attempt", message: id, attempt: attempts[0]!.id },
      reported: { _tag: "Failed", failure: "provider_unavailable" }
    })
    yield* Bench.idle
  })

  const contact = Effect.map(Scene.contacts, ([found]) => found!)

  it.each([
    ["has opted out", Effect.map(contact, (found): Row => Commits.put(Contacts, { ...found, optOut: true }))],
    [
      "is on the suppression list",
      Effect.map(contact, (found): Row => Commits.put(Contacts, { ...found, suppressedAt: Given.now }))
    ]
  ])(
    "takes no other one when the recipient %s meanwhile [RTE-016]",
    (_, change) =>
      scene((asked) =>
        Effect.gen(function*() {
          yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
          yield* Bench.idle
          yield* keep(yield* change)
          yield* failed
          const { attempts, code, status } = yield* only
          expect([status, code, attempts.length, asked()]).toEqual(["FILTERED", "BUSINESS_004", 1, [1, 0, 0]])
        })
      )
  )

  it("takes another one when nothing stands against it", () =>
    scene((asked) =>
      Effect.gen(function*() {
        yield* Scene.ask("messages.send", Scene.send(Given.phone(1)))
        yield* Bench.idle
        yield* failed
        const { attempts, status } = yield* only
        expect([status, attempts.length, asked()]).toEqual(["SENT", 2, [1, 1, 0]])
      })
    ))
})
