/**
 * `npm run bench:contacts`: pages of the list of contacts in an account that has 100,000 of them (`CONTACTS` says how
 * many), on both stores, by searches of any length, with and without a hit. Each figure stands beside the page without a
 * filter, measured in the same run in turns.
 */
import { ListContacts } from "@signalbox/core/Catalogue"
import * as ChosenSenders from "@signalbox/core/ChosenSenders"
import * as Commit from "@signalbox/core/Commit"
import type { Contact } from "@signalbox/core/Contact"
import { Contacts } from "@signalbox/core/Contact"
import { Executor } from "@signalbox/core/Executor"
import type { ContactId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { plus } from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { loadavg } from "node:os"
import * as Given from "../core/Given.ts"
import * as Schema from "../postgres/Schema.ts"

const count = Number(process.env["CONTACTS"] ?? 100_000)
const turns = 15
const account = Given.account({ channels: ["sms", "whatsapp", "rcs", "mms"] })
const caller = { account, keyAccount: account }

const contact = (index: number): Contact => ({
  ...Given.contact(),
  id: `cccccccc-0000-7000-8000-${index.toString(16).padStart(12, "0")}` as ContactId,
  phone: `+1${2_012_000_000 + index}` as PhoneNumber,
  ...(index % 10 === 0 ? { whatsappUndeliverableUntil: plus(Given.now, 1) } : {}),
  createdAt: plus(Given.now, index)
})

const furnish = Effect.gen(function*() {
  const store = yield* Store
  for (let from = 0; from < count; from += 1000) {
    const puts = Array.from(
      { length: Math.min(1000, count - from) },
      (_, index) => Commit.put(Contacts, contact(from + index))
    )
    yield* store.commit([Commit.make({ puts })])
  }
})

type Query = Parameters<typeof ListContacts.decides.needs>[0]["query"]

const pages: ReadonlyArray<readonly [name: string, query: Query]> = [
  ["first page, no filter", {}],
  ["a search that finds one", { search: "(201) 209-9999" }],
  ["a search that finds all, 1 digit", { search: "1" }],
  ["a search that finds all, 3 digits", { search: "201" }],
  ["a search that finds all, 4 digits", { search: "2012" }],
  ["a search that finds all, 7 digits", { search: "+1 201-20" }],
  ["a search that finds some, 3 digits", { search: "999" }],
  ["a search that finds some, 4 digits", { search: "9999" }],
  ["a search that finds none, 3 digits", { search: "318" }],
  ["a search that finds none, 10 digits", { search: "(318) 318-3183" }],
  ["a search for a name", { search: "Jane" }],
  ["a channel", { channel: "whatsapp" }],
  ["a number", { phone: "+12012054321" }],
  ["a channel and a search, page 100", { channel: "whatsapp", search: "20", page: 100, page_size: 100 }]
]

const measured = Effect.gen(function*() {
  const executor = yield* Executor
  const times = pages.map((): Array<number> => [])
  const totals = pages.map(() => 0)
  for (let turn = 0; turn <= turns; turn++) {
    for (const [index, [, query]] of pages.entries()) {
      const start = performance.now()
      const { answer } = yield* executor.run(ListContacts.decides, {
        path: {},
        query,
        body: {},
        caller,
        consulted: ChosenSenders.none
      })
      const elapsed = performance.now() - start
      totals[index] = answer.pagination.total_count
      // The first turn is for warming up.
      if (turn > 0) times[index]!.push(elapsed)
    }
  }
  const middle = (all: ReadonlyArray<number>) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!
  const plain = middle(times[0]!)
  pages.forEach(([name], index) => {
    const found = times[index]!
    console.log(
      `  ${name} (${totals[index]!.toLocaleString("en")} found): ${middle(found).toFixed(1)} ms, ` +
        `at most ${Math.max(...found).toFixed(1)} ms, ${(middle(found) / plain).toFixed(1)} times the first page`
    )
  })
})

const postgres = Layer.unwrap(
  Effect.map(Schema.fresh(), ({ name, url }) => PostgresStore.layer({ url, schema: name }))
)

const run = <E>(name: string, storage: Layer.Layer<Store, E>): Promise<void> => {
  const engine = Service.engineLayer.pipe(
    Layer.provideMerge(storage),
    Layer.provide(FixedSecrets.layer),
    Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
  )
  console.log(`${name}, ${count.toLocaleString("en")} contacts`)
  return Effect.runPromise(Effect.scoped(Effect.provide(Effect.andThen(furnish, measured), engine)))
}

console.log(`load of the machine before: ${loadavg().map((load) => load.toFixed(1)).join(", ")}`)
await run("memory", MemoryStore.layerStore)
await run("PostgreSQL", postgres)
console.log(`load of the machine after: ${loadavg().map((load) => load.toFixed(1)).join(", ")}`)
