/**
 * Tests hold what anybody may read without a key: the OpenAPI document, and the reference page that is made from it.
 */
import { describe, expect, it } from "vitest"
import { bindings } from "./Bindings.ts"
import type { Start } from "./HttpSubject.ts"
import { failure, standing } from "./internal/answers.ts"
import { server } from "./internal/given.ts"

const paths = ["/openapi.json", "/docs"]

export const suite = (name: string, start: Start): void => {
  describe(`Published (${name})`, () => {
    const given = server(start)

    it("is the document of every operation, without a key", async () => {
      const reply = await given().nobody.get("/openapi.json")
      standing(reply)
      expect(reply.status).toBe(200)
      expect(reply.headers.get("content-type")).toMatch(/^application\/json\b/)
      const document = reply.json as {
        readonly openapi: string
        readonly info: object
        readonly paths: Readonly<Record<string, object>>
      }
      expect(document.openapi).toMatch(/^3\.1\./)
      expect(document.info).toMatchObject({ title: "Signalbox", version: "v3" })
      const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
      expect(operations).toHaveLength(bindings.length)
    })

    it("is a page that may run only its own scripts and ask only its own service, without a key", async () => {
      const reply = await given().nobody.get("/docs")
      standing(reply)
      expect(reply.status).toBe(200)
      expect(reply.headers.get("content-type")).toMatch(/^text\/html\b/)
      const policy = reply.headers.get("content-security-policy") ?? ""
      expect(policy.replace(/script-src(?: 'sha256-[A-Za-z0-9+/]{43}=')+;/, "script-src ITS OWN;").split("; ")).toEqual(
        [
          "default-src 'none'",
          "script-src ITS OWN",
          "style-src 'unsafe-inline'",
          "img-src 'self' data:",
          "font-src data:",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'"
        ]
      )
      expect(reply.text).toContain("/v3/messages/{id}/activities")
    })

    it("is sent once to whoever keeps it", async () => {
      for (const path of paths) {
        const first = await given().nobody.get(path)
        const again = await given().nobody.get(path, { "if-none-match": first.headers.get("etag")! })
        expect({ path, status: again.status, text: again.text }).toEqual({ path, status: 304, text: "" })
        expect([first, again].map(({ headers }) => headers.get("cache-control"))).toEqual(["no-cache", "no-cache"])
        expect(first.headers.get("x-content-type-options")).toBe("nosniff")
        standing(again)
        const other = await given().nobody.get(path, { "if-none-match": "\"0\"" })
        expect({ path, status: other.status, text: other.text }).toEqual({ path, status: 200, text: first.text })
      }
    })

    it("can only be read", async () => {
      for (const path of paths) {
        const head = await given().nobody.send("HEAD", path)
        expect({ path, status: head.status, text: head.text }).toEqual({ path, status: 200, text: "" })
        standing(head)
        const whole = await given().nobody.get(path)
        expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(whole.text)))
        expect(head.headers.get("etag")).toBe(whole.headers.get("etag"))
        for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
          const reply = await given().client.send(method, path)
          failure(reply, 405, "VALIDATION_001")
          expect(reply.headers.get("allow")).toBe("GET, HEAD")
        }
      }
    })
  })
}
