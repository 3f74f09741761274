/**
 * A client of an emulator: of its control, and of its API as far as tests of the control need it.
 */
import type { IncomingHttpHeaders } from "node:http"
import { request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  // What a test reads of an answer it says itself.
  readonly body: unknown
}

export interface Failure {
  readonly error: {
    readonly message: string
    readonly details: ReadonlyArray<{ readonly path: string; readonly message: string }>
  }
}

export interface Message {
  readonly status: string
  readonly channel: string
}

type Headers = Readonly<Record<string, string>>

/** Sends a text as it stands, over a connection of its own. */
export const raw = (url: string, method: string, text: string | null, headers: Headers = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, agent: false, headers: { connection: "close", ...headers } }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.once("error", reject)
      response.once("end", () => {
        const body = Buffer.concat(chunks).toString("utf8")
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: body === "" ? null : JSON.parse(body) as unknown
        })
      })
    })
    sent.once("error", reject)
    sent.end(text ?? undefined)
  })

export interface Target {
  readonly url: string
  readonly apiKey: string
}

/** A call of the control. */
export const call = (target: Target, method: string, path: string, body?: unknown): Promise<Answer> =>
  raw(`${target.url}/emulator${path}`, method, body === undefined ? null : JSON.stringify(body), {
    "content-type": "application/json"
  })

/** A request of the API. */
export const api = (
  target: Target,
  method: string,
  path: string,
  body?: unknown,
  headers: Headers = {}
): Promise<Answer> =>
  raw(`${target.url}/v3${path}`, method, body === undefined ? null : JSON.stringify(body), {
    "content-type": "application/json",
    "x-api-key": target.apiKey,
    ...headers
  })

/** The data of an answer with the envelope; anything but success fails. */
export const data = async <Data>(answer: Promise<Answer>): Promise<Data> => {
  const { body, status } = await answer
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return (body as { readonly data: Data }).data
}

/** The plain answer of a call; anything but success fails. */
export const told = async <Body>(answer: Promise<Answer>): Promise<Body> => {
  const { body, status } = await answer
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body as Body
}

export interface ClockState {
  readonly now: string
  readonly offset_ms: number
  readonly idle: boolean
}

export const clock = (target: Target): Promise<ClockState> => told<ClockState>(call(target, "GET", "/clock"))

export const travel = (target: Target, millis: number): Promise<ClockState> =>
  told<ClockState>(call(target, "POST", "/clock", { advance_ms: millis }))

/** Asks until an answer is as wanted. */
export const until = async <A>(ask: () => Promise<A>, holds: (answer: A) => boolean): Promise<A> => {
  const end = performance.now() + 40_000
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (performance.now() > end) throw new Error(`it stays ${JSON.stringify(answer)}`)
    await sleep(20)
  }
}

/** Waits until nothing is in hand. */
export const idle = (target: Target): Promise<ClockState> => until(() => clock(target), (state) => state.idle)

let made = 0

/** A template of one variable-free text; its reviewer does as it is told. */
export const template = async (target: Target, submit = true): Promise<string> => {
  const text = `Template ${process.pid} ${Date.now()} ${++made}.`
  const { id } = await data<{ readonly id: string }>(api(target, "POST", "/templates", {
    definition: { body: { multiChannel: { template: text, variables: [] } } },
    submit_for_review: submit
  }))
  return id
}

/** A template that may be sent. */
export const approved = async (target: Target): Promise<string> => {
  const id = await template(target)
  await idle(target)
  return id
}

/** Sends a template by SMS to one recipient, and gives the message's id. */
export const send = async (
  target: Target,
  template: string,
  to: string,
  more: Readonly<Record<string, unknown>> = {}
): Promise<string> => {
  const { recipients } = await data<{ readonly recipients: ReadonlyArray<{ readonly message_id: string }> }>(
    api(target, "POST", "/messages", { to: [to], channel: ["sms"], template: { id: template }, ...more })
  )
  return recipients[0]!.message_id
}

export const message = (target: Target, id: string): Promise<Message> =>
  data<Message>(api(target, "GET", `/messages/${id}`))

/** A phone number that no other test of this process uses. */
export const phone = (): string => `+1201555${String(1000 + ++made).padStart(4, "0")}`
