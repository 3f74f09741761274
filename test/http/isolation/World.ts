/**
 * Organizations with profiles that all own something of everything that the API can make.
 */
import { inputs } from "@signalbox/testing/generate/Inputs"
import { ask, bindings } from "@signalbox/testing/http/Bindings"
import type { HttpClient } from "@signalbox/testing/http/HttpClient"
import * as Client from "@signalbox/testing/http/HttpClient"
import type { FreshAccount, HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as fc from "fast-check"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type * as Mounts from "../Mounts.ts"
import { starter } from "../NodeSubject.ts"
import type { Storage } from "../Storages.ts"
import * as Aim from "./Aim.ts"
import type { Recorder } from "./Recorder.ts"
import * as Recorders from "./Recorder.ts"

/** One account and a client that acts as it. */
export interface Tenant {
  readonly id: string
  readonly apiKey: string
  readonly client: HttpClient
  /** Stands in what it has written. */
  readonly canary: string
}

export interface Family {
  readonly organization: Tenant
  readonly profile: Tenant
}

export interface World {
  readonly recorder: Recorder
  readonly nobody: HttpClient
  readonly families: ReadonlyArray<Family>
  /** A webhook's address that takes whatever comes: one that did not would be tried again later, by its owner's work. */
  readonly hook: string
  readonly stop: () => Promise<void>
}

const greeting = (canary: string) => ({ body: { multiChannel: { template: `Hello from ${canary}` } } })

const phone = "+12015550100"

/**
 * Makes the things that are known to hold the tenant's canary, then whatever else can be made, with its own ids in it.
 */
const furnish = async ({ canary, client, id }: Tenant, recorder: Recorder, hook: string): Promise<void> => {
  const template = { definition: greeting(canary), submit_for_review: true }
  const made = (await client.post("/v3/templates", template)).json as { readonly data: { readonly id: string } }
  await client.post("/v3/messages", { to: [phone], template: { id: made.data.id } })
  await client.post("/v3/users", { email: `${canary}@example.com`, name: canary, role: "admin" })
  await client.post("/v3/webhooks", {
    display_name: canary,
    endpoint_url: hook,
    event_types: ["channel"]
  })
  const choose = (kind: string | null): string => recorder.ids(id, kind ?? undefined)[0] ?? id
  for (const binding of bindings.filter(({ method, path }) => method === "POST" && !path.includes(":"))) {
    const given = fc.sample(inputs[binding.name], { numRuns: 2, seed: 11 })
    for (const input of given) await ask(client, binding, Aim.at(binding, input, { choose, hook }))
  }
}

/** A server that takes whatever comes. */
const taker = async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    hook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    }
  }
}

/** Waits until nothing has happened for a while of real time: of all that goes on behind the answers nobody tells the end. */
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
    apiKey,
    client: nobody.as({ "x-api-key": apiKey }),
    canary: `canary-${name}-${number}`
  })
  return {
    organization: tenant(made.id, made.apiKey, "organization"),
    profile: tenant(made.profileId, made.profileApiKey, "profile")
  }
}

export const make = async (storage: Storage, mount: Mounts.Mount): Promise<World> => {
  const recorder = Recorders.make(storage)
  const { hook, stop } = await taker()
  const subject = await starter({ mount, storage: recorder.storage })()
  const families = [await family(subject, 1), await family(subject, 2)]
  for (const { organization, profile } of families) {
    await furnish(organization, recorder, hook)
    await furnish(profile, recorder, hook)
  }
  await quiet(recorder)
  return {
    recorder,
    nobody: Client.make(subject.baseUrl),
    families,
    hook,
    stop: async () => {
      await subject.stop()
      await stop()
    }
  }
}
