/**
 * Load for a bounded time: so many connections, each with one request under way, from this process to a server in
 * another one.
 */
import { Pool } from "undici"

export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly requests: number
}

export interface Request {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: () => string
}

const ask = async (pool: Pool, { body, headers, path }: Request): Promise<void> => {
  const answer = await pool.request({ path, method: "POST", headers, body: body() })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${text}`)
}

/** Sends so many requests. */
export const count = async (origin: string, request: Request, connections: number, requests: number): Promise<void> => {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  let left = requests
  const loop = async () => {
    while (left-- > 0) await ask(pool, request)
  }
  await Promise.all(Array.from({ length: connections }, loop))
  await pool.close()
}

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const run = async (
  origin: string,
  request: Request,
  options: { readonly connections: number; readonly warmUpMillis: number; readonly millis: number }
): Promise<Measured> => {
  const pool = new Pool(origin, { connections: options.connections, pipelining: 1 })
  const latencies: Array<number> = []
  const begin = performance.now() + options.warmUpMillis
  const end = begin + options.millis
  const loop = async () => {
    for (let at = performance.now(); at < end; at = performance.now()) {
      await ask(pool, request)
      const now = performance.now()
      if (at >= begin && now <= end) latencies.push(now - at)
    }
  }
  await Promise.all(Array.from({ length: options.connections }, loop))
  await pool.close()
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    perSecond: latencies.length / (options.millis / 1000),
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    requests: latencies.length
  }
}
