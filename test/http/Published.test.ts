/**
 * The document and the reference page can be switched off, each by itself. Express then leaves their paths to the host.
 */
import * as ExpressMount from "@signalbox/express/ExpressMount"
import type { Published } from "@signalbox/http/Published"
import * as Published_ from "@signalbox/http/Published"
import * as HttpClient from "@signalbox/testing/http/HttpClient"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import express from "express"
import { afterEach, describe, expect, it } from "vitest"
import type { Mount } from "./Mounts.ts"
import * as Mounts from "./Mounts.ts"
import { starter } from "./NodeSubject.ts"
import * as Storages from "./Storages.ts"

let subject: HttpSubject | undefined

afterEach(() => subject?.stop())

const start = async (mount: Mount, published: Published) => {
  subject = await starter({
    mount: Layer.provide(mount, Layer.succeed(Published_.Published, published)),
    storage: Storages.memory
  })()
  const nobody = HttpClient.make(subject.baseUrl)
  return { nobody, client: nobody.as({ "x-api-key": subject.apiKey }) }
}

/** An Express application that has a page of its own after Signalbox. */
const host: Mount = Mounts.around(
  Effect.map(
    ExpressMount.makeHandler,
    (handler) => {
      const own = (_: unknown, response: express.Response) => void response.send("the host's")
      return express().use(handler).get("/docs", own).get("/health/live", own)
    }
  )
)

const both = { document: "/openapi.json", page: "/docs" }

describe.each([["node", Mounts.node], ["web", Mounts.web]])("what is switched off on %s", (_, mount) => {
  it.each([
    { document: true, page: false, health: true },
    { document: false, page: true, health: true },
    { document: false, page: false, health: true }
  ])("is not there: %o", async (published) => {
    const { client, nobody } = await start(mount, published)
    for (const part of ["document", "page"] as const) {
      const path = both[part]
      const shown = published[part]
      const asked = { stranger: (await nobody.get(path)).status, known: (await client.get(path)).status }
      expect({ path, ...asked }).toEqual({
        path,
        ...(shown ? { stranger: 200, known: 200 } : { stranger: 401, known: 404 })
      })
      expect((await client.send("POST", path)).status).toBe(shown ? 405 : 404)
    }
  })

  it("answers nothing of its health where that is switched off", async () => {
    for (const health of [true, false]) {
      const { client, nobody } = await start(mount, { document: true, page: true, health })
      for (const path of ["/health/live", "/health/ready", "/healthcheck"]) {
        const asked = { stranger: (await nobody.get(path)).status, known: (await client.get(path)).status }
        expect({ path, ...asked }).toEqual({
          path,
          ...(health ? { stranger: 204, known: 204 } : { stranger: 401, known: 404 })
        })
      }
      await subject?.stop()
    }
  })
})

describe("on Express", () => {
  it("what is published is Signalbox's, and what is switched off is the host's", async () => {
    const on = await start(host, { document: true, page: true, health: true })
    expect((await on.nobody.get("/docs")).text).toContain("Signalbox")
    expect((await on.nobody.get("/docs?a=b")).status).toBe(200)
    expect((await on.nobody.get("/health/live")).status).toBe(204)
    await subject?.stop()
    const off = await start(host, { document: true, page: false, health: false })
    expect((await off.nobody.get("/docs")).text).toBe("the host's")
    expect((await off.nobody.get("/health/live")).text).toBe("the host's")
    expect((await off.nobody.get("/openapi.json")).status).toBe(200)
  })
})
