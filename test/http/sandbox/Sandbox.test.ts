/**
 * Nothing that is asked of a sandbox changes what is stored: any sequence of sandbox requests, to every operation that
 * has a sandbox, by anybody, right and wrong, about what is there and what is not. Only the answers of Idempotency-Keys,
 * rate windows and lockouts are kept (specification "Cross-cutting request rules", decisions 5.1).
 */
import { operations } from "@signalbox/core/Catalogue"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import { inputs } from "@signalbox/testing/generate/Inputs"
import type { Binding } from "@signalbox/testing/http/Bindings"
import { ask, bindings } from "@signalbox/testing/http/Bindings"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../../postgres/Database.ts"
import * as Aim from "../isolation/Aim.ts"
import type { World } from "../isolation/World.ts"
import * as Worlds from "../isolation/World.ts"
import * as Matrix from "../Matrix.ts"
import * as Mounts from "../Mounts.ts"
import type { Storage } from "../Storages.ts"
import * as Storages from "../Storages.ts"
import * as Changes from "./Changes.ts"

/** These tables hold idempotency records, windows, lockouts, live nodes and lanes that are ready. */
const besides = ["lane_ready", "claim", "lockout", "node", "pace_share", "rate_fixed", "rate_share", "rate_taken"]

interface Kept {
  readonly storage: Storage
  /** All that is stored, but for those: a digest of each table. Nothing in memory, where no table can be looked at. */
  readonly contents: () => Promise<Readonly<Record<string, string>>>
  readonly drop: () => Promise<void>
}

interface Backend {
  readonly name: string
  readonly runs: number
  readonly open: () => Promise<Kept>
}

const backends: ReadonlyArray<Backend> = [
  {
    name: "memory",
    runs: Matrix.searched(60, 0.5),
    open: () =>
      Promise.resolve({
        storage: Storages.memory,
        contents: () => Promise.resolve({}),
        drop: () => Promise.resolve()
      })
  },
  {
    name: "PostgreSQL",
    runs: Matrix.searched(12, 0.5),
    open: async () => {
      const { drop, query, url } = await Database.fresh()
      return {
        storage: PostgresStore.layer({ url }),
        contents: async () => {
          const tables = await query<{ readonly name: string }>(
            `select table_name as name from information_schema.tables
             where table_schema = 'signalbox' and table_name <> all($1) order by 1`,
            [besides]
          )
          const digests = tables.map(({ name }) =>
            `select '${name}' as name, count(*) || '/' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
               as digest from signalbox."${name}" t`
          )
          const found = await query<{ readonly name: string; readonly digest: string }>(digests.join(" union all "))
          return Object.fromEntries(found.map(({ digest, name }) => [name, digest]))
        },
        drop
      }
    }
  }
]

/** A webhook is always deleted, whatever is said of a sandbox. */
const simulated = bindings.filter(({ name }) => operations[name].simulate !== null)

const request = fc.constantFrom(...simulated).chain((binding) =>
  fc.record({
    binding: fc.constant(binding),
    input: inputs[binding.name],
    who: fc.nat(),
    aims: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
    isKeyed: fc.boolean(),
    /** The field that is wrong; none mostly. */
    wrong: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat() })
  })
)

type Request = typeof request extends fc.Arbitrary<infer R> ? R : never

describe.each(backends)("sandboxes on $name", ({ open, runs }) => {
  let kept: Kept
  let changes: Changes.Changes
  let world: World
  const answered = new Map<string, Set<number>>()

  beforeAll(async () => {
    kept = await open()
    changes = Changes.around(kept.storage)
    world = await Worlds.make(changes.storage, Mounts.node)
    changes.take()
  }, 60_000)

  afterAll(async () => {
    await world?.stop()
    await kept?.drop()
  })

  /** Every key, acting as itself or as its profile. */
  const callers = (): ReadonlyArray<Readonly<Record<string, string>>> =>
    world.families.flatMap(({ organization, profile }) => [
      { "x-api-key": organization.apiKey },
      { "x-api-key": organization.apiKey },
      { "x-api-key": organization.apiKey, "x-profile-id": profile.id },
      { "x-api-key": profile.apiKey }
    ])

  /** An id of anybody's, of the kind that is asked for, or of nobody's. */
  const choose = (numbers: ReadonlyArray<number>): Aim.Choose => {
    let asked = 0
    const tenants = world.families.flatMap(({ organization, profile }) => [organization, profile])
    return (kind) => {
      const number = numbers[asked++ % numbers.length]!
      const { id } = tenants[number % tenants.length]!
      const ids = [...world.recorder.ids(id, kind ?? undefined), randomUUID()]
      return ids[number % ids.length]!
    }
  }

  const simulate = async ({ aims, binding, input, isKeyed, who, wrong }: Request) => {
    const aimed = Aim.at(binding, input, { choose: choose(aims), hook: world.hook })
    const fields = Object.keys(aimed.body)
    const flaw = wrong === null || fields.length === 0 ? {} : { [fields[wrong % fields.length]!]: [7] }
    const headers = callers()[who % callers().length]!
    const reply = await ask(
      world.nobody,
      binding,
      { ...aimed, body: { ...aimed.body, ...flaw, sandbox: true } },
      isKeyed ? { ...headers, "idempotency-key": randomUUID() } : headers
    )
    answered.set(binding.name, (answered.get(binding.name) ?? new Set()).add(reply.status))
    // Nothing is looked up, so nothing is missing and nothing is in the way.
    expect([operations[binding.name].status, 202, 400, 403, 429]).toContain(reply.status)
    if (![403, 429].includes(reply.status)) expect(reply.headers.get("x-sandbox")).toBe("true")
  }

  propWith({ runs, timeout: 120_000 })(
    "leave what is stored as it is [SBX-009, SBX-010, SBX-011, SBX-012, SBX-015]",
    fc.array(request, { minLength: 4, maxLength: 12 }),
    async (requests) => {
      const before = await kept.contents()
      for (const each of requests) await simulate(each)
      expect(changes.take()).toEqual([])
      expect(await kept.contents()).toEqual(before)
    }
  )

  it("were asked of every operation that has one", async () => {
    for (const binding of simulated as ReadonlyArray<Binding>) {
      const known = answered.get(binding.name) ?? new Set()
      for (let seed = 0; seed < 20 && !known.has(operations[binding.name].status); seed++) {
        const [input] = fc.sample(inputs[binding.name], { numRuns: 1, seed })
        await simulate({ binding, input: input!, who: 0, aims: [seed], isKeyed: false, wrong: null })
      }
      expect([...answered.get(binding.name)!], binding.name).toContain(operations[binding.name].status)
    }
    expect(changes.take()).toEqual([])
  })

  it("are not asked for when a webhook is deleted: it is gone [SBX-019]", async () => {
    const { client, id } = world.families[0]!.organization
    const [webhook] = world.recorder.ids(id, "webhook")
    const before = await kept.contents()
    const reply = await client.send("DELETE", `/v3/webhooks/${webhook}`, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ sandbox: true })
    })
    expect(reply.status).toBe(204)
    expect(reply.headers.has("x-sandbox")).toBe(false)
    expect((await client.get(`/v3/webhooks/${webhook}`)).status).toBe(404)
    expect(changes.take()).not.toEqual([])
    if ("row" in before) expect(await kept.contents()).not.toEqual(before)
  })
})
