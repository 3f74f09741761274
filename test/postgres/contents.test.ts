/**
 * A message is kept in two tables. Whatever a change is of, another node reads the message as it was written, and a step
 * leaves the content where it is.
 */
import { make, put } from "@signalbox/core/Commit"
import { ref } from "@signalbox/core/Kind"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { none } from "@signalbox/core/Needs"
import { message } from "@signalbox/testing/generate/Messages"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { suite } from "./Client.ts"

const { harness, node, postgres } = suite("contents", { heartbeatMillis: 60_000 })

const load = ({ store }: Services, { id }: Message) =>
  Effect.map(store.load({ ...none, rows: [ref(Messages, id)] }), ({ rows }) => rows.get(ref(Messages, id))!)

/** Makes a message what it becomes, by a node that knows the message as it is. */
const change = Effect.fnUntraced(function*(services: Services, to: Message) {
  const { version } = yield* load(services, to)
  const expects = [{ ref: ref(Messages, to.id), version }]
  return yield* services.store.commit([make({ puts: [put(Messages, to)], expects })])
})

const place = (id: string) => {
  const { client, schema } = postgres()
  return Effect.map(
    client.unsafe<{ readonly at: string }>(`select ctid::text as at from "${schema}".message where key::text = $1`, [
      id
    ]),
    ([row]) => row!.at
  )
}

/** A message, and what else it may become in each of its fields but those that say which one it is. */
const changes = fc.sample(
  message.chain((before) =>
    fc.tuple(fc.constant(before), message, fc.subarray(Object.keys(before) as Array<keyof Message>))
  ),
  { seed: 1, numRuns: 80 }
).map(([before, other, names]): readonly [Message, Message] => {
  const changed = Object.fromEntries(names.flatMap((name) => name in other ? [[name, other[name]]] : []))
  return [before, { ...before, ...changed, id: before.id } as Message]
})

it("what a node writes of a message is what another one reads", { timeout: 60_000 }, () =>
  Effect.gen(function*() {
    const one = yield* harness.make
    const two = yield* node
    let made = 0
    for (const [before, after] of changes) {
      const [first] = yield* one.store.commit([make({ puts: [put(Messages, before)] })])
      // A unique key may be one that another of these messages has.
      if (first!._tag !== "Done") continue
      made++
      expect((yield* load(two, before)).row?.value).toEqual(before)
      const [outcome] = yield* change(one, after)
      expect((yield* load(two, after)).row?.value).toEqual(outcome!._tag === "Done" ? after : before)
    }
    expect(made).toBeGreaterThan(40)
  }).pipe(Effect.scoped, Effect.runPromise))

it(
  "a step writes the state alone, and a change of the content both",
  { timeout: 60_000 },
  () =>
    Effect.gen(function*() {
      const services = yield* harness.make
      const { reference: _, ...before } = changes[0]![0]
      yield* services.store.commit([make({ puts: [put(Messages, before)] })])
      const first = yield* place(before.id)
      const step: Message = { ...before, status: before.status === "SENT" ? "DELIVERED" : "SENT", price: null }
      yield* change(services, step)
      expect(yield* place(before.id)).toBe(first)
      yield* change(services, { ...step, metadata: { order: "A-2" } })
      expect(yield* place(before.id)).not.toBe(first)
    }).pipe(Effect.scoped, Effect.runPromise)
)
