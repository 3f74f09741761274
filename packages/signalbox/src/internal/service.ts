/**
 * The whole service as one Layer: what somebody who uses Effect composes by hand.
 */
import * as AesSecrets from "@signalbox/core/AesSecrets"
import { DocsBase } from "@signalbox/core/Answer"
import type { Carriers } from "@signalbox/core/Carrier"
import { Costs } from "@signalbox/core/CarrierCost"
import * as HealthTerms from "@signalbox/core/HealthTerms"
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import * as KeyCheck from "@signalbox/core/KeyCheck"
import type { Lockout } from "@signalbox/core/Lockout"
import { Billing, Rates } from "@signalbox/core/Price"
import type { RateWindow } from "@signalbox/core/RateWindow"
import { GlobalRules } from "@signalbox/core/Routing"
import type { Secrets, SecretsError } from "@signalbox/core/Secrets"
import * as Service from "@signalbox/core/Service"
import type { Store } from "@signalbox/core/Store"
import { StoreError } from "@signalbox/core/Store"
import * as Terms from "@signalbox/core/Terms"
import type { WebhookSender } from "@signalbox/core/WebhookSender"
import { Worker } from "@signalbox/core/Worker"
import type { WorkSignal } from "@signalbox/core/WorkSignal"
import * as HttpMediaProbe from "@signalbox/egress/HttpMediaProbe"
import * as HttpWebhookSender from "@signalbox/egress/HttpWebhookSender"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import * as Carriers_ from "./carriers.ts"
import type { Checked } from "./checkOptions.ts"
import type { Listeners } from "./events.ts"
import * as Events from "./events.ts"
import { healthTerms } from "./healthTerms.ts"
import type { HostFailures } from "./hostFailures.ts"
import * as NumberLookup from "./numberLookup.ts"
import * as Reviewer from "./reviewer.ts"
import type { StorageLayer } from "./storageLayer.ts"

export type Running =
  | Store
  | Lockout
  | RateWindow
  | WorkSignal
  | Service.Intake
  | Carriers
  | Worker
  | IdGenerator
  | Secrets
  | WebhookSender

/** Memory forgets the secrets with their key. */
export const secrets = (keys: string | undefined): Layer.Layer<Secrets, SecretsError, IdGenerator> =>
  AesSecrets.layerText(Redacted.make(keys ?? `memory:${randomBytes(32).toString("base64")}`))

/** Data that outlives the process is there with the keys that sealed its secrets, or the service does not start. */
const keyCheck = Layer.effectDiscard(
  Effect.mapError(KeyCheck.check, (error) =>
    error._tag === "SecretsError" || error._tag === "StoreError"
      ? error
      : new StoreError({ reason: "unavailable", message: "other nodes start at the same time", cause: error._tag }))
)

/** A node that only takes requests never has anything in hand, and misses nothing by claiming no work. */
const idle: Layer.Layer<Worker> = Layer.succeed(Worker, {
  idle: Effect.void,
  isIdle: Effect.succeed(true),
  drain: Effect.void,
  interrupt: Effect.void,
  standstill: Effect.succeed(null)
})

/** Terms that are not given stay as the service has them. */
export const terms = (
  { billing, carrierHealth, costs, docsUrl, numberLookup, rates, rules = [] }: Pick<
    Checked,
    "billing" | "carrierHealth" | "costs" | "docsUrl" | "numberLookup" | "rates" | "rules"
  >
): Layer.Layer<never> =>
  Layer.mergeAll(
    Layer.succeed(GlobalRules, rules.map(Terms.rule)),
    ...(carrierHealth === undefined ? [] : [Layer.succeed(HealthTerms.Terms, healthTerms(carrierHealth))]),
    ...(docsUrl === undefined ? [] : [Layer.succeed(DocsBase, docsUrl)]),
    ...(costs === undefined ? [] : [Layer.succeed(Costs, costs.map(Terms.cost))]),
    ...(numberLookup === undefined ? [] : [NumberLookup.layer(numberLookup)]),
    ...(rates === undefined ? [] : [Layer.succeed(Rates, rates.map(Terms.rate))]),
    ...(billing === undefined ? [] : [Layer.succeed(Billing, billing)])
  )

export const layer = (
  options: Checked,
  { signal, storage }: StorageLayer,
  listeners: Listeners,
  failures: HostFailures,
  carriers: Carriers_.Ports = Carriers_.layer(options.carriers, failures)
): Layer.Layer<Running, StoreError | SecretsError> =>
  (options.work !== false ? Service.workLayer({ node: options.node }) : Layer.merge(idle, Service.toldLayer)).pipe(
    Layer.provideMerge(carriers),
    Layer.provideMerge(Service.intakeLayer),
    Layer.provideMerge(HttpWebhookSender.layer(options.webhooks)),
    Layer.provide(HttpMediaProbe.layer(options.webhooks)),
    Layer.provide(Reviewer.layer(failures, options.review)),
    Layer.provideMerge(options.storage.kind === "memory" ? Layer.empty : keyCheck),
    Layer.provideMerge(Service.engineLayerWith(signal)),
    Layer.provideMerge(secrets(options.secretKeys)),
    Layer.provideMerge(Events.wrap(listeners, storage)),
    Layer.provideMerge(NodeIdGenerator.layer),
    Layer.provideMerge(terms(options))
  )
