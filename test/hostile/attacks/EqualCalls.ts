/**
 * Two hundred calls at the same time for the same thing, again and again, of a tenant who has a start-up to repeat:
 * settings of its account, templates of the same words, markets.
 */
import { carrier, createSignalbox, memory, postgres } from "signalbox"
import type { Attack, Outcome, Stage } from "./Attack.ts"
import { waits } from "./Attack.ts"

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

const rounds = 8
const concurrency = 200

const countries = ["AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR", "HU", "IT", "NL", "PT"]

const definition = { body: { multiChannel: { template: "Your parcel is on its way." } } }

const play = async ({ after, place, storage }: Stage): Promise<Outcome> => {
  const box = createSignalbox({
    storage: storage === "postgres" ? postgres(place, { maxConnections: 8 }) : memory(),
    carriers: [carrier({ id: "acme", channels: ["sms"], submit: ({ attempt }) => attempt })],
    secretKeys: `attack:${Buffer.alloc(32, 7).toString("base64")}`,
    log: false
  })
  after(() => box.close({ graceMs: 100 }))
  await box.ready
  const attacker = await box.accounts.ensure({ name: "Attacker", balance: 100 })
  const neighbour = await box.accounts.ensure({ name: "Neighbour", balance: 100, numbers: ["+12015559001"] })
  await box.as(neighbour.id).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
  const ask = () => box.as(neighbour.id).contacts.list({ page_size: 1 })
  const before = await waits(ask, new Promise((resolve) => setTimeout(resolve, 2000)))

  const broken: Array<string> = []
  const all = async (what: string, call: (index: number) => Promise<unknown>) => {
    const ends = await Promise.allSettled(numbers(concurrency).map(call))
    const failed = ends.filter(({ status }) => status === "rejected").length
    if (failed > 0) broken.push(`${failed} of ${concurrency} failed: ${what}`)
  }
  const attack = async () => {
    for (const round of numbers(rounds)) {
      await all(
        "equal accounts.ensure",
        () => box.accounts.ensure({ name: "Attacker", requestsPerMinute: 1000 + round })
      )
      await all(
        "accounts.ensure that all differ",
        (index) => box.accounts.ensure({ name: "Attacker", requestsPerMinute: 2000 + index })
      )
      await all("templates of the same words", () => box.as(attacker.id).templates.create({ definition }))
      const { id } = await box.accounts.ensure({ name: `Attacker ${round}`, balance: 1 })
      let made = 0
      await all("markets", async (index) => {
        const country = countries[index % countries.length]!
        const market = { country, number_type: "ALPHANUMERIC", sender_value: "ACME" } as const
        // Whoever comes second is told that it is there.
        await box.as(id).markets.create(market).then(() => made++, (error: { readonly code?: string }) => {
          if (error.code !== "RESOURCE_007") throw error
        })
      })
      if (made !== countries.length) broken.push(`${made} markets were made in ${countries.length} countries`)
    }
  }
  const during = await waits(ask, attack())
  return { before, during, bound: 1000, lost: 0, doubled: 0, broken }
}

export const attack: Attack = {
  name: "200 equal calls at the same time",
  storages: ["memory", "postgres"],
  play
}
