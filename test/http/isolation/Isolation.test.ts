/**
 * No key of one account, in any combination of headers, reads or changes anything of another one. It ranges over all
 * operations of the contract and of legacy v2, with right requests whose ids are those of others.
 */
import type { Input } from "@signalbox/testing/generate/Inputs"
import { inputs } from "@signalbox/testing/generate/Inputs"
import { inputs as legacyInputs } from "@signalbox/testing/generate/LegacyInputs"
import type { Binding, LegacyBinding, Route } from "@signalbox/testing/http/Bindings"
import { ask, bindings, legacyBindings, legacyNames, names } from "@signalbox/testing/http/Bindings"
import type { Reply } from "@signalbox/testing/http/Reply"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Matrix from "../Matrix.ts"
import * as Mounts from "../Mounts.ts"
import * as Storages from "../Storages.ts"
import type { Choose } from "./Aim.ts"
import * as Aim from "./Aim.ts"
import { idsIn } from "./Recorder.ts"
import type { Family, Tenant, World } from "./World.ts"
import * as Worlds from "./World.ts"

type Headers = Readonly<Record<string, string>>

/** Ways to show a key, some of them with a second one that must not count. */
const shown = (key: string, foreign: string): ReadonlyArray<Headers> => [
  { "x-api-key": key },
  { authorization: `Bearer ${key}` },
  { "x-api-key": key, authorization: `Bearer ${foreign}` },
  { "x-api-key": key.toUpperCase(), authorization: `bearer ${foreign}` },
  { "x-api-key": ` ${key} ` }
]

/** An attacker: the headers of its requests, and the accounts that it may never reach. */
interface Attacker {
  readonly headers: Headers
  /** The account of its key, which v2 wants to be named. */
  readonly account: string
  readonly victims: ReadonlyArray<Tenant>
  /** Whether it is the victim's own key, acting as a profile. */
  readonly isScoped: boolean
  /** It may be told these, although they belong to a victim: the id of its own organization. */
  readonly known: ReadonlyArray<string>
}

const withProfile = (headers: Headers, id: string | null): Headers =>
  id === null ? headers : { ...headers, "x-profile-id": id }

/** A family against a foreign one: every key, acting as itself, its profile, or whomever it has no right to be. */
const strangers = ({ families: [own, foreign] }: { readonly families: ReadonlyArray<Family> }) => {
  const ids = [
    null,
    own!.organization.id,
    own!.profile.id,
    own!.profile.id.toUpperCase(),
    foreign!.organization.id,
    foreign!.profile.id,
    ` ${foreign!.profile.id} `,
    `${own!.profile.id},${foreign!.profile.id}`,
    randomUUID(),
    "nonsense",
    ""
  ]
  return [own!.organization, own!.profile].flatMap(({ apiKey, id: account }) =>
    [foreign!.organization.apiKey, foreign!.profile.apiKey, "nonsense"].flatMap((other) =>
      shown(apiKey, other).flatMap((headers) =>
        ids.map((id): Attacker => ({
          headers: withProfile(headers, id),
          account,
          victims: [foreign!.organization, foreign!.profile],
          isScoped: false,
          known: []
        }))
      )
    )
  )
}

/** A profile, by its own key or through its organization's, against the organization itself. */
const profiles = ({ families: [family] }: { readonly families: ReadonlyArray<Family> }) => {
  const { organization, profile } = family!
  const attacker = (isScoped: boolean) => (headers: Headers): Attacker => ({
    headers,
    account: isScoped ? organization.id : profile.id,
    victims: [organization],
    isScoped,
    known: [organization.id]
  })
  const own = shown(profile.apiKey, organization.apiKey).flatMap((headers) =>
    [null, profile.id, organization.id, randomUUID(), ""].map((id) => withProfile(headers, id))
  )
  const acting = shown(organization.apiKey, profile.apiKey).map((headers) => withProfile(headers, profile.id))
  return [...own.map(attacker(false)), ...acting.map(attacker(true))]
}

/** Profiles are their organization's: what is done to them is not scoped by the header (decisions 5.6). */
const isScopable = (path: string): boolean => !/^\/v3\/(?:sender-)?profiles\b/.test(path)

interface Backend {
  readonly name: string
  readonly storage: Storages.Storage
  readonly runs: number
}

const backends: ReadonlyArray<Backend> = [
  { name: "memory", storage: Storages.memory, runs: Matrix.searched(40, 0.25) },
  { name: "PostgreSQL", storage: Storages.postgres, runs: Matrix.searched(8, 0.5) }
]

const isolated = ({ runs, storage }: Backend, attackersIn: (world: World) => ReadonlyArray<Attacker>): void => {
  let world: World
  let attackers: ReadonlyArray<Attacker>
  const met = new Map<string, Set<number>>()

  beforeAll(async () => {
    world = await Worlds.make(storage, Mounts.node)
    attackers = attackersIn(world)
    world.recorder.guard(new Set(attackers.flatMap(({ victims }) => victims.map(({ id }) => id))))
  })
  afterAll(() => world?.stop())

  const idsOf = (victims: ReadonlyArray<Tenant>, kind: string | null): ReadonlyArray<string> =>
    victims.flatMap(({ id }) => world.recorder.ids(id, kind ?? undefined))

  /** The victims' rows: of the kind that is asked for, if they have one. */
  const choose = (victims: ReadonlyArray<Tenant>, numbers: ReadonlyArray<number>): Choose => {
    let asked = 0
    return (kind) => {
      const fitting = idsOf(victims, kind)
      const ids = fitting.length > 0 ? fitting : idsOf(victims, null)
      return ids[numbers[asked++ % numbers.length]! % ids.length]!
    }
  }

  /** Neither ids nor words of the victims, but for what the request itself has said. */
  const tellsNothing = (reply: Reply, asked: string, { known, victims }: Attacker): void => {
    const forbidden = new Set(idsOf(victims, null))
    for (const id of [...idsIn(asked), ...known]) forbidden.delete(id)
    const told = [reply.text, ...reply.headers.values()].join("\n")
    expect(idsIn(told).filter((id) => forbidden.has(id)).map((id) => [id, ...world.recorder.rowsOf(id)])).toEqual([])
    for (const { canary } of victims) expect(told).not.toContain(canary)
  }

  it("has victims that own something of many kinds, and may read it", async () => {
    const { organization, profile } = world.families[0]!
    for (const { canary, client, id } of [organization, profile]) {
      const [message] = world.recorder.ids(id, "message")
      const [user] = world.recorder.ids(id, "user")
      for (const path of [`/v3/messages/${message}`, `/v3/users/${user}`]) {
        expect((await client.get(path)).text).toContain(id)
      }
      expect((await client.get("/v3/users")).text).toContain(canary)
      for (const kind of ["template", "webhook"]) expect(world.recorder.ids(id, kind)).not.toEqual([])
    }
    expect([...world.recorder.ownerless()], "kinds of rows that name no account").toEqual([])
  })

  /** Asks, and returns what was asked. */
  const attack = async (
    binding: Route & { readonly name: string },
    attacker: Attacker,
    input: Input,
    headers: Headers = attacker.headers
  ): Promise<Reply> => {
    const reply = await ask(world.nobody, binding, input, headers)
    met.set(binding.name, (met.get(binding.name) ?? new Set()).add(reply.status))
    expect(reply.status).toBeLessThan(500)
    tellsNothing(reply, JSON.stringify([input, headers]), attacker)
    expect(world.recorder.violations()).toEqual([])
    return reply
  }

  /** Of v3. */
  const current = async (binding: Binding, which: number, aims: ReadonlyArray<number>, input: Input) => {
    const able = attackers.filter(({ isScoped }) => !isScoped || isScopable(binding.path))
    const attacker = able[which % able.length]!
    const aimed = Aim.at(binding, input, { choose: choose(attacker.victims, aims), hook: world.hook })
    const reply = await attack(binding, attacker, aimed)
    // What a path names is somebody else's, so there is nothing to be done with it.
    // A conversation that is not the caller's is an empty one (decisions 5).
    const isConversation = binding.name === "conversations.get"
    // No code is right for a verification that is not the caller's, which is answered as a wrong code is (decisions 16.6).
    const isCheck = binding.name === "verifications.check"
    if (isCheck && reply.status === 200) expect(reply.json).toMatchObject({ data: { valid: false } })
    else if (idsIn(JSON.stringify(aimed.path)).length > 0 && !isConversation) {
      expect(reply.status).toBeGreaterThanOrEqual(400)
    }
  }

  /** Of v2, with a wrong x-sender-id unless that is null. */
  const legacy = async (
    binding: LegacyBinding,
    which: number,
    aims: ReadonlyArray<number>,
    input: Input,
    wrong: number | null
  ) => {
    // v2 knows no x-profile-id: an organization that acts for its profile is the victim itself there.
    const able = attackers.filter(({ isScoped }) => !isScoped)
    const attacker = able[which % able.length]!
    const foreign = choose(attacker.victims, aims)
    // Of two ids one may be its own, so that the other one is looked at.
    let [ids, isForeign] = [0, false]
    const aim: Choose = (kind) => {
      const own = world.recorder.ids(attacker.account, kind ?? undefined)
      if (ids++ % 2 === aims[0]! % 2 && own.length > 0) return own[aims[1]! % own.length]!
      isForeign = true
      return foreign(kind)
    }
    const named = [...attacker.victims.map(({ id }) => id), foreign(null), randomUUID(), "nonsense"]
    const sender = wrong === null ? attacker.account : named[wrong % named.length]!
    const aimed = Aim.at(binding, input, { choose: aim, hook: world.hook })
    const reply = await attack(binding, attacker, aimed, { ...attacker.headers, "x-sender-id": sender })
    if (wrong !== null) expect([401, 403]).toContain(reply.status)
    if (isForeign) expect(reply.status).toBeGreaterThanOrEqual(400)
  }

  const numbers = fc.array(fc.nat(), { minLength: 3, maxLength: 3 })

  describe.each(bindings)("$method $path", (binding) => {
    propWith({ runs })(
      "reaches nobody else's [SCP-003, SCP-007]",
      fc.nat(),
      numbers,
      inputs[binding.name],
      (which, aims, input) => current(binding, which, aims, input)
    )
  })

  describe.each(legacyBindings)("$method $path", (binding) => {
    propWith({ runs: Math.ceil(runs / 2) })(
      "reaches nobody else's, whomever x-sender-id names",
      fc.nat(),
      numbers,
      legacyInputs[binding.name],
      fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat() }),
      (which, aims, input, wrong) => legacy(binding, which, aims, input, wrong)
    )
  })

  it("was asked in ways that are right by themselves, of every operation", async () => {
    expect([...met.keys()].toSorted()).toEqual([...names, ...legacyNames].toSorted())
    // A role may be in the way of an operation of v3; in v2 nothing is but a wrong x-sender-id.
    const isRight = (name: string) =>
      [...met.get(name)!].some((status) => !(name.startsWith("v2.") ? [400, 401, 403] : [400, 401]).includes(status))
    for (let seed = 0; seed < 20; seed++) {
      const [one] = fc.sample(fc.nat(), { numRuns: 1, seed })
      const aims = [one!, one! + 1, one! + 2]
      for (const binding of bindings.filter(({ name }) => !isRight(name))) {
        await current(binding, one!, aims, fc.sample(inputs[binding.name], { numRuns: 1, seed })[0]!)
      }
      for (const binding of legacyBindings.filter(({ name }) => !isRight(name))) {
        await legacy(binding, one!, aims, fc.sample(legacyInputs[binding.name], { numRuns: 1, seed })[0]!, null)
      }
    }
    expect([...met.keys()].filter((name) => !isRight(name))).toEqual([])
    expect(world.recorder.violations()).toEqual([])
  })
}

describe.each(backends)("on $name", (place) => {
  describe("a foreign family", () => isolated(place, strangers))
  describe("an organization, from its profile", () => isolated(place, profiles))
})
