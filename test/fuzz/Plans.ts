/**
 * Arbitraries of requests: right ones, ones with exactly one flaw, and hostile ones.
 */
import type { Json } from "@signalbox/core/Json"
import { inputs } from "@signalbox/testing/generate/Inputs"
import * as fc from "fast-check"
import type { Endpoint } from "./Contract.ts"
import { endpoints, legacy } from "./Contract.ts"
import type { Draft } from "./Draft.ts"
import * as Draft_ from "./Draft.ts"
import * as Flaws from "./Flaws.ts"
import * as Hostility from "./Hostility.ts"

/** A request before it is known what there is: the ids in it are aimed when it is sent. */
export interface Plan {
  readonly endpoint: Endpoint
  readonly draft: Draft
  /** Chooses what the ids name; null leaves them, so that they name nothing. */
  readonly aim: number | null
  readonly flaw: Flaws.Flaw | null
  readonly isHostile: boolean
}

/** Nobody listens there, so nothing that is registered leaves this machine. */
const deadEnd = "http://127.0.0.1:8/hook"

/** Replaces every address that the service would call or look at, so that it is sent nowhere. */
const harmless = (value: Json, name = ""): Json => {
  if (Array.isArray(value)) return value.map((each: Json) => harmless(each, name))
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, Json>>).map(([key, each]) => [key, harmless(each, key)])
    )
  }
  return name === "endpoint_url" || name === "webHookUrl" ? deadEnd : value
}

/** Another one for each request. */
const idempotencyKey = fc.uuid()

const requestId = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1
})

const withHeaders = (draft: Draft, more: Readonly<Record<string, string | undefined>>): Draft => ({
  ...draft,
  headers: Object.assign(
    { ...draft.headers },
    Object.fromEntries(Object.entries(more).filter((entry) => entry[1] !== undefined))
  )
})

/** Sends what is right by every rule that needs no stored data. */
const right = (endpoint: typeof endpoints[number]): fc.Arbitrary<Draft> =>
  fc.record({
    input: inputs[endpoint.name],
    sandbox: fc.constantFrom(true, true, false),
    key: fc.option(idempotencyKey, { nil: undefined, freq: 3 }),
    id: fc.option(requestId, { nil: undefined, freq: 3 })
  }).map(({ id, input, key, sandbox }) => {
    // What is sent in earnest looks at the files that it names, wherever they are.
    const { media_urls: _, ...body } = input.body
    const json = harmless(sandbox ? { ...input.body, sandbox } : body)
    return withHeaders(Draft_.begin(endpoint, input.path, input.query, json), {
      "idempotency-key": key,
      "x-request-id": id
    })
  })

/** Of v2 the reads, and a body that every one of its operations refuses. */
const rightLegacy = (endpoint: Endpoint): fc.Arbitrary<Draft> =>
  fc.uuid().map((id) =>
    Draft_.begin(endpoint, { id }, endpoint.path.endsWith("/id") ? { id } : { page: "0", pageSize: "10" }, {})
  )

const aim = fc.option(fc.nat({ max: 1000 }), { freq: 4 })

/**
 * One of each, in any order. A failure tells its own request in full, so the others are neither shrunk nor printed; its
 * seed sends them all again.
 */
const anyOrder = <A>(each: ReadonlyArray<fc.Arbitrary<A>>): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.noShrink(
    fc.tuple(fc.tuple(...each), fc.shuffledSubarray(each.map((_, index) => index), { minLength: each.length }))
      .map(([made, order]) =>
        Object.assign(order.map((index) => made[index]!), {
          [fc.toStringMethod]: () => `${order.length} requests, one for each endpoint`
        })
      )
  )

/** One right request for every endpoint, in any order. */
export const valid: fc.Arbitrary<ReadonlyArray<Plan>> = anyOrder(
  endpoints.map((endpoint) =>
    fc.record({ draft: right(endpoint), aim }).map((made) => ({ ...made, endpoint, flaw: null, isHostile: false }))
  )
)

/** One request with one flaw for every endpoint. */
export const flawed: fc.Arbitrary<ReadonlyArray<Plan>> = anyOrder([
  ...endpoints.map((endpoint) => [endpoint, right(endpoint)] as const),
  ...legacy.map((endpoint) => [endpoint, rightLegacy(endpoint)] as const)
].map(([endpoint, drafts]) =>
  fc.tuple(drafts, fc.nat({ max: 100_000 })).map(([draft, which]) => {
    const flaws = Flaws.of(endpoint, draft)
    const flaw = flaws[which % flaws.length]!
    return { endpoint, draft: flaw.apply(draft), aim: null, flaw, isHostile: false }
  })
))

/** One hostile request for every endpoint. */
export const hostile: fc.Arbitrary<ReadonlyArray<Plan>> = anyOrder([
  ...endpoints.map((endpoint) => [endpoint, right(endpoint)] as const),
  ...legacy.map((endpoint) => [endpoint, rightLegacy(endpoint)] as const)
].map(([endpoint, drafts]) =>
  fc.record({ draft: drafts.chain(Hostility.of), aim }).map((made) => ({
    ...made,
    endpoint,
    flaw: null,
    isHostile: true
  }))
))

/** The kinds of requests. */
export const kinds = { valid, flawed, hostile }
