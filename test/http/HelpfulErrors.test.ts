/**
 * Messages that tell what to do: the header of a missing key, what a send lacks, the template that was asked for.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Fetching from "./Fetching.ts"

interface Failure {
  readonly error: { readonly code: string; readonly message: string; readonly details?: Record<string, Array<string>> }
}

describe("a refusal", () => {
  let fetching: Fetching.Fetching
  beforeAll(async () => {
    fetching = await Fetching.start()
  })
  afterAll(() => fetching.stop())

  const refused = async (path: string, body?: object, headers?: Record<string, string>) => {
    const answer = await fetching.ask(path, {
      headers: headers ?? { "x-api-key": fetching.subject.apiKey },
      ...(body === undefined ? {} : { body })
    })
    return ((await answer.json()) as Failure).error
  }

  it("of a request without a key names the header", async () => {
    expect(await refused("/v3/me", undefined, {})).toMatchObject({
      code: "AUTH_002",
      message: expect.stringContaining("x-api-key")
    })
  })

  it("of a path that begins with two slashes says that there is none: no base path is left out that the host has not named", async () => {
    expect(await refused("//v3/me")).toMatchObject({ code: "RESOURCE_013" })
  })

  it("of a send without content names the template and the text", async () => {
    const { details } = await refused("/v3/messages", { to: ["+12015550123"] })
    expect(details).toEqual({ template: [expect.stringMatching(/id or name.*text/)] })
  })

  it("of a send with an unknown template names what was asked for", async () => {
    const send = (template: object) => refused("/v3/messages", { to: ["+12015550123"], template })
    const id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
    expect(await send({ id })).toEqual({ code: "RESOURCE_002", message: `There is no template with the id ${id}` })
    expect(await send({ name: "spring_sale" }))
      .toEqual({ code: "RESOURCE_002", message: "There is no template with the name \"spring_sale\"" })
  })

  it("names all fields that fail in one answer", async () => {
    const { code, details } = await refused("/v3/messages", {
      to: ["nobody"],
      channel: ["pigeon"],
      template: {},
      scheduled_at: "soon"
    })
    expect(code).toBe("VALIDATION_001")
    expect(Object.keys(details ?? {}).toSorted()).toEqual(["channel[0]", "scheduled_at", "template", "to[0]"])
  })
})
