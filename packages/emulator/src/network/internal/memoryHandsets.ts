/**
 * The handsets of this process, with the messages that they show and have written.
 */
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import type { Arrival, Received, Written } from "../Handset.ts"
import type { Network, SeenHandset } from "../Network.ts"

type Service = Pick<Network["Service"], "received" | "arrivals" | "handsets" | "write" | "written">

/** Numbers what handsets show in the order in which it was taken, over all of them. */
interface Entry {
  readonly place: number
  readonly arrival: Arrival
}

const inOrder = (one: Entry, two: Entry): number =>
  one.arrival.received.receivedAt - two.arrival.received.receivedAt || one.place - two.place

const latestFirst = (one: SeenHandset, two: SeenHandset): number =>
  two.lastAt - one.lastAt || (one.phone < two.phone ? -1 : 1)

export class MemoryHandsets {
  private readonly shown = new Map<PhoneNumber, Array<Entry>>()
  private readonly texts = new Map<PhoneNumber, Array<Written>>()
  private count = 0

  show(arrival: Arrival): void {
    const entry = { place: this.count++, arrival }
    const own = this.shown.get(arrival.phone)
    if (own === undefined) this.shown.set(arrival.phone, [entry])
    else own.push(entry)
  }

  private received(phone: PhoneNumber, now: number): ReadonlyArray<Received> {
    return (this.shown.get(phone) ?? []).filter(({ arrival }) => arrival.received.receivedAt <= now).toSorted(inOrder)
      .map(({ arrival }) => arrival.received)
  }

  private seen(phone: PhoneNumber, now: number): ReadonlyArray<SeenHandset> {
    const shown = (this.shown.get(phone) ?? []).filter(({ arrival }) => arrival.received.receivedAt <= now)
      .toSorted(inOrder).map(({ arrival }) => ({ at: arrival.received.receivedAt, account: arrival.account }))
    const wrote = (this.texts.get(phone) ?? []).filter(({ at }) => at <= now)
    const [last] = [shown.at(-1), wrote.at(-1)].flatMap((each) => each ?? []).toSorted((a, b) => b.at - a.at)
    return last === undefined
      ? []
      : [{ phone, account: last.account, lastAt: last.at, count: shown.length + wrote.length }]
  }

  readonly service: Service = {
    received: (phone, now) => Effect.sync(() => this.received(phone, now)),
    arrivals: ({ channel, limit, now, phone, since }) =>
      Effect.sync(() => {
        const entries = phone === null ? [...this.shown.values()].flat() : this.shown.get(phone) ?? []
        return entries.filter(({ arrival: { received } }) =>
          received.receivedAt <= now && (since === null || received.receivedAt > since) &&
          (channel === null || received.channel === channel)
        ).toSorted(inOrder).slice(-limit).map(({ arrival }) => arrival)
      }),
    handsets: (now, after, limit) =>
      Effect.sync(() => {
        const phones = [...new Set([...this.shown.keys(), ...this.texts.keys()])]
        const all = phones.flatMap((phone) => this.seen(phone, now)).toSorted(latestFirst)
        const place = all.findIndex(({ phone }) => phone === after)
        return after !== null && place < 0 ? [] : all.slice(place + 1, place + 1 + limit)
      }),
    write: (phone, written) =>
      Effect.sync(() => {
        const own = this.texts.get(phone)
        if (own === undefined) this.texts.set(phone, [written])
        else own.push(written)
      }),
    written: (phone, limit) => Effect.sync(() => (this.texts.get(phone) ?? []).slice(-limit))
  }

  clear(): void {
    this.shown.clear()
    this.texts.clear()
  }
}
