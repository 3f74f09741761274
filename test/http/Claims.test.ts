/**
 * Idempotency-Keys over real sockets and on real stores: a client that goes away at the worst moment, and secrets that
 * nothing keeps beside their row (decisions 9.2).
 */
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Json from "@signalbox/core/Json"
import type { ClaimKey } from "@signalbox/core/Reply"
import { Store } from "@signalbox/core/Store"
import type * as Emulator from "@signalbox/emulator/Emulator"
import * as Parameters from "@signalbox/http/steps/Parameters"
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { request } from "node:http"
import { afterEach, describe, expect, it } from "vitest"
import * as Mounts from "./Mounts.ts"
import { starter } from "./NodeSubject.ts"
import * as Storages from "./Storages.ts"

let subject: HttpSubject | null = null

afterEach(async () => {
  await subject?.stop()
  subject = null
})

const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }

interface Created {
  readonly data: { readonly id: string; readonly customer_id: string; readonly signing_secret: string }
}

/** A storage that hands out its parts. */
const watched = (
  storage: Storages.Storage,
  tap: (idempotency: Idempotency["Service"]) => Idempotency["Service"] = (idempotency) => idempotency
) => {
  const seen: { idempotency?: Idempotency["Service"]; store?: Store["Service"] } = {}
  const layer: Storages.Storage = Layer.effectContext(Effect.map(Effect.context<Emulator.Storage>(), (context) => {
    seen.idempotency = Context.get(context, Idempotency)
    seen.store = Context.get(context, Store)
    return Context.add(context, Idempotency, tap(seen.idempotency))
  })).pipe(Layer.provide(storage))
  return { seen, layer }
}

/** A promise that others keep. */
const promised = () => {
  let keep = (): void => {}
  const promise = new Promise<void>((resolve) => {
    keep = resolve
  })
  return { promise, keep }
}

describe.each([["node", Mounts.node], ["express", Mounts.expressMount], ["web", Mounts.web]])(
  "a client that hangs up, on %s",
  (_, mount) => {
    it("just after its key was claimed, locks nothing: a repeat is the answer that it did not wait for", async () => {
      const [claimed, goOn, noticed] = [promised(), promised(), promised()]
      let isFirst = true
      const { layer } = watched(Storages.memory, (idempotency) => ({
        ...idempotency,
        begin: (...asked) =>
          Effect.tap(idempotency.begin(...asked), () => {
            if (!isFirst) return Effect.void
            isFirst = false
            claimed.keep()
            return Effect.promise(() => goOn.promise)
          })
      }))
      subject = await starter({ mount, storage: layer })()
      const { apiKey, baseUrl } = subject
      const headers = { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": randomUUID() }
      const first = request(`${baseUrl}/v3/webhooks`, { method: "POST", headers })
      first.on("error", () => noticed.keep())
      first.end(JSON.stringify(webhook))
      await claimed.promise
      first.destroy()
      await noticed.promise
      // The server hears of it before it hears of anything that is asked afterwards.
      await HttpClient.make(baseUrl).get("/v3/me", { "x-api-key": apiKey })
      goOn.keep()
      const before = performance.now()
      const again = await HttpClient.make(baseUrl).post("/v3/webhooks", webhook, headers)
      expect({ status: again.status, replayed: again.headers.get("idempotent-replayed") }).toEqual({
        status: 201,
        replayed: "true"
      })
      // Whoever found the key taken would wait for five real seconds.
      expect(performance.now() - before).toBeLessThan(4000)
    })
  }
)

describe.each([["memory", Storages.memory], ["PostgreSQL", Storages.postgres]])(
  "a signing secret, on %s",
  (_, storage) => {
    it("stands in no claim, and the replay of its answer is the same to the byte", async () => {
      const { layer, seen } = watched(storage)
      subject = await starter({ mount: Mounts.node, storage: layer })()
      const client = HttpClient.make(subject.baseUrl, { "x-api-key": subject.apiKey })
      const key = randomUUID()
      const first = await client.post("/v3/webhooks", webhook, { "idempotency-key": key })
      expect(first.status).toBe(201)
      const { customer_id: account, id, signing_secret: secret } = (first.json as Created).data
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)

      const claim = { account, key } as ClaimKey
      const fingerprint = Parameters.fingerprint("POST", "/v3/webhooks", {}, webhook)
      const begun = await Effect.runPromise(seen.idempotency!.begin(claim, fingerprint, Date.now() as never))
      expect(begun).toMatchObject({ _tag: "Finished", reply: { status: 201, outcome: { part: "data" } } })
      const kept = Json.canonical(JSON.parse(JSON.stringify(begun)) as Json.Json)
      expect(kept).toContain(id)
      expect(kept).not.toContain(secret.slice("whsec_".length))

      const again = await client.post("/v3/webhooks", webhook, { "idempotency-key": key })
      expect(again.headers.get("idempotent-replayed")).toBe("true")
      expect(again.text).toBe(first.text)
      expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"))
    })
  }
)
