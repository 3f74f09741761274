/**
 * Tells what happens on the service, as it happens. A browser has six connections for one host, and a stream holds one of them,
 * so all tabs share a stream: the tab that holds the lock reads it and tells the others.
 */

export interface LiveEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

export type Listener = (event: LiveEvent) => void

export interface Live {
  /** Calls the listener for every event, until the function that is returned is called. */
  readonly listen: (listener: Listener) => () => void
}

const types = [
  "message",
  "handset",
  "delivery",
  "template",
  "contact",
  "carrier",
  "clock",
  "reset"
] as const

/** Everything that was shown may be out of date: some events were told to nobody. */
const reset: LiveEvent = { type: "reset", data: {} }

const parse = (type: string, text: string): LiveEvent => {
  try {
    return { type, data: JSON.parse(text) as LiveEvent["data"] }
  } catch {
    return reset
  }
}

const name = "signalbox-inbox"

/** Tells which tab reads the stream, for whoever looks at a page from outside. */
const mark = (isReading: boolean): void => {
  document.documentElement.dataset["stream"] = isReading ? "own" : "shared"
}

/** Makes the events of a stream available to this tab, for as long as the page lives. */
export const fromStream = (url: string): Live => {
  const listeners = new Set<Listener>()
  const channel = new BroadcastChannel(name)
  const tell: Listener = (event) => {
    for (const listener of listeners) listener(event)
  }
  channel.addEventListener("message", ({ data }: MessageEvent<LiveEvent>) => tell(data))
  const spread: Listener = (event) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin and takes no other.
    channel.postMessage(event)
    tell(event)
  }
  mark(false)
  void navigator.locks.request(name, () => {
    mark(true)
    const stream = new EventSource(url)
    for (const type of types) {
      stream.addEventListener(type, ({ data }: MessageEvent<string>) => spread(parse(type, data)))
    }
    // What happened between the last stream and this one was told to nobody.
    let isFirst = true
    stream.addEventListener("open", () => {
      if (!isFirst) return
      isFirst = false
      spread(reset)
    })
    return new Promise<void>(() => {})
  })
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    }
  }
}

/** A source without a stream is looked at again and again, as long as somebody looks at the page. */
export const fromLooks = (millis: number): Live => ({
  listen: (listener) => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") listener(reset)
    }, millis)
    return () => clearInterval(timer)
  }
})
