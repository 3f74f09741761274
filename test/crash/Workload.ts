/**
 * Clients of a node that may die at any moment, and the history of what they were told.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import * as Furniture from "./Furniture.ts"

/** One send, asked with a key of its own, to a number of its own. */
export interface Asked {
  readonly key: string
  readonly apiKey: string
  readonly phone: string
  readonly body: string
  /** The answer, or null: the node was gone before it answered. */
  answered: { readonly status: number; readonly text: string; readonly message: string | null } | null
}

export interface History {
  readonly asked: Array<Asked>
}

/** Numbers of the American plan, each once in a process. */
let numbers = 2_000_000 + Math.floor(Math.random() * 1_000_000) * 7
const phone = (): string => `+1201${String(++numbers % 8_000_000 + 2_000_000)}`

/** A send that nobody has asked yet. */
export const send = (apiKey: string): Asked => {
  const to = phone()
  return {
    key: randomUUID(),
    apiKey,
    phone: to,
    body: JSON.stringify({
      to: [to],
      channel: ["sms"],
      template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
    }),
    answered: null
  }
}

const limit = 15_000

/** Asks once. Null: nobody answered. */
export const post = async (url: string, asked: Asked): Promise<Asked["answered"]> => {
  try {
    const answer = await fetch(`${url}/v3/messages`, {
      method: "POST",
      headers: { "x-api-key": asked.apiKey, "content-type": "application/json", "idempotency-key": asked.key },
      body: asked.body,
      signal: AbortSignal.timeout(limit)
    })
    const text = await answer.text()
    const { data } = JSON.parse(text) as {
      readonly data: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> } | null
    }
    return { status: answer.status, text, message: data?.recipients[0]?.message_id ?? null }
  } catch {
    return null
  }
}

const json = async (url: string, method: string, path: string, body?: unknown): Promise<unknown> => {
  const answer = await fetch(`${url}/v3${path}`, {
    method,
    headers: { "x-api-key": Furniture.apiKey, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(limit)
  })
  return await answer.json()
}

/**
 * Makes templates of one text, whose names must differ, and takes roles from admins, of whom one must stay. Nobody
 * relies on the answers, only on what must stay true.
 */
const disturb = async (url: string): Promise<void> => {
  const { data } = await json(url, "GET", "/users") as {
    readonly data: { readonly users: ReadonlyArray<{ readonly id: string; readonly role: string }> }
  }
  await Promise.all([
    json(url, "POST", "/templates", { definition: { body: { multiChannel: { template: "Once.", variables: [] } } } }),
    ...data.users.map(({ id, role }) =>
      json(url, "PATCH", `/users/${id}`, { role: role === "admin" ? "developer" : "admin" })
    )
  ])
}

export interface Running {
  readonly history: History
  /** Ends when every client has stopped, after the node died or `stop` was called. */
  readonly ended: Promise<void>
  readonly stop: () => void
}

/** Clients that ask until nobody answers any more, each with a pause after an answer. */
export const run = (url: string, senders = 8, pauseMillis = 0): Running => {
  const history: History = { asked: [] }
  const state = { isOver: false }
  const sending = async (apiKey: string, pause: number): Promise<void> => {
    while (!state.isOver) {
      const asked = send(apiKey)
      history.asked.push(asked)
      asked.answered = await post(url, asked)
      if (asked.answered === null) return
      if (pause > 0) await sleep(pause)
    }
  }
  const disturbing = async (): Promise<void> => {
    while (!state.isOver) {
      try {
        await disturb(url)
      } catch {
        return
      }
      await sleep(20 + pauseMillis)
    }
  }
  const ended = Promise.all([
    ...Array.from({ length: senders }, () => sending(Furniture.apiKey, pauseMillis)),
    sending(Furniture.limitedKey, 20 + pauseMillis),
    disturbing()
  ]).then(() => undefined)
  return {
    history,
    ended,
    stop: () => {
      state.isOver = true
    }
  }
}

/** One client that waits for each message until it has arrived: there is never more than one on its way. */
export const runCalmly = (url: string): Running => {
  const history: History = { asked: [] }
  const state = { isOver: false }
  const headers = { "x-api-key": Furniture.apiKey }
  const arrival = async (id: string | null): Promise<void> => {
    for (;;) {
      const answer = await fetch(`${url}/v3/messages/${id}`, { headers, signal: AbortSignal.timeout(limit) })
      const { data } = await answer.json() as { readonly data: { readonly status: string } | null }
      if (data?.status === "DELIVERED") return
      await sleep(5)
    }
  }
  const asking = async (): Promise<void> => {
    while (!state.isOver) {
      const asked = send(Furniture.apiKey)
      history.asked.push(asked)
      asked.answered = await post(url, asked)
      if (asked.answered === null) return
      await arrival(asked.answered.message)
    }
  }
  return {
    history,
    ended: asking().catch(() => undefined),
    stop: () => {
      state.isOver = true
    }
  }
}

/** Asks again with the same key until there is an answer: a node that died holds its keys for a minute. */
const again = async (url: string, each: Asked): Promise<string | null> => {
  const end = performance.now() + 90_000
  for (;;) {
    const answer = await post(url, each)
    if (answer !== null && answer.status !== 503 && answer.status !== 409) {
      const before = each.answered
      each.answered = answer
      return before?.status === 202 && before.text !== answer.text
        ? `${each.key} was told ${before.text}, and then ${answer.text}`
        : null
    }
    if (performance.now() > end) return `${each.key} is never answered: ${JSON.stringify(answer)}`
    await sleep(250)
  }
}

export const isAnswered = ({ answered }: Asked): boolean => answered?.status === 202

/** Some of what was answered is asked again: the answer is the same. Tells what is wrong. */
export const repeat = async (url: string, { asked }: History): Promise<ReadonlyArray<string>> => {
  const some = asked.filter(isAnswered).filter((_, index) => index % 10 === 0)
  return (await Promise.all(some.map((each) => again(url, each)))).filter((wrong) => wrong !== null)
}

/** So many ask again side by side, which one node answers in time. */
const side = 64

/** Asks again for everything that was never answered until it is, and returns what is wrong. */
export const finish = async (url: string, { asked }: History): Promise<ReadonlyArray<string>> => {
  const open = asked.filter((each) => !isAnswered(each))
  const wrong: Array<string | null> = []
  for (let from = 0; from < open.length; from += side) {
    wrong.push(...await Promise.all(open.slice(from, from + side).map((each) => again(url, each))))
  }
  return wrong.filter((each) => each !== null)
}
