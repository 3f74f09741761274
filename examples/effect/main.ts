/**
 * The service as Layers, for those who write Effect: the same ones that `createSignalbox` composes.
 */
import * as AesSecrets from "@signalbox/core/AesSecrets"
import type { Carrier } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import type { CarrierId, NodeId } from "@signalbox/core/Id"
import * as Money from "@signalbox/core/Money"
import { Operator } from "@signalbox/core/Operator"
import { Receipts } from "@signalbox/core/Receipts"
import { Reviewer } from "@signalbox/core/Reviewer"
import * as Service from "@signalbox/core/Service"
import * as HttpMediaProbe from "@signalbox/egress/HttpMediaProbe"
import * as HttpWebhookSender from "@signalbox/egress/HttpWebhookSender"
import * as NodeState from "@signalbox/http/NodeState"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as NodeMount from "@signalbox/node/NodeMount"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { randomBytes } from "node:crypto"

const id = "console" as CarrierId

/** Prints what it is handed, and tells a moment later that it has arrived. */
const consoleCarrier = (receipts: Receipts["Service"]): Carrier => ({
  id,
  channels: ["sms"],
  // The account has no numbers.
  choosesSender: true,
  submit: (batch, tell) =>
    Effect.forEach(batch, ({ attempt, rendered, to }) =>
      Effect.gen(function*() {
        yield* Console.log(`SMS to ${to}: ${rendered.plain}`)
        const subject = { _tag: "Reference", carrier: id, reference: attempt } as const
        yield* receipts.report({ subject, reported: { _tag: "Delivered" } }).pipe(
          Effect.delay("100 millis"),
          Effect.ignore,
          Effect.forkDetach
        )
        yield* tell(attempt, { _tag: "Accepted", references: [attempt] })
      }), { discard: true })
})

const carriers = Layer.effect(Carriers, Effect.map(Receipts, (receipts) => [consoleCarrier(receipts)]))

/** Memory forgets the secrets of webhooks with this key. With PostgreSQL the key comes from where you keep secrets. */
const secrets = AesSecrets.layerText(Redacted.make(`memory:${randomBytes(32).toString("base64")}`))

/** Each Layer stands on those below it. */
const service = Service.workLayer({ node: "node-1" as NodeId }).pipe(
  Layer.provideMerge(carriers),
  Layer.provideMerge(Service.intakeLayer),
  Layer.provide([HttpWebhookSender.layer(), HttpMediaProbe.layer()]),
  Layer.provide(Layer.succeed(Reviewer, { review: () => Effect.succeed({ _tag: "Approved" }) })),
  Layer.provideMerge(Service.engineLayer),
  Layer.provide(secrets),
  Layer.provideMerge(MemoryStore.layer),
  Layer.provideMerge(NodeState.layer),
  Layer.provideMerge(NodeIdGenerator.layer)
)

const server = NodeMount.layerServer({ port: 0, host: "127.0.0.1" })

/** Plays a client of yours. */
const call = (url: string, apiKey: string) => (method: string, path: string, body?: object) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/v3${path}`, {
      method,
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return ((await response.json()) as { readonly data: unknown }).data
  })

const main = Effect.gen(function*() {
  const operator = yield* Operator
  const account = yield* operator.createOrganization({ name: "Acme", balance: Money.fromNumber(10) })
  if (account._tag !== "Created") return yield* Effect.die(account)
  const key = yield* operator.createKey(account.id)
  if (key._tag !== "Created") return yield* Effect.die(key)

  const url = HttpServer.formatAddress((yield* HttpServer.HttpServer).address)
  const api = call(url, key.text)
  const template = (yield* api("POST", "/templates", {
    definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } },
    submit_for_review: true
  })) as { readonly id: string }
  const approved = Effect.map(api("GET", `/templates/${template.id}`), (found) => {
    return (found as { readonly status: string }).status === "APPROVED"
  })
  yield* Effect.repeat(approved, { until: (is) => is, schedule: Schedule.spaced("20 millis") })
  const sent = (yield* api("POST", "/messages", { to: ["+12015550123"], template })) as {
    readonly recipients: ReadonlyArray<{ readonly message_id: string }>
  }
  const message = Effect.map(api("GET", `/messages/${sent.recipients[0]!.message_id}`), (found) => {
    return (found as { readonly status: string }).status
  })
  const status = yield* Effect.repeat(message, {
    until: (status) => status === "DELIVERED" || status === "FAILED",
    schedule: Schedule.spaced("20 millis")
  })
  yield* Console.log(`The message is ${status}.`)
  return status === "DELIVERED" ? 0 : 1
})

process.exitCode = await Effect.runPromise(Effect.provide(main, server.pipe(Layer.provideMerge(service))))
