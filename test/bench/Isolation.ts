/**
 * Measures how long deliveries take beside dead endpoints, with and without a customer that has much to deliver: from
 * the commit of the event to its arrival.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import * as Process from "./Process.ts"

type Body = Readonly<Record<string, unknown>>

/** A server with its worker, told by `ask` what there is, and a receiver of its deliveries. */
const play = async <A>(
  env: NodeJS.ProcessEnv,
  /** Returns whether the endpoint answers; it is told what came. */
  receive: (endpoint: number, body: string) => boolean,
  program: (ask: (body: Body) => Promise<void>, url: (endpoint: number) => string) => Promise<A>
): Promise<A> => {
  const receiver = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      if (receive(Number(request.url?.slice(1)), Buffer.concat(chunks).toString())) response.writeHead(204).end()
    })
  })
  receiver.listen(0, "127.0.0.1")
  await once(receiver, "listening")
  const { port } = receiver.address() as AddressInfo
  const { origin, stop } = await Process.start("deliveries", env)
  try {
    return await program(async (body) => {
      const answer = await fetch(origin, { method: "POST", body: JSON.stringify(body) })
      if (answer.status !== 200) throw new Error(await answer.text())
    }, (endpoint) => `http://127.0.0.1:${port}/${endpoint}`)
  } finally {
    await stop()
    receiver.close()
    receiver.closeAllConnections()
  }
}

export interface Size {
  readonly endpoints: number
  readonly dead: number
  /** How many deliveries of one customer wait; 0 for none. */
  readonly backlog: number
  readonly millis: number
}

export interface Waits {
  /** How long each delivery of the other customers took, in milliseconds. */
  readonly others: ReadonlyArray<number>
  /** How many deliveries a second the customer with the backlog got meanwhile. */
  readonly backlogPerSecond: number
}

/** So many endpoints has each account. The first account is the one with the backlog. */
const endpointsOfAccount = 10

const isDead = ({ dead }: Size, endpoint: number): boolean =>
  endpoint >= endpointsOfAccount && endpoint % endpointsOfAccount === 0 && endpoint / endpointsOfAccount <= dead

export const measure = (env: NodeJS.ProcessEnv, size: Size): Promise<Waits> => {
  const accounts = Math.ceil(size.endpoints / endpointsOfAccount)
  const others: Array<number> = []
  const count = { arrived: 0, backlog: 0 }
  let isMeasuring = false
  const receive = (endpoint: number, body: string): boolean => {
    // A dead endpoint takes the request and never answers.
    if (isDead(size, endpoint)) return false
    count.arrived++
    if (isMeasuring && endpoint < endpointsOfAccount) count.backlog++
    else if (isMeasuring) others.push(Date.now() - (JSON.parse(body) as { readonly at: number }).at)
    return true
  }
  return play(env, receive, async (ask, url) => {
    const hooks = Array.from({ length: size.endpoints }, (_, webhook) => ({
      webhook,
      account: Math.floor(webhook / endpointsOfAccount),
      url: url(webhook)
    }))
    await ask({ hooks })
    // One delivery each: the healthy ones prove themselves, the dead ones begin to hang.
    for (let account = 0; account < accounts; account++) await ask({ events: { account, count: 1 } })
    const healthy = hooks.filter(({ webhook }) => !isDead(size, webhook)).length
    while (count.arrived < healthy) await sleep(20)
    if (size.backlog > 0) await ask({ events: { account: 0, count: Math.ceil(size.backlog / endpointsOfAccount) } })
    isMeasuring = true
    const began = performance.now()
    for (let account = 1; performance.now() - began < size.millis; account = account % (accounts - 1) + 1) {
      await ask({ events: { account, count: 1 } })
      await sleep(20)
    }
    const seconds = (performance.now() - began) / 1000
    isMeasuring = false
    return { others, backlogPerSecond: count.backlog / seconds }
  })
}

/** Returns how many deliveries a second one healthy endpoint gets, while nobody else gets any. */
export const width = (env: NodeJS.ProcessEnv, deliveries: number): Promise<number> => {
  const count = { arrived: 0 }
  const receive = (): boolean => ++count.arrived > 0
  return play(env, receive, async (ask, url) => {
    await ask({ hooks: [{ webhook: 0, account: 0, url: url(0) }] })
    await ask({ events: { account: 0, count: 1 } })
    while (count.arrived < 1) await sleep(20)
    const began = performance.now()
    await ask({ events: { account: 0, count: deliveries } })
    while (count.arrived <= deliveries) await sleep(20)
    return deliveries / (performance.now() - began) * 1000
  })
}

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const quantiles = ({ others }: Waits) => {
  const sorted = others.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), count: sorted.length }
}

const shown = ({ count, p50, p99 }: ReturnType<typeof quantiles>): string =>
  `p50 ${p50.toFixed(0)} ms p99 ${p99.toFixed(0)} ms (${count})`

/** Measures both, and prints them. */
export const compare = async (name: string, env: NodeJS.ProcessEnv, size: Size) => {
  const alone = quantiles(await measure(env, { ...size, backlog: 0 }))
  const found = await measure(env, size)
  const beside = quantiles(found)
  const ratio = beside.p50 / Math.max(1, alone.p50)
  console.log(
    `${name}: alone ${shown(alone)}, beside ${shown(beside)}: ${ratio.toFixed(2)} x; ` +
      `the backlog of ${size.backlog} gets ${found.backlogPerSecond.toFixed(0)}/s`
  )
  const single = await width(env, 5000)
  console.log(`${name}: one endpoint by itself gets ${single.toFixed(0)}/s`)
  return { name, size, alone, beside, ratio, backlogPerSecond: found.backlogPerSecond, single }
}

export const title = ({ dead, endpoints }: Size): string =>
  `deliveries to ${endpoints} endpoints of which ${dead} are dead, beside one customer's backlog (aim: 2 x)`
