/**
 * `npm run bench:retention`: how long the messages of an account wait while retention removes those of another one, which has
 * 200,000 that are old (`--size` says how many), and how long without. Both on PostgreSQL, each for 20 seconds (`--seconds`).
 */
import * as Commit from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { Messages } from "@signalbox/core/Message"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { carrier, createSignalbox, postgres } from "signalbox"
import * as Given from "../core/Given.ts"
import * as Schema from "../postgres/Schema.ts"

const { values } = parseArgs({
  options: { size: { type: "string", default: "200000" }, seconds: { type: "string", default: "20" } }
})
const [size, millis] = [Number(values.size), 1000 * Number(values.seconds)]

/** Messages of more than a year ago. */
const furnish = (account: AccountId) =>
  Effect.gen(function*() {
    const store = yield* Store
    const first = Instant.plus(Instant.make(Date.now()), -400 * Instant.day)
    for (let from = 0; from < size; from += 1000) {
      const puts = Array.from({ length: Math.min(1000, size - from) }, (_, index) =>
        Commit.put(
          Messages,
          Given.message({
            id: Given.messageId(from + index),
            account,
            status: "DELIVERED",
            createdAt: Instant.plus(first, from + index)
          })
        ))
      yield* store.commit([Commit.make({ puts })])
    }
  })

const quantile = (all: ReadonlyArray<number>, share: number): number =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length * share)] ?? 0

const shown = (name: string, all: ReadonlyArray<number>): string =>
  `${name}: median ${quantile(all, 0.5).toFixed(1)} ms, p99 ${quantile(all, 0.99).toFixed(1)} ms of ${all.length}`

const program = Effect.gen(function*() {
  const { name, url } = yield* Schema.fresh()
  const box = createSignalbox({
    storage: postgres(url, { schema: name }),
    carriers: [carrier({ id: "acme", channels: ["sms"], submit: (message) => message.attempt })],
    secretKeys: `bench:${Buffer.alloc(32, 7).toString("base64")}`,
    log: false
  })
  yield* Effect.addFinalizer(() => Effect.promise(() => box.close({ graceMs: 1000 })))
  yield* Effect.promise(() => box.ready)
  const [old, quiet] = yield* Effect.promise(() =>
    Promise.all([box.accounts.ensure({ name: "Old" }), box.accounts.ensure({ name: "Quiet", billing: false })])
  )
  yield* Effect.provide(furnish(old.id as AccountId), PostgresStore.layer({ url, schema: name }))
  const client = box.as(quiet.id)
  const { id: template } = yield* Effect.promise(() =>
    client.templates.ensure({
      name: "parcel",
      category: "UTILITY",
      definition: { body: { multiChannel: { template: "Your parcel is on its way." } } }
    })
  )
  const left = async () => (await box.operator.retention.preview(old.id))?.counts.messages ?? 0
  const measured = async (): Promise<ReadonlyArray<number>> => {
    const waits: Array<number> = []
    for (const end = performance.now() + millis; performance.now() < end; await sleep(20)) {
      const began = performance.now()
      await client.messages.send({ to: ["+12015550123"], channel: ["sms"], template: { id: template } })
      waits.push(performance.now() - began)
    }
    return waits
  }
  yield* Effect.promise(async () => {
    // The first ones are for warming up.
    await measured()
    console.log(shown("accepted, without removal", await measured()))
    await box.operator.retention.set(old.id, { messages: 365 })
    const before = await left()
    console.log(shown("accepted, beside removal", await measured()))
    console.log(`  removed ${((before - await left()) / (millis / 1000)).toFixed(0)} messages a second`)
  })
})

await Effect.runPromise(Effect.scoped(program))
