/**
 * A service that is embedded by `signalbox`, for attacks by what its host or its carriers do.
 */
import type { CarrierOptions, Signalbox } from "signalbox"
import { carrier, createSignalbox, memory, postgres } from "signalbox"
import type { Stage } from "./attacks/Attack.ts"

const key = `main:${Buffer.alloc(32, "an attack").toString("base64")}`

export interface Embedded {
  readonly box: Signalbox
  /** An organization with money, a number and the template `order`. */
  readonly account: string
  /** Another one, which is only asked who it is. */
  readonly neighbour: string
  /** How many lines of each text were logged. */
  readonly logged: ReadonlyMap<string, number>
}

export const number = "+12015550111"

export const start = async (
  { after, place, storage }: Stage,
  carriers: ReadonlyArray<Omit<CarrierOptions, "channels">>
): Promise<Embedded> => {
  const logged = new Map<string, number>()
  const box = createSignalbox({
    storage: storage === "postgres" ? postgres(place) : memory(),
    ...(storage === "postgres" ? { secretKeys: key } : {}),
    carriers: carriers.map((each) => carrier({ channels: ["sms"], ...each })),
    log: ({ message }) => logged.set(message, (logged.get(message) ?? 0) + 1)
  })
  after(() => box.close({ graceMs: 1000 }))
  const { id: account } = await box.accounts.ensure({ name: "Acme", balance: 1_000_000, numbers: [number] })
  const { id: neighbour } = await box.accounts.ensure({ name: "Neighbour", balance: 1, numbers: ["+12015559002"] })
  const definition = { body: { multiChannel: { template: "On its way." } } }
  await box.as(account).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
  return { box, account, neighbour, logged }
}

/** A number of the United States for each of ten thousand. */
export const phone = (index: number): string => `+1201556${String(index % 10_000).padStart(4, "0")}`

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))
