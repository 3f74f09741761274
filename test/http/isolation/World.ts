/**
 * Organizations with profiles that all own something of everything that the API can make.
 */
import { ask, bindings } from "@signalbox/testing/http/Bindings"
import type { HttpClient } from "@signalbox/testing/http/HttpClient"
import * as Client from "@signalbox/testing/http/HttpClient"
import type { FreshAccount, HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as fc from "fast-check"
import { setTimeout as sleep } from "node:timers/promises"
import type * as Mounts from "../Mounts.ts"
import { starter } from "../NodeSubject.ts"
import type { Storage } from "../Storages.ts"
import { requests } from "./Aim.ts"
import type { Recorder } from "./Recorder.ts"
import * as Recorders from "./Recorder.ts"

/** One account and a client that acts as it. */
export interface Tenant {
  readonly id: string
  readonly client: HttpClient
  /** Stands in what it has written. */
  readonly canary: string
}

export interface Family {
  readonly organization: Tenant
  readonly profile: Tenant
  readonly apiKey: string
  readonly profileApiKey: string
}

export interface World {
  readonly recorder: Recorder
  readonly nobody: HttpClient
  readonly families: ReadonlyArray<Family>
  readonly stop: () => Promise<void>
}

const greeting = (canary: string) => ({ body: { multiChannel: { template: `Hello from ${canary}` } } })

const phone = "+12015550100"

/** What is known to hold its canary, then whatever else can be made, with its own ids in it. */
const furnish = async ({ canary, client, id }: Tenant, recorder: Recorder): Promise<void> => {
  const template = { definition: greeting(canary), submit_for_review: true }
  const made = (await client.post("/v3/templates", template)).json as { readonly data: { readonly id: string } }
  await client.post("/v3/messages", { to: [phone], template: { id: made.data.id } })
  await client.post("/v3/users", { email: `${canary}@example.com`, name: canary, role: "admin" })
  await client.post("/v3/webhooks", {
    display_name: canary,
    endpoint_url: "http://127.0.0.1:9/hook",
    event_types: ["channel"]
  })
  const own = (kind: string | null): string => recorder.ids(id, kind ?? undefined)[0] ?? id
  for (const binding of bindings.filter(({ method, path }) => method === "POST" && !path.includes(":"))) {
    const given = fc.sample(requests(binding, fc.constant(own)), { numRuns: 2, seed: 11 })
    for (const input of given) await ask(client, binding, input)
  }
}

/** Waits until nothing has happened for a while. */
const quiet = async (recorder: Recorder): Promise<void> => {
  for (let seen = -1; seen !== recorder.commits();) {
    seen = recorder.commits()
    await sleep(300)
  }
}

const family = async (subject: HttpSubject, number: number): Promise<Family> => {
  const nobody = Client.make(subject.baseUrl)
  const emails = (name: string) => ({ email: `${name}-${number}@example.com` })
  const made: FreshAccount = await subject.freshAccount!({
    people: { organization: emails("organization"), profile: emails("profile") }
  })
  const tenant = (id: string, apiKey: string, name: string): Tenant => ({
    id,
    client: nobody.as({ "x-api-key": apiKey }),
    canary: `canary-${name}-${number}`
  })
  return {
    organization: tenant(made.id, made.apiKey, "organization"),
    profile: tenant(made.profileId, made.profileApiKey, "profile"),
    apiKey: made.apiKey,
    profileApiKey: made.profileApiKey
  }
}

export const make = async (storage: Storage, mount: Mounts.Mount): Promise<World> => {
  const recorder = Recorders.make(storage)
  const subject = await starter({ mount, storage: recorder.storage })()
  const families = [await family(subject, 1), await family(subject, 2)]
  for (const { organization, profile } of families) {
    await furnish(organization, recorder)
    await furnish(profile, recorder)
  }
  await quiet(recorder)
  return { recorder, nobody: Client.make(subject.baseUrl), families, stop: () => subject.stop() }
}
