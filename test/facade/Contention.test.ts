/**
 * Many calls at the same time for the same thing: all of them succeed, in one process and in two.
 */
import type { Signalbox } from "signalbox"
import { carrier, createSignalbox, memory, postgres } from "signalbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"

let database: Database.Database

beforeAll(async () => {
  database = await Database.fresh()
})

afterAll(() => database.drop())

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

type Storage = "memory" | "postgres"

/** So many boxes on one storage, and an account there. */
const start = async (storage: Storage, boxes: number) => {
  const all = numbers(boxes).map(() =>
    createSignalbox({
      storage: storage === "memory" ? memory() : postgres(database.url, { maxConnections: 6 }),
      carriers: [carrier({ id: "acme", channels: ["sms"], submit: ({ attempt }) => attempt })],
      secretKeys: `test:${Buffer.alloc(32, 7).toString("base64")}`,
      work: false,
      log: false
    })
  )
  await Promise.all(all.map(({ ready }) => ready))
  const { id } = await all[0]!.accounts.ensure({
    name: `Acme ${storage} ${boxes}`,
    balance: 100,
    numbers: ["+12015559000"]
  })
  return {
    id,
    box: all[0]!,
    /** Calls as often as told, of each box in its turn, and returns the answers; what fails is its code. */
    concurrency: <A>(times: number, call: (box: Signalbox, index: number) => Promise<A>) =>
      Promise.all(
        numbers(times).map((index) =>
          call(all[index % boxes]!, index).catch((error: { readonly code?: string }) => error.code ?? String(error))
        )
      ),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(all.map((box) => box.close({ graceMs: 100 })))
    }
  }
}

const isCode = (answer: unknown): answer is string => typeof answer === "string"

const countries = "at be bg hr cy cz dk ee fi fr de gr hu li it lv lt lu mt nl pl pt ro sk si es se no ch is"
  .toUpperCase().split(" ")

describe.each<readonly [Storage, number]>([["memory", 1], ["postgres", 1], ["postgres", 2]])(
  "many at the same time (%s, processes: %i)",
  (storage, boxes) => {
    it.each([50, 200])(
      "%i equal accounts.ensure all succeed",
      async (times) => {
        await using many = await start(storage, boxes)
        const ensured = await many.concurrency(
          times,
          (box) => box.accounts.ensure({ name: `Acme ${storage} ${boxes}` })
        )
        expect(ensured.filter(isCode)).toEqual([])
        expect(ensured).toEqual(numbers(times).map(() => expect.objectContaining({ id: many.id, created: false })))
      }
    )

    it("200 equal accounts.ensure make one account, and change it", async () => {
      await using many = await start(storage, boxes)
      const name = `New ${storage} ${boxes}`
      const made = await many.concurrency(200, (box) => box.accounts.ensure({ name, balance: 5 }))
      expect(made.filter(isCode)).toEqual([])
      expect(made.filter((each) => !isCode(each) && each.created)).toHaveLength(1)
      const changed = await many.concurrency(200, (box) => box.accounts.ensure({ name, requestsPerMinute: 77 }))
      expect(changed.filter(isCode)).toEqual([])
    })

    it("200 settings of one account that all differ", async () => {
      await using many = await start(storage, boxes)
      const changed = await many.concurrency(
        200,
        (box, index) => box.accounts.ensure({ name: `Acme ${storage} ${boxes}`, requestsPerMinute: 100 + index })
      )
      expect(changed.filter(isCode)).toEqual([])
    })

    it("200 templates of the same words all get a name of their own", async () => {
      await using many = await start(storage, boxes)
      const templates = await many.concurrency(200, (box) =>
        box.as(many.id).templates.create({
          definition: { body: { multiChannel: { template: "Your parcel is on its way." } } }
        }))
      expect(templates.filter(isCode)).toEqual([])
      const names = templates.flatMap((each) => isCode(each) ? [] : [each.name])
      expect(new Set(names).size).toBe(200)
      expect(names).toContain("your_parcel_is_on_its_way")
      for (const name of names) expect(name).toMatch(/^your_parcel_is_on_its_way(_[0-9a-f]+)?$/)
    })

    it("200 markets of 30 countries: each is there once, whoever made it", async () => {
      await using many = await start(storage, boxes)
      const { id } = await many.box.accounts.ensure({ name: `Markets ${storage} ${boxes}`, balance: 100 })
      const made = await many.concurrency(
        200,
        (box, index) =>
          box.as(id).markets.create({
            country: countries[index % countries.length]!,
            number_type: "ALPHANUMERIC",
            sender_value: "ACME"
          })
      )
      // Whoever comes second is told that it is there.
      expect(new Set(made.filter(isCode))).toEqual(new Set(["RESOURCE_007"]))
      expect(made.filter((each) => !isCode(each))).toHaveLength(countries.length)
    })

    it("30 markets of 30 countries are all there", async () => {
      await using many = await start(storage, boxes)
      const markets = await many.concurrency(
        30,
        (box, index) =>
          box.as(many.id).markets.create({
            country: countries[index]!,
            number_type: "ALPHANUMERIC",
            sender_value: "ACME"
          })
      )
      expect(markets.filter(isCode)).toEqual([])
      const [listed] = await many.concurrency(1, (box) => box.as(many.id).markets.list())
      expect(isCode(listed) ? listed : listed!.map(({ country }) => country).toSorted()).toEqual(countries.toSorted())
    })
  }
)
