/**
 * A service as an embedder puts it together, with carriers whose hooks take in what they are sent. It has no worker:
 * hooks are the side of serving.
 */
import type { Carrier, CarrierRequest, CarrierResponse } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import * as Commit from "@signalbox/core/Commit"
import type { CarrierId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import { CarrierReferences } from "@signalbox/core/internal/row/CarrierReference"
import { Messages } from "@signalbox/core/Message"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Receipts } from "@signalbox/core/Receipts"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import type * as HttpService from "@signalbox/http/HttpService"
import * as NodeState from "@signalbox/http/NodeState"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Given from "../core/Given.ts"

const id = (name: string) => name as CarrierId

/** The answer of the hook `echo`. */
export interface Echo {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** In hexadecimal digits. */
  readonly body: string
}

/** The hook `failing` says this when it fails, besides what it was sent. */
export const secret = "the-token-that-nobody-may-read"

const text = ({ body }: CarrierRequest): string => new TextDecoder().decode(body)

const answer = (body: unknown): CarrierResponse => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body)
})

const make = Effect.fnUntraced(function*(logs: ReadonlyArray<string>) {
  const receipts = yield* Receipts
  const inbound = yield* Inbound
  const hooked = (name: string, hook: NonNullable<Carrier["hook"]>): Carrier => ({
    id: id(name),
    channels: [],
    submit: () => Effect.void,
    hook
  })
  return [
    { id: id("mute"), channels: [], submit: () => Effect.void },
    hooked(
      "echo",
      ({ body, ...request }) =>
        Effect.succeed(answer({ ...request, body: Buffer.from(body).toString("hex") } satisfies Echo))
    ),
    hooked("a carrier/with ünusual id", () => Effect.succeed({ status: 200 })),
    hooked("receipts", (request) =>
      receipts.report({
        subject: { _tag: "Reference", carrier: id("receipts"), reference: text(request) },
        reported: { _tag: "Delivered" }
      }).pipe(Effect.map(answer), Effect.orDie)),
    hooked("inbound", (request) =>
      inbound.receive({
        carrier: id("inbound"),
        reference: "their-1",
        from: Given.phone(1),
        to: { _tag: "Number", number: text(request) as PhoneNumber },
        channel: "sms",
        text: "Hello",
        media: []
      }).pipe(Effect.map(answer), Effect.orDie)),
    hooked("failing", (request) => Effect.die(new Error(`${secret}: ${text(request)}`))),
    hooked("throwing", (request) => {
      throw new TypeError(`${secret}: ${text(request)}`)
    }),
    /** Answers what it is sent, whatever that is. */
    hooked("told", (request) => Effect.sync(() => JSON.parse(text(request)) as CarrierResponse)),
    hooked("bytes", () => Effect.succeed({ status: 202, body: Uint8Array.of(0, 255, 128), headers: { "X-One": "1" } })),
    hooked("unawaited", () => Promise.resolve({ status: 200 }) as never),
    hooked("logs", () => Effect.succeed(answer(logs)))
  ]
})

/** The carriers need what takes receipts and inbound messages in; that needs no carriers. */
const carriers = (logs: ReadonlyArray<string>) => Layer.effect(Carriers, make(logs))

/** A message that the carrier `receipts` calls `r-1`. */
const seed = Layer.effectDiscard(Effect.gen(function*() {
  const store = yield* Store
  const attempt = Given.attempt({ carrier: id("receipts"), report: "SENT", charge: "taken", reference: "r-1" })
  const message = Given.message({ status: "SENT", channel: "sms", attempts: [attempt] })
  yield* store.commit([Commit.make({
    puts: [
      Commit.put(Messages, message),
      Commit.put(CarrierReferences, {
        carrier: attempt.carrier,
        reference: "r-1",
        message: message.id,
        attempt: attempt.id
      })
    ]
  })])
}))

export const layer: Layer.Layer<HttpService.Service> = Layer.suspend(() => {
  const logs: Array<string> = []
  return Layer.merge(carriers(logs), seed).pipe(
    Layer.provideMerge(Service.intakeLayer),
    Layer.provideMerge(Service.engineLayer),
    Layer.provide(FixedSecrets.layer),
    Layer.provide(Layer.succeed(WebhookSender, {
      refuse: () => Effect.succeed(null),
      send: () => Effect.succeed({ _tag: "Answered", status: 204, body: "" })
    })),
    Layer.provideMerge(MemoryStore.layer),
    Layer.provideMerge(NodeState.layer),
    Layer.provideMerge(NodeIdGenerator.layer),
    Layer.provideMerge(Logger.layer([
      Logger.map(Logger.formatStructured, (line) => {
        logs.push(JSON.stringify(line))
      })
    ])),
    Layer.orDie
  )
})
