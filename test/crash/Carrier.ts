/**
 * A carrier that outlives the nodes: it remembers every attempt that it took, brings each to its handset once, and
 * sends a receipt until some node takes it.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export interface Carrier {
  readonly url: string
  /** How often each handset rang. */
  readonly rings: ReadonlyMap<string, number>
  /** The attempts that it was handed, each as often as it was. */
  readonly handed: ReadonlyArray<string>
  /** The same, with who handed it over and when. */
  readonly hands: ReadonlyArray<HandOver>
  /** From now on it takes what it is handed, and neither answers nor reports before it is let go on. Returns that. */
  readonly hold: () => () => void
  /** Directs receipts to this address from now on. */
  readonly connect: (nodeUrl: string | null | (() => string | null)) => void
  readonly stop: () => Promise<void>
}

/** One message that a node has handed over. Instants are the real time's, in milliseconds. */
export interface HandOver {
  readonly message: string
  readonly attempt: string
  readonly to: string
  readonly node: string
  readonly at: number
  /** The instant at which the answer had left; null while it has not. */
  answeredAt: number | null
}

interface Taken {
  readonly message: string
  readonly attempt: string
  readonly to: string
}

/**
 * @param remembers whether it refuses a second hand-over of what it has; one that does not brings it twice
 * @param millis how long it takes to answer
 */
export const start = async (remembers = true, millis = 0): Promise<Carrier> => {
  const rings = new Map<string, number>()
  const known = new Set<string>()
  const pending: Array<Taken> = []
  const handed: Array<string> = []
  const hands: Array<HandOver> = []
  let held: Promise<void> = Promise.resolve()
  let node: () => string | null = () => null
  const closing = new AbortController()

  const take = ({ attempt, message, to }: Taken) => {
    if (!remembers || !known.has(attempt)) {
      known.add(attempt)
      rings.set(to, (rings.get(to) ?? 0) + 1)
      pending.push({ attempt, message, to })
    }
    return { _tag: "Accepted", references: [attempt] }
  }

  const server = createServer((request, response) => {
    const chunks: Array<Uint8Array> = []
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    request.on("end", () => {
      const batch = JSON.parse(Buffer.concat(chunks).toString()) as ReadonlyArray<Taken>
      handed.push(...batch.map(({ attempt }) => attempt))
      const at = Date.now()
      const node = String(request.headers["x-node"])
      const now = batch.map(({ attempt, message, to }): HandOver => ({
        attempt,
        message,
        to,
        node,
        at,
        answeredAt: null
      }))
      hands.push(...now)
      response.on("finish", () => {
        for (const each of now) each.answeredAt = Date.now()
      })
      const answer = () => response.end(JSON.stringify(batch.map(take)))
      void held.then(() => millis === 0 ? answer() : setTimeout(answer, millis))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

  const report = async (receipt: Taken): Promise<boolean> => {
    const url = node()
    if (url === null) return false
    try {
      const answer = await fetch(`${url}/receipts`, {
        method: "POST",
        body: JSON.stringify(receipt),
        signal: AbortSignal.timeout(5000)
      })
      return answer.ok && (await answer.text()) !== "unknown"
    } catch {
      return false
    }
  }

  const reporting = (async () => {
    while (!closing.signal.aborted) {
      const batch = pending.splice(0, 32)
      const taken = await Promise.all(batch.map(report))
      pending.push(...batch.filter((_, index) => taken[index] !== true))
      if (batch.length === 0 || taken.includes(false)) await sleep(20)
    }
  })()

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rings,
    handed,
    hands,
    hold: () => {
      let goOn = (): void => {}
      held = new Promise((resolve) => {
        goOn = resolve
      })
      return goOn
    },
    connect: (to) => {
      node = typeof to === "function" ? to : () => to
    },
    stop: async () => {
      closing.abort()
      await reporting
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
