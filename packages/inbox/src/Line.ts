/**
 * The line of a message: its activities as stations on one track, and its candidates as branches of it. A candidate that
 * was refused ends at a buffer stop, one that was not tried is a stub with its reason, and a message that was rerouted
 * comes by QUEUED again. This is a function of what the API answers, for any texts, and needs no browser.
 */

/** An activity as `GET /v3/messages/{id}/activities` answers it. */
export interface Activity {
  readonly status: string
  readonly description: string
  /** An ISO 8601 time. */
  readonly timestamp: string
  readonly price?: string | null
  readonly reason_code?: string
  readonly reason?: string
  readonly scheduled_at?: string
  /** The routes that were not taken when this one was chosen, or because of which none was. */
  readonly left_out?: ReadonlyArray<LeftOut>
}

/** A route that was dropped, as activities and explanations name it. */
export interface LeftOut {
  readonly channel: string
  readonly carrier: string
  readonly reason: string
  readonly sentence: string
}

/** The colour of a signal, which says the same everywhere: done, waits, stopped, or read. */
export type Lamp = "go" | "wait" | "stop" | "info"

interface Stop {
  readonly title: string
  readonly notes: ReadonlyArray<string>
  /** The places of the activities that it stands for, oldest first. An explanation has none. */
  readonly activities: ReadonlyArray<number>
  /** Null for a candidate that was not tried. */
  readonly at: string | null
  /** The milliseconds since the first activity; null where there is no time, or none that can be read. */
  readonly after: number | null
}

export interface Station extends Stop {
  readonly kind: "station"
  readonly lamp: Lamp
  /**
   * `siding`: it begins off the track and waits for its time; `signal`: it is held; `loop`: the track comes back to here;
   * `terminus`: nothing follows; `plain`: all others.
   */
  readonly mark: "plain" | "siding" | "signal" | "loop" | "terminus"
}

export interface Branch extends Stop {
  readonly kind: "branch"
  readonly outcome: "refused" | "not tried"
}

export type Element = Station | Branch

/** How people call the channels. */
const channelNames: Readonly<Record<string, string>> = { sms: "SMS", whatsapp: "WhatsApp", rcs: "RCS", mms: "MMS" }

/** Returns a channel by the name that people know. */
export const channelName = (channel: string): string =>
  Object.hasOwn(channelNames, channel) ? channelNames[channel] ?? channel : channel

/** Returns the lamp of a message in this status. */
export const lampOf = (status: string): Lamp => {
  switch (status) {
    case "DELIVERED":
      return "go"
    case "READ":
    case "RECEIVED":
      return "info"
    case "FAILED":
    case "BLOCKED":
    case "FILTERED":
    case "CANCELLED":
      return "stop"
    default:
      return "wait"
  }
}

const isOver = (status: string): boolean => lampOf(status) !== "wait"

interface Read {
  readonly text: string
  readonly chosen: { readonly channel: string; readonly carrier: string } | null
}

/** Returns a description without the routes that it says were not taken: they are told as data as well. */
export const withoutLeftOut = (description: string): string => description.split(/; not (?=\w+ through )/, 1)[0] ?? ""

/** Reads the description of an activity, which names the candidate that was chosen. */
const read = (description: string): Read => {
  const text = withoutLeftOut(description)
  const [, channel, carrier] = /^(\w+) through ([^\s;:,]+)/.exec(text) ?? []
  return { text, chosen: channel === undefined || carrier === undefined ? null : { channel, carrier } }
}

/** The reason of candidates that have a branch of their own already. */
const tried = "already_tried"

/** Returns the title of a route: its channel and its carrier. */
export const titleOf = ({ carrier, channel }: { readonly channel: string; readonly carrier: string }): string =>
  `${channelName(channel)} · ${carrier}`

interface Candidate {
  readonly title: string
  readonly activity: number
  readonly at: string
}

/** Draws the elements of one message, one activity after the other. */
class Drawing {
  readonly elements: Array<Element> = []
  readonly #activities: ReadonlyArray<Activity>
  readonly #began: number
  readonly #named = new Set<string>()
  #candidate: Candidate | null = null
  #isRouted = false
  #wasQueued = false

  constructor(activities: ReadonlyArray<Activity>) {
    this.#activities = activities
    this.#began = Date.parse(activities[0]?.timestamp ?? "")
  }

  #after(at: string): number | null {
    const millis = Date.parse(at) - this.#began
    return Number.isNaN(millis) ? null : millis
  }

  #station(index: number, station: Partial<Station> & Pick<Station, "title">, activities: ReadonlyArray<number>): void {
    const { status, timestamp } = this.#activities[index]!
    const isLast = index === this.#activities.length - 1
    this.elements.push({
      kind: "station",
      notes: [],
      mark: isLast && isOver(status) ? "terminus" : "plain",
      lamp: isLast ? lampOf(status) : "go",
      ...station,
      activities,
      at: timestamp,
      after: this.#after(timestamp)
    })
  }

  /** Ends the candidate that is on its way at a buffer stop. */
  #refuse(index: number, note: string, fallback: string): void {
    const { timestamp } = this.#activities[index]!
    const candidate = this.#candidate
    this.#candidate = null
    this.elements.push({
      kind: "branch",
      outcome: "refused",
      title: candidate?.title ?? fallback,
      notes: [note],
      activities: candidate === null ? [index] : [candidate.activity, index],
      at: timestamp,
      after: this.#after(timestamp)
    })
  }

  #leaveOut(index: number): void {
    for (const leftOut of this.#activities[index]?.left_out ?? []) {
      const title = titleOf(leftOut)
      if (leftOut.reason === tried || this.#named.has(title)) continue
      this.#named.add(title)
      this.elements.push({
        kind: "branch",
        outcome: "not tried",
        title,
        notes: [`not tried, because ${leftOut.sentence}`],
        activities: [index],
        at: null,
        after: null
      })
    }
  }

  /** The carrier has taken it: the candidate becomes a station of the track. */
  #take(index: number): void {
    const candidate = this.#candidate
    if (candidate === null) return
    this.#candidate = null
    this.elements.push({
      kind: "station",
      mark: "plain",
      lamp: "go",
      title: candidate.title,
      notes: [],
      activities: [candidate.activity],
      at: candidate.at,
      after: this.#after(this.#activities[index]!.timestamp)
    })
  }

  #route(index: number, { chosen, text }: Read): void {
    const { reason_code: code, timestamp } = this.#activities[index]!
    if (code === undefined && chosen !== null) this.end()
    if (code !== undefined) {
      this.#refuse(index, text.replace(/^[^\s:]+: /, "refused: "), /^([^\s:]+): /.exec(text)?.[1] ?? "ROUTED")
    } else if (chosen === null || !this.#isRouted) {
      this.#isRouted ||= chosen !== null
      const note = chosen === null ? text : `first ${titleOf(chosen)}`
      this.#station(index, { title: "ROUTED", notes: [note] }, [index])
    }
    if (code === undefined && chosen !== null) {
      this.#candidate = { title: titleOf(chosen), activity: index, at: timestamp }
      this.#named.add(titleOf(chosen))
    }
  }

  draw(index: number): void {
    const { description, price, reason, reason_code: code, scheduled_at: until, status } = this.#activities[index]!
    const seen = read(description)
    const isFirst = index === 0
    const isLast = index === this.#activities.length - 1
    const last = this.elements.at(-1)
    if (status === "ROUTED") {
      this.#route(index, seen)
    } else if (status === "PROCESSED" && last?.kind === "station" && !isLast) {
      this.elements[this.elements.length - 1] = { ...last, activities: [...last.activities, index] }
    } else {
      if (status === "SENT" || status === "DELIVERED" || status === "READ") this.#take(index)
      // The last candidate ends where the message does, for a reason that has a code or, as when it is cancelled, for none.
      else if (this.#candidate !== null && (code !== undefined || (isLast && isOver(status)))) {
        this.#refuse(index, reason ?? seen.text, "")
      }
      this.#isRouted &&= status !== "QUEUED"
      const isBack = status === "QUEUED" && this.#wasQueued
      this.#wasQueued ||= status === "QUEUED"
      const cost = price === undefined || price === null ? [] : [`$${price}`]
      const isHeld = status === "SCHEDULED"
      this.#station(index, {
        title: status,
        notes: [seen.text, ...cost],
        ...(isHeld ? { mark: isFirst ? "siding" as const : "signal" as const } : {}),
        ...(isHeld && until !== undefined ? { notes: [seen.text, `until ${until}`] } : {}),
        ...(isBack ? { mark: "loop" as const } : {})
      }, [index])
    }
    this.#leaveOut(index)
  }

  /** Shows a candidate that nobody has answered for yet. */
  end(): void {
    const candidate = this.#candidate
    if (candidate === null) return
    const { at, activity, title } = candidate
    this.elements.push({
      kind: "station",
      mark: "plain",
      lamp: "wait",
      title,
      notes: ["no answer yet"],
      activities: [activity],
      at,
      after: this.#after(at)
    })
  }
}

/**
 * Returns the elements of a line from its beginning to its end.
 *
 * @param activities oldest first
 */
export const of = (activities: ReadonlyArray<Activity>): ReadonlyArray<Element> => {
  const drawing = new Drawing(activities)
  for (const index of activities.keys()) drawing.draw(index)
  drawing.end()
  return drawing.elements
}

/** Returns an element as one sentence, as it is read aloud. */
export const spoken = (element: Element): string => {
  const notes = element.notes.filter((note) => note !== "").join(", ")
  const what = element.kind === "branch" ? `Branch ${element.title}` : element.title
  return notes === "" ? what : `${what}: ${notes}`
}
