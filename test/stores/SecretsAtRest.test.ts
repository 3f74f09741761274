/**
 * Nothing at rest holds a secret that an answer showed: every operation is asked with an Idempotency-Key, then all that
 * each store keeps is searched, the replies for replays included.
 */
import { inputs } from "@signalbox/testing/generate/Inputs"
import { ask, bindings } from "@signalbox/testing/http/Bindings"
import * as Client from "@signalbox/testing/http/HttpClient"
import type { Reply } from "@signalbox/testing/http/Reply"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Aim from "../http/isolation/Aim.ts"
import * as Recorders from "../http/isolation/Recorder.ts"
import * as Matrix from "../http/Matrix.ts"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Dumps from "./Dumps.ts"

interface Named {
  readonly data: { readonly id: string }
}

describe.each(Matrix.storages(Dumps.all))("at rest in %s", (_, make) => {
  it("no secret is found that an answer showed, whatever was asked", async () => {
    const { dump, storage } = await make()
    const recorder = Recorders.make(storage)
    const subject = await starter({ mount: Mounts.node, storage: recorder.storage })()
    const made = await subject.freshAccount!({ requestsPerMinute: 100_000 })
    const client = Client.make(subject.baseUrl).as({ "x-api-key": made.apiKey })
    const shown = new Set([made.apiKey, made.profileApiKey])
    const noted = (reply: Reply): Reply => {
      if (reply.headers.has("x-sandbox")) return reply
      for (const [secret] of reply.text.matchAll(/(?<=whsec_)[A-Za-z0-9+/=]+|(?<="api_key":")[^"]+/g)) {
        shown.add(secret)
      }
      return reply
    }
    const key = () => ({ "idempotency-key": randomUUID() })
    const hook = "http://127.0.0.1:8/hook"
    const webhook = await client.post(
      "/v3/webhooks",
      { display_name: "Mine", endpoint_url: hook, event_types: ["message"] },
      key()
    )
    const { data: { id } } = noted(webhook).json as Named
    noted(await client.post(`/v3/webhooks/${id}/rotate-secret`, {}, key()))
    for (const body of [{ name: "One", short_name: "ONE" }, { name: "Two", short_name: "TWO" }]) {
      const keyed = key()
      const first = noted(await client.post("/v3/sender-profiles", body, keyed))
      expect(first.status).toBe(201)
      // What is not found in the dump is there all the same for whoever repeats the request.
      const again = await client.post("/v3/sender-profiles", body, keyed)
      expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"])
    }
    const choose = (kind: string | null) => recorder.ids(made.id, kind ?? undefined)[0] ?? made.id
    const found: Array<string> = []
    const taken = new Set<string>()
    // What makes things comes before what is about one of them, and what deletes them comes last.
    const order = ({ method, path }: (typeof bindings)[number]) =>
      method === "DELETE" ? 2 : method === "POST" && !path.includes(":") ? 0 : 1
    for (const binding of bindings.toSorted((one, other) => order(one) - order(other))) {
      const [input] = fc.sample(inputs[binding.name], { numRuns: 1, seed: 11 })
      const { status } = noted(await ask(client, binding, Aim.at(binding, input!, { choose, hook }), key()))
      if (status < 300) taken.add(binding.name)
      const text = await dump()
      for (const secret of shown) if (text.includes(secret)) found.push(`${binding.name} leaves ${secret}`)
    }
    expect(found).toEqual([])
    expect(shown.size).toBeGreaterThanOrEqual(6)
    // Not everything is in a state in which it can be done.
    expect(taken.size).toBeGreaterThan(bindings.length / 2)
    expect(await dump()).toContain(id)
    await subject.stop()
  })
})
