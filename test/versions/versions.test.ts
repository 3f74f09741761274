/**
 * The comparison of two versions finds each difference and none besides, and what is accepted stands in the changelog. The
 * versions themselves are played by `npm run versions`.
 */
import type { Json } from "@signalbox/core/Json"
import * as Doubles from "@signalbox/emulator/Double"
import * as Receiver from "@signalbox/testing/http/Receiver"
import { parse } from "@signalbox/testing/http/Reply"
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { endpoints } from "../fuzz/Contract.ts"
import { begin } from "../fuzz/Draft.ts"
import type { Plan } from "../fuzz/Plans.ts"
import * as Accepted from "./Accepted.ts"
import * as Baseline from "./Baseline.ts"
import * as Difference from "./Difference.ts"
import type { Version } from "./Player.ts"
import { play } from "./Player.ts"
import { draw } from "./Scripts.ts"
import type { Transcript } from "./Transcript.ts"
import { normal } from "./Transcript.ts"
import * as Version3 from "./Version3.ts"

const ids = ["7b1f3a52-1c7e-4a53-9d43-3f5f6f0c1f10", "8ba7b830-9dad-41d1-80b4-00c04fd430c8"] as const
const noon = Date.UTC(2030, 0, 31, 12)

describe("a transcript", () => {
  it("numbers ids in the order in which they appear, and tells times by their distance", () => {
    const { json } = normal(noon)
    expect(json({ b: ids[1], a: [ids[0], ids[1].toUpperCase()], at: "2030-01-31T14:00:02.500Z" })).toEqual({
      a: ["<id 1>", "<id 2>"],
      at: "<2 h>",
      b: "<id 2>"
    })
    expect(json({ text: `${ids[1]} has whsec_AAEC=`, at: "2050-01-01T00:00:00Z" })).toEqual({
      text: "<id 2> has <secret>",
      at: "2050-01-01T00:00:00Z"
    })
  })
})

describe("a difference", () => {
  const transcript = (said: Json): Transcript => [{ title: "GET /v3/me", asked: "", said }]
  const between = (before: Json, after: Json) =>
    Difference.of(transcript(before), transcript(after)).map(({ after, before, place }) => [place, before, after])

  it("is found wherever it is", () => {
    expect(between({ a: [{ b: 1, c: null }] }, { a: [{ b: 2, c: null }] })).toEqual([["a[].b", 1, 2]])
    expect(between({ a: 1 }, { a: 1, b: null })).toEqual([["b", undefined, null]])
    expect(between({ a: [1, 2] }, { a: [2, 1] })).toHaveLength(2)
    expect(between({ a: [1] }, { a: [1, 2] })).toEqual([["a", [1], [1, 2]]])
    expect(Difference.of(transcript(1), [])).toHaveLength(1)
  })

  it("is none where the same is said", () => {
    expect(between({ a: [{ b: 1 }], c: "d" }, { c: "d", a: [{ b: 1 }] })).toEqual([])
  })
})

describe("an accepted difference", () => {
  it("is told of in the changelog", () => {
    expect(Accepted.untold(readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8"))).toEqual([])
  })

  it("is missed where no sentence tells of it, and accepts no other place and value", () => {
    const row: Accepted.Accepted = {
      sentence: "It is\nblue.",
      title: /^a$/,
      place: /^b$/,
      before: (was) => was === null
    }
    expect(Accepted.untold("- It\n  is blue.", [row])).toEqual([])
    expect(Accepted.untold("- It is green.", [row])).toEqual([row.sentence])
    const found = { title: "a", asked: "", place: "b", before: null, after: 1 }
    expect(Accepted.by(found, [row])).toBe(row)
    expect(Accepted.by({ ...found, before: 2 }, [row])).toBeUndefined()
    expect(Accepted.by({ ...found, title: "c" }, [row])).toBeUndefined()
    expect(Accepted.by({ ...found, place: "c" }, [row])).toBeUndefined()
  })
})

describe("the version before", () => {
  it("is the last release, and a commit until there is one", () => {
    expect(Baseline.newest("")).toBe(Baseline.first)
    expect(Baseline.newest("v0.3.0-rc.1\nv0.2.0\nv0.1.0\n")).toBe("v0.2.0")
  })
})

describe("a request of version 3", () => {
  const endpoint = endpoints.find(({ name }) => name === "messages.send")!
  const plan = (body: Json): Plan => ({
    endpoint,
    draft: begin(endpoint, {}, {}, body),
    aim: null,
    flaw: null,
    isHostile: false
  })

  it("has nothing that Signalbox adds", () => {
    const { draft } = Version3.plain(plan({
      to: [{ phone_number: "+12015550001", reference: "a" }, "+12015550002"],
      template: { name: "a", language: "de" },
      metadata: { a: "b" },
      unknown: true
    }))
    expect(draft.body).toEqual({
      json: { to: ["+12015550001", "+12015550002"], template: { name: "a" }, unknown: true }
    })
    expect(endpoints.filter(Version3.has).map(({ name }) => name)).not.toContain("verifications.create")
    expect(endpoints.filter(Version3.has).map(({ name }) => name)).toContain("messages.send")
  })
})

describe("a version beside itself", () => {
  let receiver: Receiver.Receiver
  const doubles: Array<Doubles.Double> = []

  beforeAll(async () => {
    receiver = await Receiver.start()
    doubles.push(await Doubles.start(), await Doubles.start())
  })

  afterAll(async () => {
    await Promise.all(doubles.map((double) => double.stop()))
    await receiver?.stop()
  })

  it("says the same of a life, with its events", async () => {
    const [life] = draw(7, 1)
    const transcripts = await Promise.all(doubles.map(async (double, index) => {
      const version: Version = {
        send: async ({ body, headers, method, url }) => {
          const answer = await double.fetch(url, { method, headers, ...(body === null ? {} : { body: String(body) }) })
          const text = await answer.text()
          return { status: answer.status, headers: new Map(answer.headers), text, json: parse(text) }
        },
        // Each double begins with nothing in it.
        control: async (method, path, body) =>
          path === "reset"
            ? [200, null]
            : [200, await double.control(method as "POST", `/emulator/${path}`, body as Json)]
      }
      const url = receiver.url(`/${index}`)
      return await play(life!, version, { url, taken: () => receiver.at(`/${index}/hook`) })
    }))
    expect(transcripts[0]!.filter(({ title }) => title.startsWith("event "))).not.toEqual([])
    expect(Difference.of(transcripts[0]!, transcripts[1]!).map(Difference.print)).toEqual([])
  })
})
