/**
 * The whole service in this process, for the tests of whoever sends through it: a `fetch` that needs no socket, handsets
 * that show what they received and do as told, and time that passes when it is told to. Nothing here needs Effect.
 *
 * What a test sends is real: it is routed, handed to simulated carriers, received by handsets and told to webhooks on
 * 127.0.0.1. Storage is memory, so each double begins empty, but for one organization with every channel.
 */
import type { Json } from "@signalbox/core/Json"
import type { Button } from "@signalbox/core/Rendered"
import * as WebHandler from "@signalbox/http/WebHandler"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import * as TimeTravel from "./clock/TimeTravel.ts"
import { layer as clockLayer, TravelClock } from "./clock/TravelClock.ts"
import type { Call } from "./control/Call.ts"
import { queryOf } from "./control/Call.ts"
import * as Control from "./control/Control.ts"
import * as Handsets from "./control/Handsets.ts"
import * as InboundMessages from "./control/InboundMessages.ts"
import * as Emulator from "./Emulator.ts"
import type { Script } from "./network/Script.ts"
import * as Seed from "./seed/Seed.ts"
import type { SeedFile } from "./seed/SeedFile.ts"

/** A message as a handset shows it. */
export interface Received {
  readonly message_id: string
  readonly carrier: string
  readonly channel: "sms" | "whatsapp" | "rcs" | "mms"
  /** Null when its sender has no number. */
  readonly from: string | null
  readonly header: string | null
  readonly header_media: { readonly type: string; readonly url: string } | null
  readonly body: string
  readonly footer: string | null
  readonly buttons: ReadonlyArray<Button>
  readonly media: ReadonlyArray<string>
  readonly subject: string | null
  readonly received_at: string
}

export interface Written {
  readonly text: string
  readonly channel?: Received["channel"]
  /** The number that it writes to; that of whoever wrote to it last on this channel unless given. */
  readonly to?: string
}

export interface Handset {
  /** The messages that it received, the oldest first. */
  readonly received: () => Promise<ReadonlyArray<Received>>
  /** Says how the next messages to it end, one step each; then they are delivered again. */
  readonly script: (steps: Script["script"]) => Promise<void>
  /** Writes to the account, and returns the id of the message that came of it. */
  readonly write: (written: Written) => Promise<string | null>
}

export interface Double {
  /** The key of its first organization. */
  readonly apiKey: string
  /** The address that requests seem to go to; only the path of an address counts. */
  readonly baseUrl: string
  /** Answers requests of the API, without a socket. Clients that let a `fetch` be given take this one. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** @param phone in E.164 form, such as `+12015550123` */
  readonly handset: (phone: string) => Handset
  /** Returns the time of the double's own clock. */
  readonly now: () => Date
  /** Lets so many milliseconds pass, and all that falls due happen, one after the other. 0: whatever is due now. */
  readonly advance: (millis: number) => Promise<void>
  /** Any call of the emulator's control, such as `control("PUT", "/emulator/carriers/sms-a", { mode: "busy" })`. */
  readonly control: (method: Call["method"], path: Call["path"], body?: Json) => Promise<Json>
  readonly stop: () => Promise<void>
}

export interface Options {
  /** A UUID; a random one unless given. */
  readonly apiKey?: string
  /** Its accounts, as in a seed file; one organization with every channel unless given. */
  readonly seed?: SeedFile
}

const shown = Schema.decodeUnknownSync(Schema.Array(Handsets.Shown))
const cameOf = Schema.decodeUnknownSync(InboundMessages.Answer)

const baseUrl = "http://signalbox.test"

/** The call of a path, and what stands in the places of the path and behind its question mark. */
const find = (method: string, url: string) => {
  const path = url.replace(/[?#].*$/s, "")
  for (const call of Control.calls) {
    const names = [...call.path.matchAll(/:([a-z]+)/g)].map(([, name = ""]) => name)
    const found = new RegExp(`^${call.path.replaceAll(/:[a-z]+/g, "([^/]+)")}$`).exec(path)
    if (found === null || call.method !== method) continue
    return {
      call,
      query: queryOf(url),
      parameters: Object.fromEntries(names.map((name, index) => [name, found[index + 1]]))
    }
  }
  throw new Error(`The emulator has no call ${method} ${path}.`)
}

/** Starts a double. Whoever starts it stops it. */
export const start = async ({ apiKey = randomUUID(), seed }: Options = {}): Promise<Double> => {
  const clock = await Effect.runPromise(Effect.map(Clock.Clock, (live) => new TravelClock(live)))
  const runtime = ManagedRuntime.make(
    TimeTravel.layer(clock).pipe(
      Layer.provideMerge(Emulator.layer(Layer.fresh(MemoryStore.layer))),
      Layer.provideMerge(clockLayer(clock))
    )
  )
  const scope = await Effect.runPromise(Scope.make())
  const handle = await runtime.runPromise(Scope.provide(WebHandler.make, scope))
  await runtime.runPromise(Seed.seed({ apiKey, seed: seed ?? null }))

  const control: Double["control"] = (method, path, body) => {
    const { call, parameters, query } = find(method, path)
    return runtime.runPromise(Effect.mapError(
      call.answer(body === undefined ? "" : JSON.stringify(body), parameters, query),
      (failure) =>
        new Error(
          failure._tag === "Refusal"
            ? `${failure.message} ${JSON.stringify(failure.details ?? [])}`
            : `the emulator cannot do it: ${failure._tag}`
        )
    ))
  }
  const advance = async (millis: number): Promise<void> => {
    await control("POST", "/emulator/clock", { advance_ms: millis })
  }
  // The seed's own work, such as the reviews of its templates, is over before anybody sends.
  await advance(0)

  return {
    apiKey,
    baseUrl,
    fetch: (input, init) => {
      const request = new Request(
        typeof input === "string" && input.startsWith("/") ? `${baseUrl}${input}` : input,
        init
      )
      return handle(request, { ip: "127.0.0.1" })
    },
    handset: (phone) => ({
      received: async () => shown(await control("GET", `/emulator/handsets/${phone}`)),
      script: async (script) => {
        await control("PUT", `/emulator/handsets/${phone}`, { script })
      },
      write: async ({ channel = "sms", text, to }) => {
        const answer = await control("POST", "/emulator/inbound", {
          from: phone,
          channel,
          text,
          ...(to === undefined ? {} : { to })
        })
        return cameOf(answer).message_id
      }
    }),
    now: () => new Date(clock.currentTimeMillisUnsafe()),
    advance,
    control,
    stop: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
    }
  }
}
