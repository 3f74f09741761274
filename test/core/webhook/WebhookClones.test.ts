/**
 * The clones of webhooks, against a model of the texts (specification "Webhook", decisions 3.1 "Clone details"): changes
 * of webhooks, clones and profiles in any order; and the clones of more profiles than one commit attends to.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import type { OperationName } from "@signalbox/core/Catalogue"
import { operations } from "@signalbox/core/Catalogue"
import { make, put } from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { Json, JsonObject } from "@signalbox/core/Json"
import * as Limit from "@signalbox/core/Limit"
import * as Needs from "@signalbox/core/Needs"
import { Operations } from "@signalbox/core/Operations"
import { Store } from "@signalbox/core/Store"
import type { Webhook } from "@signalbox/core/Webhook"
import { ClonedWebhooksRows, Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

type Run = (
  operation: (typeof operations)[OperationName],
  caller: object,
  request: object
) => Effect.Effect<{ readonly status: number; readonly outcome: { readonly json: string } | null }>

const accountOf = (id: AccountId) =>
  Effect.flatMap(
    Store,
    (store) => Effect.map(store.load(Needs.row(Accounts, id)), (facts) => Facts.get(facts, Accounts, id)!)
  )

/** Asks as an account; the answer must have this status. */
const ask = Effect.fnUntraced(function*(
  name: OperationName,
  as: AccountId,
  status: number,
  path: JsonObject = {},
  body: Json = {}
) {
  const { run } = yield* Operations
  const account = yield* accountOf(as)
  const request = { path, query: {}, body, requestId: "req", idempotency: null }
  const answer = yield* (run as unknown as Run)(operations[name], { account, keyAccount: account }, request)
  expect({ name, status: answer.status, said: answer.outcome?.json }).toMatchObject({ name, status })
  yield* Bench.idle
  return (answer.outcome === null ? {} : JSON.parse(answer.outcome.json)) as Readonly<Record<string, string>>
})

/** As the engine sees them, with their secrets opened. */
const webhooksOf = (account: string) => {
  const query = { list: "webhooks", scope: account, offset: 0, limit: 5000 } as const
  return Effect.flatMap(
    Executor,
    ({ read }) =>
      Effect.map(
        read(() => Needs.list(query)),
        (facts) => Facts.page(facts, query).rows.map(({ value }) => value as Webhook)
      )
  )
}

const organization = Scene.account.id

/** The part of a webhook that its clones have too, as the texts list it. */
interface Copied {
  display_name: string
  endpoint_url: string
  secret: string
  retry_count: number
  timeout_seconds: number
  is_active: boolean
  event_types: ReadonlyArray<string>
}

interface Parent extends Copied {
  readonly id: string
  /** The profiles that its clones are of; null when it has none. */
  clones: ReadonlyArray<string> | null
}

/** The texts as a program. */
class Model {
  readonly parents: Array<Parent> = []
  profiles: Array<string> = []
  /** By webhook and profile. */
  readonly clones = new Map<string, Copied | "deleted by its profile">()

  /** "Parent PUT, toggle, rotate → every live clone." */
  follow(parent: Parent): void {
    for (const profile of this.profiles) this.followOn(parent, profile)
  }

  followOn({ clones, id, ...copied }: Parent, profile: string): void {
    const key = `${id} ${profile}`
    if (this.clones.get(key) === "deleted by its profile") return
    if (clones === null) this.clones.delete(key)
    else this.clones.set(key, { ...copied, event_types: clones })
  }

  live(profile: string): ReadonlyArray<Copied> {
    return this.parents.flatMap(({ id }) => {
      const clone = this.clones.get(`${id} ${profile}`)
      return clone === undefined || clone === "deleted by its profile" ? [] : [clone]
    })
  }
}

const shown = (
  { displayName, endpointUrl, eventTypes, isActive, retryCount, secret, timeoutSeconds }: Webhook
): Copied => ({
  display_name: displayName,
  endpoint_url: endpointUrl,
  secret,
  retry_count: retryCount,
  timeout_seconds: timeoutSeconds,
  is_active: isActive,
  event_types: eventTypes
})

const sorted = (some: ReadonlyArray<Copied>) =>
  some.map((each) => JSON.stringify(Object.entries(each).toSorted())).toSorted()

const types = fc.constantFrom<ReadonlyArray<string>>(["message"], ["contact", "message"], ["channel"])
const action = fc.oneof(
  { weight: 2, arbitrary: fc.record({ is: fc.constant("create" as const), clones: fc.option(types) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant("put" as const),
      of: fc.nat(),
      // Undefined leaves the clones alone, and null asks for none.
      clones: fc.option(fc.option(types), { nil: undefined, freq: 2 }),
      retry: fc.integer({ min: 1, max: 5 })
    })
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("toggle" as const), of: fc.nat(), active: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("rotate" as const), of: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("delete" as const), of: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("profile comes" as const) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("profile goes" as const), at: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constantFrom("clone toggles" as const, "clone rotates" as const, "clone is deleted" as const),
      at: fc.nat(),
      of: fc.nat()
    })
  }
)

const bodyOf = ({ display_name, endpoint_url, event_types, retry_count, timeout_seconds }: Copied) => ({
  display_name,
  endpoint_url,
  event_types,
  retry_count,
  timeout_seconds
})

propWith({ runs: 60 })(
  "clones are what the texts say, whatever is done to webhooks, clones and profiles, in any order " +
    "[WHK-033, WHK-034, WHK-035, WHK-036, WHK-037, WHK-040, WHK-041, WHK-042, WHK-044, WHK-045, WHK-050]",
  fc.array(action, { minLength: 1, maxLength: 25 }),
  (actions) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        yield* Scene.seed(0)
        const model = new Model()
        const gone: Array<string> = []
        let names = 0
        for (const each of actions) {
          const of = "of" in each && model.parents.length > 0 ? model.parents[each.of % model.parents.length]! : null
          const profile = "at" in each && model.profiles.length > 0
            ? model.profiles[each.at % model.profiles.length]! as AccountId
            : null
          switch (each.is) {
            case "create": {
              const said = {
                display_name: `W${++names}`,
                endpoint_url: `https://example.com/${names}`,
                event_types: ["templates"],
                retry_count: 3,
                timeout_seconds: 30
              }
              const { id, signing_secret } = yield* ask("webhooks.create", organization, 201, {}, {
                ...said,
                sender_profile: each.clones === null ? null : { event_types: each.clones }
              })
              const parent = { ...said, id: id!, secret: signing_secret!, is_active: true, clones: each.clones }
              model.parents.push(parent)
              model.follow(parent)
              break
            }
            case "put": {
              if (of === null) break
              of.display_name = `W${++names}`
              of.endpoint_url = `https://example.com/${names}`
              of.retry_count = each.retry
              if (each.clones !== undefined) of.clones = each.clones
              yield* ask("webhooks.update", organization, 200, { id: of.id }, {
                ...bodyOf(of),
                ...(each.clones === undefined ? {} : { sender_profile: { event_types: each.clones ?? [] } })
              })
              model.follow(of)
              break
            }
            case "toggle": {
              if (of === null) break
              yield* ask("webhooks.toggle", organization, 200, { id: of.id }, { is_active: each.active })
              // "Same value = 200, no change."
              if (of.is_active === each.active) break
              of.is_active = each.active
              model.follow(of)
              break
            }
            case "rotate": {
              if (of === null) break
              const { signing_secret } = yield* ask("webhooks.rotate_secret", organization, 200, { id: of.id })
              of.secret = signing_secret!
              model.follow(of)
              break
            }
            case "delete": {
              if (of === null) break
              yield* ask("webhooks.delete", organization, 204, { id: of.id })
              model.parents.splice(model.parents.indexOf(of), 1)
              break
            }
            case "profile comes": {
              const { id } = yield* ask("sender_profiles.create", organization, 201, {}, {
                name: "Profile",
                short_name: `PROF${++names}`
              })
              model.profiles.push(id!)
              for (const parent of model.parents) model.followOn(parent, id!)
              break
            }
            case "profile goes": {
              if (profile === null) break
              yield* ask("sender_profiles.delete", organization, 204, { id: profile })
              model.profiles = model.profiles.filter((id) => id !== profile)
              gone.push(profile)
              break
            }
            default: {
              if (of === null || profile === null) break
              const key = `${of.id} ${profile}`
              const clone = model.clones.get(key)
              const found = (yield* webhooksOf(profile)).find(({ parent }) => parent === of.id)
              if (clone === undefined || clone === "deleted by its profile" || found === undefined) break
              const path = { id: found.id }
              if (each.is === "clone toggles") {
                clone.is_active = !clone.is_active
                yield* ask("webhooks.toggle", profile, 200, path, { is_active: clone.is_active })
              } else if (each.is === "clone rotates") {
                clone.secret = (yield* ask("webhooks.rotate_secret", profile, 200, path))["signing_secret"]!
              } else {
                yield* ask("webhooks.delete", profile, 204, path)
                model.clones.set(key, "deleted by its profile")
              }
            }
          }
          for (const id of model.profiles) {
            const found = yield* webhooksOf(id)
            expect(sorted(found.map(shown))).toEqual(sorted(model.live(id)))
            for (const { account, eventTypes, isActive, subscribes } of found) {
              expect(account).toBe(id)
              expect(new Set(subscribes.map((name) => name.split(".")[0]))).toEqual(new Set(isActive ? eventTypes : []))
            }
          }
          expect((yield* webhooksOf(organization)).map(({ id }) => id).toSorted())
            .toEqual(model.parents.map(({ id }) => id).toSorted())
        }
        // Clones outlive their profile for as long as the last deliveries may take.
        yield* Bench.travel(plus(Given.now, 2 * Limit.clones.outlive))
        for (const id of gone) expect(yield* webhooksOf(id)).toEqual([])
      })
    )
)

it("clones of more profiles than a commit attends to follow by work", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const count = 1205
      const profiles = Array.from({ length: count }, (_, index): Account =>
        Given.account({
          id: Given.accountId(1000 + index),
          type: "profile",
          organization,
          numbers: [],
          // Many of one instant, and many of different ones.
          createdAt: plus(Given.now, Math.floor(index / 7))
        }))
      yield* Scene.seed(0)
      const store = yield* Store
      yield* store.commit([make({ puts: profiles.map((profile) => put(Accounts, profile)) })])
      const clones = Effect.fnUntraced(function*() {
        const found = yield* Effect.forEach(profiles, ({ id }) => webhooksOf(id))
        return found.flat()
      })
      const body = { display_name: "W", endpoint_url: "https://example.com/1", event_types: ["message"] }
      const { id } = yield* ask("webhooks.create", organization, 201, {}, {
        ...body,
        sender_profile: { event_types: ["message"] }
      })
      expect(yield* clones()).toHaveLength(count)
      yield* ask("webhooks.update", organization, 200, { id: id! }, { ...body, endpoint_url: "https://example.com/2" })
      expect(new Set((yield* clones()).map(({ endpointUrl }) => endpointUrl))).toEqual(
        new Set(["https://example.com/2"])
      )
      yield* ask("webhooks.delete", organization, 204, { id: id! })
      expect(yield* clones()).toEqual([])
    })
  ), 60_000)

it("clones of more webhooks than the commit of a new profile attends to follow by work", () =>
  Bench.run(
    Bench.layer({ send: () => Effect.succeed({ _tag: "Answered", status: 204, body: "" }) }),
    Effect.gen(function*() {
      const cloned = { eventTypes: ["message"], eventFilters: null } as const
      const webhooks = Array.from({ length: Limit.clones.immediate + 3 }, (_, index) => Given.webhookId(1000 + index))
      const parents = webhooks.map((id) => put(Webhooks, FixedSecrets.kept(Given.webhook({ id, cloned }))))
      yield* Scene.seed(0, ...parents, put(ClonedWebhooksRows, { account: organization, webhooks }))
      const { id } = yield* ask("sender_profiles.create", organization, 201, {}, { name: "P", short_name: "PROF" })
      const clones = yield* webhooksOf(id!)
      expect(clones.map(({ parent }) => parent).toSorted()).toEqual(webhooks)
      // The log of an organization's webhook covers what its clones deliver, tests too.
      const { id: clone, parent } = clones[0]!
      yield* ask("webhooks.test", id as AccountId, 200, { id: clone }, { event_type: "message.sent" })
      for (const webhook of [clone, parent!]) {
        expect(yield* Scene.deliveries(webhook)).toMatchObject([{ webhook: clone, parent, status: "DELIVERED" }])
      }
    })
  ))
