/**
 * The weights of carriers (decisions 18.3), and the order of candidates that follows from them: those of unwell carriers
 * come after the well ones. Pure: which messages an unwell carrier still gets first is drawn by their ids.
 */
import type { CarrierMark, CarrierPin } from "../row/CarrierMark.ts"
import type { Channel } from "../value/Channel.ts"
import type { CarrierId, MessageId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Rendezvous from "./Rendezvous.ts"

/** The weight of a carrier of which nothing is known. */
export const whole = 100

/** Returns the weight that a mark has come to by itself: it rises by a step in each time of peace. */
export const weightOf = ({ restMinutes, since, step, weight }: CarrierMark, now: Instant.Instant): number => {
  const rests = Math.max(0, Math.floor((now - since) / (restMinutes * Instant.minute)))
  return Math.min(whole, weight + step * rests)
}

/** The marks and pins of carriers, as the row has them. */
export interface Known {
  readonly marks?: ReadonlyArray<CarrierMark>
  readonly pins?: ReadonlyArray<CarrierPin>
}

/** Returns the entry of a country, or else that of all others. */
const entryOf = <Entry extends Pick<CarrierMark, "carrier" | "country">>(
  entries: ReadonlyArray<Entry>,
  carrier: CarrierId,
  country: string
): Entry | undefined => {
  const own = entries.filter((each) => each.carrier === carrier)
  return own.find((each) => each.country === country) ?? own.find((each) => each.country === null)
}

/** The weights of carriers for a message. */
export interface Health {
  readonly message: MessageId
  readonly weight: (carrier: CarrierId) => number
}

/** Returns the weights for a message to a country, or undefined where every carrier is as well as can be. */
export const of = (
  { marks = [], pins = [] }: Known,
  { country, message }: { readonly message: MessageId; readonly country: string },
  now: Instant.Instant
): Health | undefined => {
  const fallen = marks.filter((mark) => weightOf(mark, now) < whole)
  const held = pins.filter(({ until }) => until > now)
  if (fallen.length === 0 && held.length === 0) return undefined
  return {
    message,
    weight: (carrier) => {
      const pin = entryOf(held, carrier, country)
      if (pin !== undefined) return pin.weight
      const mark = entryOf(fallen, carrier, country)
      return mark === undefined ? whole : weightOf(mark, now)
    }
  }
}

/** A candidate as the order sees it. */
interface Candidate {
  readonly channel: Channel
  readonly carrier: CarrierId
  readonly fallback: boolean
}

/** Why a candidate stands further behind than rules would have it. */
export interface Moved {
  readonly moved?: "carrier_unwell"
}

/**
 * Returns whether the carrier gives its place away for this message. Weights count in relation to the best one, so that a
 * best carrier never does, and none of several that are equally unwell.
 */
const yields = ({ message, weight }: Health, carrier: CarrierId, best: number): boolean =>
  weight(carrier) < best && Rendezvous.uniform(`health\n${message}\n${carrier}`) >= weight(carrier) / best

/**
 * Returns the candidates with those of unwell carriers behind the well ones of the same channel; each of both keep their
 * order, and none is left out. The places of a channel among the others stay its own. A candidate whose refusal no other
 * route may follow stays where it is: nothing passes it, and it passes nothing.
 */
export const ordered = <Entry extends Candidate>(
  candidates: ReadonlyArray<Entry>,
  health: Health
): ReadonlyArray<Entry & Moved> => {
  const groups = new Map<string, Array<Entry>>()
  let stretch = 0
  const groupOf = candidates.map((candidate) => {
    if (!candidate.fallback) stretch++
    const name = `${stretch}/${candidate.channel}`
    groups.set(name, [...groups.get(name) ?? [], candidate])
    if (!candidate.fallback) stretch++
    return name
  })
  const queues = new Map([...groups].map(([name, group]): [string, Array<Entry & Moved>] => {
    const best = Math.max(...group.map(({ carrier }) => health.weight(carrier)))
    const moved = new Set(group.filter(({ carrier }) => yields(health, carrier, best)))
    return [name, [
      ...group.filter((each) => !moved.has(each)),
      ...[...moved].map((each) => ({ ...each, moved: "carrier_unwell" as const }))
    ]]
  }))
  return groupOf.map((name) => queues.get(name)!.shift()!)
}
