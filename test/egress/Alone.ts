/**
 * A process of its own that sends to the URLs in its arguments and prints the results. It closes nothing: neither a
 * connection that is kept nor a time that is not over must keep the process.
 */
import { WebhookSender } from "@signalbox/core/WebhookSender"
import { HttpWebhookSender } from "@signalbox/egress"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"

const runtime = ManagedRuntime.make(
  HttpWebhookSender.layer({ allow: ["127.0.0.0/8"], resolve: () => Promise.resolve(["127.0.0.1"]) })
)
const attempts = Effect.forEach(
  process.argv.slice(2),
  (url) => WebhookSender.use((sender) => sender.send({ url, headers: {}, body: "{}", timeoutMillis: 60_000 }))
)

console.log(JSON.stringify(await runtime.runPromise(attempts)))
