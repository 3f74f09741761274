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
import * as Conversations from "./control/Conversations.ts"
import * as Gestures from "./control/Gestures.ts"
import * as Handsets from "./control/Handsets.ts"
import * as InboundMessages from "./control/InboundMessages.ts"
import * as Messages from "./control/Messages.ts"
import * as Emulator from "./Emulator.ts"
import { Events } from "./event/Events.ts"
import type { Script } from "./network/Script.ts"
import * as Seed from "./seed/Seed.ts"
import type { SeedFile } from "./seed/SeedFile.ts"
import { Terms } from "./seed/SeedTerms.ts"

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

/** A message that was waited for, with what a test wants to know of it. */
export interface Found extends Received {
  readonly phone: string
  readonly account: string
  /** The one-time codes in it: four to eight digits that stand by themselves. */
  readonly codes: ReadonlyArray<string>
  /** The links in its text and on its buttons. */
  readonly links: ReadonlyArray<string>
}

export interface Wanted {
  /** A part of its text, in capitals or not. */
  readonly contains?: string
  readonly channel?: Received["channel"]
  /** How long it waits, in elapsed milliseconds: 10,000 unless told otherwise, 60,000 at most. */
  readonly timeoutMs?: number
}

/** A message of a conversation: `out` is what the service sent, `in` what the handset wrote. */
export interface Said extends Omit<Received, "carrier" | "received_at"> {
  readonly direction: "in" | "out"
  readonly account: string
  readonly carrier: string | null
  readonly to: string | null
  readonly at: string
  /** The status of the service's message; this and what follows are null when it is not kept any more. */
  readonly status: string | null
  readonly segments: number | null
  readonly price: number | null
  readonly read_at: string | null
}

export interface Phone extends Handset {
  /**
   * Waits for the next message that is as wanted: the first one that it has received, or will receive, behind the one that
   * this gave last. Fails when none has come in time. Messages that are due later come when time passes (`advance`).
   */
  readonly next: (wanted?: Wanted) => Promise<Found>
  /** Returns the messages that it has received and written, oldest first. */
  readonly conversation: () => Promise<ReadonlyArray<Said>>
  /** Reads a message, of which its carrier reports. Returns the status that the message has then. */
  readonly read: (messageId: string) => Promise<string>
  /**
   * Taps a button, by its place from 0 on or by its text. Returns the id of the message that it has written, or null when
   * the button opens something.
   */
  readonly tap: (messageId: string, button: number | string) => Promise<string | null>
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
  /**
   * The handset with what a person does with it, and with a wait for what it receives.
   *
   * @param phone in E.164 form
   */
  readonly phone: (phone: string) => Phone
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
const found = Schema.decodeUnknownSync(Messages.Found)
const said = Schema.decodeUnknownSync(Schema.Array(Conversations.Said))
const statusOf = Schema.decodeUnknownSync(Gestures.ReadAnswer)
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
      Layer.provideMerge(
        Emulator.layer(Layer.fresh(MemoryStore.layer)).pipe(Layer.provide(Layer.succeed(Terms, seed ?? {})))
      ),
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
  const handset: Double["handset"] = (phone) => ({
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
  })
  /** By phone: the message that it gave last. */
  const given = new Map<string, string>()
  const next = async (to: string, { channel, contains, timeoutMs }: Wanted): Promise<Found> => {
    const after = given.get(to)
    const query = new URLSearchParams({
      to,
      ...(channel === undefined ? {} : { channel }),
      ...(contains === undefined ? {} : { contains }),
      ...(timeoutMs === undefined ? {} : { timeout_ms: String(timeoutMs) }),
      ...(after === undefined ? {} : { after })
    })
    const message = found(await control("GET", `/emulator/messages?${query}`))
    given.set(to, message.message_id)
    return message
  }
  const phone: Double["phone"] = (number) => ({
    ...handset(number),
    next: (wanted = {}) => next(number, wanted),
    conversation: async () => said(await control("GET", `/emulator/handsets/${number}/conversation`)),
    read: async (id) => statusOf(await control("POST", `/emulator/handsets/${number}/read`, { message_id: id })).status,
    tap: async (id, button) =>
      cameOf(await control("POST", `/emulator/handsets/${number}/tap`, { message_id: id, button })).message_id
  })
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
    handset,
    phone,
    now: () => new Date(clock.currentTimeMillisUnsafe()),
    advance,
    control,
    stop: async () => {
      // Whoever waits for a message is told before the service is gone.
      await runtime.runPromise(Effect.andThen(Effect.flatMap(Events, ({ over }) => over.open), Effect.yieldNow))
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
    }
  }
}
