/**
 * No key of one account, in any combination of headers, reads or changes anything of another one. It ranges over all
 * operations of the contract, with right requests whose ids are those of others.
 */
import { ask, bindings, names } from "@signalbox/testing/http/Bindings"
import type { Reply } from "@signalbox/testing/http/HttpClient"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Mounts from "../Mounts.ts"
import * as Storages from "../Storages.ts"
import type { Pick } from "./Aim.ts"
import { requests } from "./Aim.ts"
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
  readonly victims: ReadonlyArray<Tenant>
  /** Whether it is the victim's own key, acting as a profile. */
  readonly isScoped: boolean
  /** What it may be told, although it belongs to a victim: the id of its own organization. */
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
  return [own!.apiKey, own!.profileApiKey].flatMap((key) =>
    [foreign!.apiKey, foreign!.profileApiKey, "nonsense"].flatMap((other) =>
      shown(key, other).flatMap((headers) =>
        ids.map((id): Attacker => ({
          headers: withProfile(headers, id),
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
  const { apiKey, organization, profile, profileApiKey } = family!
  const attacker = (isScoped: boolean) => (headers: Headers): Attacker => ({
    headers,
    victims: [organization],
    isScoped,
    known: [organization.id]
  })
  const own = shown(profileApiKey, apiKey).flatMap((headers) =>
    [null, profile.id, organization.id, randomUUID(), ""].map((id) => withProfile(headers, id))
  )
  const acting = shown(apiKey, profileApiKey).map((headers) => withProfile(headers, profile.id))
  return [...own.map(attacker(false)), ...acting.map(attacker(true))]
}

/** Profiles are their organization's: what is done to them is not scoped by the header (decisions 5.6). */
const isScopable = (path: string): boolean => !/^\/v3\/(?:sender-)?profiles\b/.test(path)

interface Place {
  readonly name: string
  readonly storage: Storages.Storage
  readonly runs: number
}

const places: ReadonlyArray<Place> = [
  { name: "memory", storage: Storages.memory, runs: 60 },
  { name: "PostgreSQL", storage: Storages.postgres, runs: 25 }
]

const isolated = ({ runs, storage }: Place, attackersIn: (world: World) => ReadonlyArray<Attacker>): void => {
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

  /** One of the victims' rows: of the kind that is asked for, if they have one. */
  const aim = (victims: ReadonlyArray<Tenant>, number: number): Pick => (kind) => {
    const fitting = idsOf(victims, kind)
    const ids = fitting.length > 0 ? fitting : idsOf(victims, null)
    return ids[number % ids.length]!
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

  describe.each(bindings)("$method $path", (binding) => {
    propWith({ runs })(
      "reaches nobody else's [SCP-003, SCP-007]",
      fc.nat(),
      fc.nat(),
      requests(binding, fc.nat().map((number): Pick => (kind) => `${number}:${kind ?? ""}`)),
      async (which, turn, input) => {
        const able = attackers.filter(({ isScoped }) => !isScoped || isScopable(binding.path))
        const attacker = able[which % able.length]!
        const text = JSON.stringify(input).replaceAll(
          /"(\d+):(\w*)"/g,
          (_, number: string, kind: string) =>
            JSON.stringify(aim(attacker.victims, Number(number) + turn)(kind === "" ? null : kind))
        )
        const aimed = JSON.parse(text) as typeof input
        const reply = await ask(world.nobody, binding, aimed, attacker.headers)
        met.set(binding.name, (met.get(binding.name) ?? new Set()).add(reply.status))
        expect(reply.status).toBeLessThan(500)
        tellsNothing(reply, `${text} ${attacker.headers["x-profile-id"] ?? ""}`, attacker)
        // What a path names is somebody else's, so there is nothing to be done with it.
        // A conversation that is not the caller's is an empty one (decisions 5).
        const isConversation = binding.name === "conversations.get"
        if (idsIn(JSON.stringify(aimed.path)).length > 0 && !isConversation) {
          expect(reply.status).toBeGreaterThanOrEqual(400)
        }
        expect(world.recorder.violations()).toEqual([])
      }
    )
  })

  it("was asked in ways that are right by themselves, of every operation", () => {
    expect([...met.keys()].toSorted()).toEqual([...names].toSorted())
    for (const [name, statuses] of met) {
      expect([...statuses].some((status) => ![400, 401].includes(status)), name).toBe(true)
    }
    expect(world.recorder.violations()).toEqual([])
  })
}

describe.each(places)("on $name", (place) => {
  describe("a foreign family", () => isolated(place, strangers))
  describe("an organization, from its profile", () => isolated(place, profiles))
})
