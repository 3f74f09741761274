/**
 * A client of the emulator's events, over a socket of its own.
 */
import { request } from "node:http"
import { until } from "./ControlClient.ts"

export interface Heard {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Listening {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** All that it has heard so far. */
  readonly heard: ReadonlyArray<Heard>
  /** The text as it came. */
  readonly text: () => string
  /** The id by which it would go on, whether an event had it or not. */
  readonly last: () => string
  /** Waits until something that was heard is as wanted. */
  readonly until: (holds: (heard: Heard) => boolean) => Promise<Heard>
  readonly closed: Promise<void>
  readonly close: () => void
}

const field = (block: string, name: string): string | undefined => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1]

/** Listens from now on. */
export const listen = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, headers }, (response) => {
      let text = ""
      let rest = ""
      let last = ""
      const heard: Array<Heard> = []
      const closed = new Promise<void>((over) => response.once("close", over))
      // A connection that was cut off is closed, too.
      response.on("error", () => {})
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk
        const blocks = `${rest}${chunk}`.split("\n\n")
        rest = blocks.pop()!
        for (const block of blocks) {
          const id = field(block, "id")
          const data = field(block, "data")
          last = id ?? last
          if (data === undefined) continue
          heard.push({ id: last, type: field(block, "event")!, data: JSON.parse(data) as Heard["data"] })
        }
      })
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        heard,
        text: () => text,
        last: () => last,
        until: async (holds) => {
          await until(() => Promise.resolve(heard), (all) => all.some(holds))
          return heard.find(holds)!
        },
        closed,
        close: () => sent.destroy()
      })
    })
    sent.once("error", reject)
    sent.end()
  })
