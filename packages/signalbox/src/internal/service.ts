/**
 * The whole service as one Layer: what somebody who uses Effect composes by hand.
 */
import * as AesSecrets from "@signalbox/core/AesSecrets"
import type { Carriers } from "@signalbox/core/Carrier"
import type { Mint } from "@signalbox/core/Mint"
import type { Secrets, SecretsError } from "@signalbox/core/Secrets"
import * as Service from "@signalbox/core/Service"
import type { StoreError } from "@signalbox/core/Store"
import type { WebhookSender } from "@signalbox/core/WebhookSender"
import { Worker } from "@signalbox/core/Worker"
import * as HttpMediaProbe from "@signalbox/egress/HttpMediaProbe"
import * as HttpWebhookSender from "@signalbox/egress/HttpWebhookSender"
import * as NodeMint from "@signalbox/node/NodeMint"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import * as Carriers_ from "./carriers.ts"
import type { Checked } from "./checkOptions.ts"
import type { Listeners } from "./events.ts"
import * as Events from "./events.ts"
import * as Log from "./log.ts"
import type { Place } from "./place.ts"
import * as Reviewer from "./reviewer.ts"

export type Running =
  | Layer.Success<Place["storage"]>
  | Service.Engine
  | Service.Intake
  | Carriers
  | Worker
  | Mint
  | Secrets
  | WebhookSender

/** Memory forgets the secrets with their key. */
const secrets = (keys: string | undefined): Layer.Layer<Secrets, SecretsError, Mint> =>
  AesSecrets.layerText(Redacted.make(keys ?? `memory:${randomBytes(32).toString("base64")}`))

/** A node that only takes requests never has anything in hand, and misses nothing by claiming no work. */
const idle: Layer.Layer<Worker> = Layer.succeed(Worker, {
  idle: Effect.void,
  isIdle: Effect.succeed(true),
  drain: Effect.void,
  standstill: Effect.succeed(null)
})

export const layer = (
  { carriers, log, node, review, secretKeys, webhooks, work }: Checked,
  { signal, storage }: Place,
  listeners: Listeners
): Layer.Layer<Running, StoreError | SecretsError> =>
  (work ? Service.workLayer({ node }) : idle).pipe(
    Layer.provideMerge(Carriers_.layer(carriers)),
    Layer.provideMerge(Service.intakeLayer),
    Layer.provideMerge(HttpWebhookSender.layer(webhooks)),
    Layer.provide(HttpMediaProbe.layer(webhooks)),
    Layer.provide(Reviewer.layer(review)),
    Layer.provideMerge(Service.engineLayerWith(signal)),
    Layer.provideMerge(secrets(secretKeys)),
    Layer.provideMerge(Events.wrap(listeners, storage)),
    Layer.provideMerge(NodeMint.layer),
    Layer.provideMerge(Log.layer(log))
  )
