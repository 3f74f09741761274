/**
 * A service on PostgreSQL as a host embeds it, with a carrier that counts, for attacks on the host's side.
 */
import type { Pool } from "pg"
import pg from "pg"
import type { OutgoingMessage, Signalbox } from "signalbox"
import { carrier, createSignalbox, postgres } from "signalbox"
import type { Stage } from "./attacks/Attack.ts"

export interface Hosting {
  readonly box: Signalbox
  /** The host's own connections. */
  readonly pool: Pool
  /** How often each message was handed over. */
  readonly handed: ReadonlyMap<string, number>
  /** An account that may send the template `order`. */
  readonly account: (name: string) => Promise<string>
  /** Sends the template, and returns the id of the message. */
  readonly send: (account: string, to: string, idempotencyKey?: string) => Promise<string>
  /** Waits until all of these were handed over, and returns how many were not. */
  readonly lost: (messages: ReadonlyArray<string>, millis: number) => Promise<number>
}

export const order = (to: string) => ({ to: [to], template: { name: "order" }, channel: ["sms"] }) as const

let numbers = 0

/** A number that nobody was sent anything before. */
export const fresh = (): string => `+1201${5_560_000 + numbers++}`

export interface Ways {
  /** The database's address for the service, when it goes another way than the host. */
  readonly url?: string
  /** Whether the service is on the host's own connections. */
  readonly isPooled?: boolean
  readonly connections?: number
}

export const open = async (
  { after, place }: Pick<Stage, "after" | "place">,
  { connections = 12, isPooled = false, url = place }: Ways = {}
): Promise<Hosting> => {
  const handed = new Map<string, number>()
  const pool = new pg.Pool({ connectionString: place, max: connections })
  pool.on("error", () => {})
  after(() => pool.end())
  const box = createSignalbox({
    storage: postgres(isPooled ? pool : url),
    carriers: [carrier({
      id: "acme",
      channels: ["sms"],
      choosesSender: true,
      submit: ({ attempt, id }: OutgoingMessage) => {
        handed.set(id, (handed.get(id) ?? 0) + 1)
        return attempt
      }
    })],
    secretKeys: `attack:${Buffer.alloc(32, 7).toString("base64")}`,
    log: false
  })
  after(() => box.close({ graceMs: 100 }))
  return {
    box,
    pool,
    handed,
    account: async (name) => {
      const { id } = await box.accounts.ensure({ name, balance: 100_000 })
      const definition = { body: { multiChannel: { template: "On its way." } } }
      await box.as(id).templates.ensure({ name: "order", definition }, { reviewedWithinMs: 20_000 })
      return id
    },
    send: async (account, to, idempotencyKey) => {
      const options = idempotencyKey === undefined ? {} : { idempotencyKey }
      return (await box.as(account).messages.send(order(to), options)).recipients[0]!.message_id
    },
    lost: async (messages, millis) => {
      const until = performance.now() + millis
      const missing = () => messages.filter((id) => !handed.has(id)).length
      while (missing() > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
      return missing()
    }
  }
}

/** Returns how many messages were handed over more than once. */
export const doubled = ({ handed }: Hosting): number => [...handed.values()].filter((times) => times > 1).length
