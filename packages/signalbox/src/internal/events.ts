/**
 * Tells the host's listeners what this process has committed.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import * as EventNames from "@signalbox/core/EventName"
import { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { EventName, SignalboxEvent } from "../Events.ts"
import type { Signalbox } from "../Signalbox.ts"
import * as FreeText from "./freeText.ts"
import type { HostFailures } from "./hostFailures.ts"
import * as HostFailures_ from "./hostFailures.ts"
import { textsIn } from "./hostFailures.ts"
import * as Later from "./later.ts"
import type { Logging } from "./log.ts"
import { nearest } from "./nearest.ts"

export type Listener = (event: SignalboxEvent) => unknown

export interface Listeners {
  readonly add: Signalbox["on"]
  readonly tell: (events: ReadonlyArray<Event>) => void
}

/** The body is stored JSON, whose payload is that of its event. */
const shown = ({ account, body, id, name }: Event): SignalboxEvent => {
  const { field, payload, timestamp } = JSON.parse(body) as SignalboxEvent
  return { field, payload, timestamp, id, account, event: name } as SignalboxEvent
}

/** Freezes a value, so that the next listener sees it as it was told whatever this one does. */
const frozen = <A>(value: A): A => {
  if (typeof value !== "object" || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** @param failures is told what a listener throws or rejects with: it is the host's affair, and must stop nothing here */
export const make = (failures: HostFailures, log: Logging): Listeners => {
  const all = new Map<EventName | "*", Set<Listener>>()
  return {
    add: (name, listener) => {
      if (name !== "*" && !EventNames.all.includes(name)) {
        const meant = nearest(String(name), EventNames.all)
        throw new TypeError(`There is no event ${String(name)}${meant === null ? "" : `; did you mean ${meant}?`}`)
      }
      if (typeof listener !== "function") throw new TypeError("on(event, listener) needs a function that listens.")
      const found = all.get(name) ?? new Set()
      // The same function may listen twice, and each ends by itself.
      const own: Listener = (event) => (listener as Listener)(event)
      all.set(name, found.add(own))
      return () => void found.delete(own)
    },
    tell: (events) => {
      for (const event of events) {
        const found = [...all.get(event.name) ?? [], ...all.get("*") ?? []]
        if (found.length === 0) continue
        const each = frozen(shown(event))
        const failed = (error: unknown) =>
          HostFailures_.write(log, failures.tell({ where: "listener", event: event.name, error }, textsIn(each)))
        for (const listener of found) Later.run(() => listener(each), failed)
      }
    }
  }
}

const eventsOf = (commits: ReadonlyArray<Commit>): ReadonlyArray<Event> => commits.flatMap(({ events }) => events)

/** Listens to what the storage commits. */
export const wrap = <A, E>(listeners: Listeners, storage: Layer.Layer<A | Store, E>): Layer.Layer<A | Store, E> =>
  Layer.effect(
    Store,
    Effect.map(Store, (store) => {
      const warnOfTexts = FreeText.make()
      return {
        ...store,
        commit: (batch: ReadonlyArray<Commit>) =>
          Effect.tap(store.commit(batch), (outcomes) => {
            const done = batch.filter((_, index) => outcomes[index]?._tag === "Done")
            listeners.tell(eventsOf(done))
            return warnOfTexts(done)
          })
      }
    })
  ).pipe(Layer.provideMerge(storage))
