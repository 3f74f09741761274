/**
 * Judges a run once the nodes that are left have done their work: by all that clients were told, and by the invariants
 * of the store.
 */
import type { Receiver } from "@signalbox/testing/http/Receiver"
import * as ReceiverModule from "@signalbox/testing/http/Receiver"
import { setTimeout as sleep } from "node:timers/promises"
import type { Carrier } from "./Carrier.ts"
import type { Database } from "./Database.ts"
import * as Furniture from "./Furniture.ts"
import type { Kept } from "./Kept.ts"
import type { Asked, History } from "./Workload.ts"
import * as Workload from "./Workload.ts"

export interface Message {
  readonly status: string
  readonly reason_code?: string
  readonly events: ReadonlyArray<{ readonly status: string; readonly timestamp: string }>
}

export const message = async (url: string, { answered, apiKey }: Asked): Promise<Message> => {
  const answer = await fetch(`${url}/v3/messages/${answered?.message}`, { headers: { "x-api-key": apiKey } })
  const { data } = await answer.json() as { readonly data: Message | null }
  return data ?? { status: `HTTP ${answer.status}`, events: [] }
}

/** Every message when it has come to its end, or the time is over. */
const ended = async (url: string, asked: ReadonlyArray<Asked>, millis: number) => {
  const end = performance.now() + millis
  const found = new Map<Asked, Message>()
  for (;;) {
    const open = asked.filter((each) => !["DELIVERED", "BLOCKED"].includes(found.get(each)?.status ?? ""))
    for (let from = 0; from < open.length; from += 16) {
      await Promise.all(open.slice(from, from + 16).map(async (each) => found.set(each, await message(url, each))))
    }
    if (open.length === 0 || performance.now() > end) return found
    await sleep(50)
  }
}

export interface Evidence {
  readonly url: string
  readonly database: Database
  readonly carrier: Carrier
  /** The organization's webhook leads here. */
  readonly webhook: { readonly receiver: Receiver; readonly path: string }
}

const statuses = ["queued", "routed", "sent", "delivered"] as const

/** Returns in sentences what is wrong with what clients were told; nothing, when all promises are kept. */
export const ofClients = async (
  { carrier, database, url, webhook }: Evidence,
  { asked }: History,
  most: { readonly rings: number; readonly millis: number }
): Promise<ReadonlyArray<string>> => {
  const answered = asked.filter(Workload.isAnswered)
  const found = await ended(url, answered, most.millis)
  const of = (apiKey: string) => answered.filter((each) => each.apiKey === apiKey)
  const wrong: Array<string> = []
  for (const each of of(Furniture.apiKey)) {
    const { status } = found.get(each)!
    const rings = carrier.rings.get(each.phone) ?? 0
    if (status !== "DELIVERED") wrong.push(`${each.answered?.message} to ${each.phone} is ${status}`)
    if (rings < 1 || rings > most.rings) wrong.push(`${each.phone} rang ${rings} times`)
  }
  for (const each of of(Furniture.limitedKey)) {
    const { reason_code: code, status } = found.get(each)!
    if (status !== "DELIVERED" && code !== "BUSINESS_020") {
      wrong.push(`limited ${each.answered?.message} is ${status} ${code}`)
    }
  }
  const missing = (): ReadonlyArray<string> => {
    const known = new Set(
      webhook.receiver.at(webhook.path).map((delivery) => {
        const { event, payload } = ReceiverModule.event(delivery)
        return `${event} ${String(payload["message_id"])}`
      })
    )
    return of(Furniture.apiKey).flatMap(({ answered }) =>
      statuses.map((status) => `message.${status} ${answered?.message}`).filter((event) => !known.has(event))
    )
  }
  const end = performance.now() + most.millis
  while (missing().length > 0 && performance.now() < end) await sleep(100)
  const kept = await database.kept(url)
  return [
    ...wrong,
    ...missing().map((event) => `nobody was told ${event}`),
    ...unruly(kept),
    ...(kept.balance < 0 ? ["more money was taken than there was"] : [])
  ]
}

/**
 * Returns what is wrong with the sums so far: money was taken for what was answered and for no more than was asked, and
 * on no day more was delivered than the limit.
 */
export const ofSums = async (
  { database, url }: Evidence,
  histories: ReadonlyArray<History>
): Promise<ReadonlyArray<string>> => {
  const all = histories.flatMap((history) => history.asked)
  const asked = all.filter(({ apiKey }) => apiKey === Furniture.apiKey)
  const limited = all.filter((each) => each.apiKey === Furniture.limitedKey && Workload.isAnswered(each))
  const days = [...byDay(await ended(url, limited, 10_000))]
  const { balance } = await database.kept(url)
  const spent = Furniture.openingBalance - balance
  const [least, most] = [asked.filter(Workload.isAnswered), asked].map(({ length }) => length * Furniture.price)
  return [
    ...(spent >= least! && spent <= most! ? [] : [`${spent} was spent, not between ${least} and ${most}`]),
    ...days.flatMap(([day, { delivered }]) =>
      delivered <= Furniture.dailyLimit ? [] : [`on ${day} ${delivered} limited messages were delivered`]
    )
  ]
}

/** Returns what is wrong with what the store holds, once everything was answered. */
export const ofStore = async (
  { database, url }: Pick<Evidence, "database" | "url">,
  histories: ReadonlyArray<History>
): Promise<ReadonlyArray<string>> => {
  const asked = histories.flatMap((history) => history.asked)
  const of = (apiKey: string) => asked.filter((each) => each.apiKey === apiKey)
  const kept = await database.kept(url)
  const limited = await ended(url, of(Furniture.limitedKey), 10_000)
  return [
    ...unbalanced(kept.balance, of(Furniture.apiKey).length),
    ...unruly(kept),
    ...overLimit(limited)
  ]
}

/** Counts by day the messages that were delivered, and those that were blocked. */
const byDay = (found: ReadonlyMap<Asked, Message>) => {
  const days = new Map<string, { delivered: number; blocked: number }>()
  for (const { events, status } of found.values()) {
    const day = events.find((event) => event.status === "PROCESSED")?.timestamp.slice(0, 10) ?? "never"
    const counts = days.get(day) ?? { delivered: 0, blocked: 0 }
    days.set(day, counts)
    if (status === "DELIVERED") counts.delivered++
    else counts.blocked++
  }
  return days
}

/** On each day as many as there were, up to the limit. */
const overLimit = (found: ReadonlyMap<Asked, Message>): ReadonlyArray<string> =>
  [...byDay(found)].flatMap(([day, { blocked, delivered }]) =>
    delivered === Math.min(Furniture.dailyLimit, blocked + delivered)
      ? []
      : [`on ${day} ${delivered} limited messages were delivered and ${blocked} blocked`]
  )

/** Money that was taken is what the messages cost. */
const unbalanced = (balance: number, messages: number): ReadonlyArray<string> => {
  const due = Furniture.openingBalance - messages * Furniture.price
  return balance === due ? [] : [`the balance is ${balance} instead of ${due} after ${messages} messages`]
}

const unruly = ({ admins, templates }: Kept): ReadonlyArray<string> => [
  ...(new Set(templates).size === templates.length ? [] : [`two templates have one name: ${templates.join(", ")}`]),
  ...(admins > 0 ? [] : ["no admin is left"])
]
