/**
 * A node in a process of its own, to be killed: the service on PostgreSQL, with a carrier that lives elsewhere and
 * outlives it. Says `listening <url>` when it serves, and takes receipts at `POST /receipts`.
 */
import { CreateAccount } from "@signalbox/core/accounts/CreateAccount"
import { Decider } from "@signalbox/core/engine/Decider"
import { Carriers } from "@signalbox/core/port/Carrier"
import type { Submission, SubmissionOutcome } from "@signalbox/core/port/Carrier"
import { Receipts } from "@signalbox/core/receipt/Receipts"
import * as Service from "@signalbox/core/service/Service"
import type { AttemptId, CarrierId, MessageId, NodeId } from "@signalbox/core/value/Id"
import * as HttpWebhookSender from "@signalbox/egress/HttpWebhookSender"
import * as ReviewScript from "@signalbox/emulator/review/ReviewScript"
import * as Seed from "@signalbox/emulator/seed/Seed"
import * as NodeMint from "@signalbox/node/NodeMint"
import * as NodeMount from "@signalbox/node/NodeMount"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

/** Hands over by HTTP; whatever goes wrong on the way is the network's fault. */
const carriers = Layer.succeed(Carriers, [{
  id: "sms-a" as CarrierId,
  channels: ["sms"] as const,
  submit: (batch: ReadonlyArray<Submission>) =>
    Effect.tryPromise(async () => {
      const answer = await fetch(`${setting("CARRIER_URL")}/submit`, { method: "POST", body: JSON.stringify(batch) })
      return await answer.json() as ReadonlyArray<SubmissionOutcome>
    }).pipe(
      Effect.orElseSucceed(() => batch.map((): SubmissionOutcome => ({ _tag: "Refused", failure: "transport_error" })))
    )
}])

const service = Service.workLayer({ node: setting("NODE_ID") as NodeId, pollMillis: 200 }).pipe(
  Layer.provide(carriers),
  Layer.provideMerge(Service.intakeLayer),
  Layer.provide(ReviewScript.layer),
  Layer.provide(HttpWebhookSender.layer({ allow: ["127.0.0.0/8"] })),
  Layer.provideMerge(Service.engineLayer),
  Layer.provideMerge(
    PostgresStore.layer({ url: Redacted.make(setting("DATABASE_URL")), schema: setting("DATABASE_SCHEMA") })
  ),
  Layer.provideMerge(NodeMint.layer)
)

const readJson = async (request: AsyncIterable<Uint8Array>): Promise<unknown> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const main = Effect.gen(function*() {
  const decider = yield* Decider
  const receipts = yield* Receipts
  yield* decider.run(CreateAccount, {
    account: Seed.account(Seed.organization),
    apiKeys: [setting("API_KEY")],
    balance: Seed.openingBalance
  })
  yield* Seed.seed({ apiKey: setting("API_KEY"), seed: null })
  const handle = yield* NodeMount.makeHandler
  const services = yield* Effect.context<never>()
  const run = Effect.runPromiseWith(services)
  const server = createServer((request, response) => {
    if (request.url !== "/receipts") return handle(request, response)
    readJson(request).then(async (body) => {
      const { attempt, message } = body as { readonly message: MessageId; readonly attempt: AttemptId }
      const answer = await run(receipts.report({
        subject: { _tag: "Attempt", message, attempt },
        reported: { _tag: "Delivered" }
      }))
      response.end(answer)
    }).catch(() => response.writeHead(503).end())
  })
  server.listen(0, "127.0.0.1", () => {
    console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  return yield* Effect.never
})

Effect.runFork(Effect.scoped(Effect.provide(main, service)))
