/**
 * Measures a sandbox send: the CPU time that the server's process takes for a request over connections that are kept,
 * as a ratio to a bare `node:http` server that reads the same body and answers JSON of the same size. A sandbox send
 * passes every step of a request and commits nothing, so this is the price of the steps. Both are measured once they
 * are warm: V8 goes on compiling for tens of thousands of requests.
 */
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"

export interface Measured {
  readonly perSecond: number
  /** Microseconds of CPU that the server's process took for a request. */
  readonly cpu: number
}

export interface Compared {
  readonly name: string
  readonly ratio: number
  readonly ours: Measured
  readonly baseline: Measured
}

const request = (apiKey: string): Load.Request => {
  let number = 0
  return {
    path: "/v3/messages",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: () =>
      JSON.stringify({
        sandbox: true,
        to: [`+1201${String(2_000_000 + ++number % 7_999_999)}`],
        channel: ["sms"],
        template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
      })
  }
}

/**
 * Keeps this process awake until the function that it returns is called. A generator that sleeps between answers makes
 * the server pay for waking it, which takes tens of microseconds on a virtual machine, and only the slower of two servers
 * lets it sleep.
 */
const stayAwake = (): () => void => {
  let isAwake = true
  const turn = (): void => {
    if (isAwake) setImmediate(turn)
  }
  turn()
  return () => {
    isAwake = false
  }
}

const once = async (
  script: string,
  env: NodeJS.ProcessEnv,
  requests: number,
  profiles?: string
): Promise<Measured> => {
  const apiKey = crypto.randomUUID()
  const server = await Process.start(script, { ...env, API_KEY: apiKey }, profiles)
  const sleep = stayAwake()
  try {
    const send = request(apiKey)
    await Load.count(server.origin, send, 64, requests * 2)
    const before = await server.cpu()
    const began = performance.now()
    await Load.count(server.origin, send, 64, requests)
    const millis = performance.now() - began
    return { perSecond: requests / millis * 1000, cpu: (await server.cpu() - before) / requests }
  } finally {
    sleep()
    await server.stop()
  }
}

const cheapest = (all: ReadonlyArray<Measured>): Measured => all.toSorted((a, b) => a.cpu - b.cpu)[0]!

/** Measures both in turns. What counts is the cheapest turn of each: noise only adds to it. */
export const measure = async (
  name: string,
  env: NodeJS.ProcessEnv,
  turns: number,
  profiles?: string,
  requests = 20_000
): Promise<Compared> => {
  const baseline: Array<Measured> = []
  const ours: Array<Measured> = []
  for (let turn = 0; turn < turns; turn++) {
    baseline.push(await once("bareJson", env, requests))
    ours.push(await once("signalbox", env, requests, profiles))
  }
  const [a, b] = [cheapest(ours), cheapest(baseline)]
  return { name, ratio: a.cpu / b.cpu, ours: a, baseline: b }
}

export const show = ({ baseline, name, ours, ratio }: Compared): string =>
  `${name}: ${ratio.toFixed(2)} x (${ours.cpu.toFixed(0)} us of CPU a request to ${baseline.cpu.toFixed(0)})`
