/**
 * The last events of this process, with ids by which a listener that was away goes on where it was.
 */
import * as Context from "effect/Context"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { randomBytes } from "node:crypto"
import type { Event } from "./Event.ts"

export interface Kept {
  readonly id: string
  readonly event: Event
}

/** Most events are forgotten before anybody asks for their id, or for what they say. */
class Numbered implements Kept {
  private readonly number: number
  private readonly name: string
  private readonly say: () => Event
  private said: Event | null = null

  constructor(name: string, number: number, say: () => Event) {
    this.name = name
    this.number = number
    this.say = say
  }

  get event(): Event {
    return this.said ??= this.say()
  }

  get id(): string {
    return `${this.name}-${this.number}`
  }
}

/** The events that a listener has missed. */
export interface Missed {
  /** Whether events are missing that are kept no more, so that the listener must look at everything anew. */
  readonly isLost: boolean
  /** The events since then that are kept, in their order; none where some are lost. */
  readonly events: ReadonlyArray<Kept>
  /** The id of the last event, whether it is kept or not. */
  readonly last: string
}

/** How many events are kept. */
export const most = 1000

/** The events of one process. Ids begin with a text of its own, so that those of another process are known as such. */
export class EventLog {
  private readonly listeners = new Set<(kept: Kept) => void>()
  private readonly name = randomBytes(4).toString("hex")
  private kept: Array<Kept> = []
  /** The place in the array where the oldest one stands, once it is full. */
  private oldest = 0
  private count = 0

  private idOf(number: number): string {
    return `${this.name}-${number}`
  }

  /** Opened when the process ends: whoever listens or waits is let go. */
  readonly over = Latch.makeUnsafe()

  readonly publish = (event: Event): void => this.tell(() => event)

  /** Publishes what is put into words only when somebody asks. */
  readonly tell = (say: () => Event): void => {
    const one = new Numbered(this.name, ++this.count, say)
    if (this.kept.length < most) this.kept.push(one)
    else {
      this.kept[this.oldest] = one
      this.oldest = (this.oldest + 1) % most
    }
    for (const listener of this.listeners) listener(one)
  }

  /** Forgets what was kept, and says that it has. */
  readonly reset = (): void => {
    this.kept = []
    this.oldest = 0
    this.publish({ type: "reset", data: {} })
  }

  /** @param last the id of the last event that the listener has heard; undefined: it has heard none and wants none of the past */
  readonly since = (last: string | undefined): Missed => {
    const end = this.idOf(this.count)
    if (last === undefined || last === end) return { isLost: false, events: [], last: end }
    const [, name, digits] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(last) ?? []
    const number = Number(digits)
    const first = this.count - this.kept.length
    if (name !== this.name || number > this.count || number < first) return { isLost: true, events: [], last: end }
    const inOrder = [...this.kept.slice(this.oldest), ...this.kept.slice(0, this.oldest)]
    return { isLost: false, events: inOrder.slice(number - first), last: end }
  }

  /** Calls the listener with each event to come, until the function that this returns is called. */
  readonly listen = (listener: (kept: Kept) => void): () => void => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }
}

export class Events
  extends Context.Service<Events, Pick<EventLog, "publish" | "tell" | "reset" | "since" | "listen" | "over">>()(
    "@signalbox/emulator/event/Events"
  )
{}

export const layer: Layer.Layer<Events> = Layer.sync(Events, () => new EventLog())
