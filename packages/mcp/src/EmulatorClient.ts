/**
 * Asks an emulator. Every answer is bounded, in bytes and in time, and none leads elsewhere.
 */

export interface Request {
  readonly method: string
  /** With what stands behind the question mark. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal: AbortSignal
}

export interface Answer {
  readonly status: number
  /** Undefined when it has no text, or one that is not JSON. */
  readonly json: unknown
}

/** The reason why there is no answer, as a sentence. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer"
}

const mostBytes = 8 << 20

const read = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let [text, size] = ["", 0]
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new NoAnswer("The answer is too long: ask for less.")
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Ask = (request: Request) => Promise<Answer>

/** Returns a way to ask the emulator at an origin. It rejects with `NoAnswer` alone. */
export const make = (origin: string): Ask => async ({ body, headers = {}, method, path, signal }) => {
  try {
    const response = await fetch(origin + path, {
      method,
      redirect: "error",
      signal,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, json: parsed(await read(response)) }
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    throw new NoAnswer(
      signal.aborted ? `${origin} gave no answer in time.` : `${origin} does not answer. Is the emulator running?`
    )
  }
}
