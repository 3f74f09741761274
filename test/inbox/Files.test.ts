/**
 * The inbox is a small table of files that a strict policy allows: no inline script or style, no other host.
 */
import * as Files from "@signalbox/inbox/Files"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"

const text = (path: string): string => new TextDecoder().decode(Files.files().get(path)?.bytes)

const paths = [...Files.files().keys()]
const scripts = paths.filter((path) => /\.[jt]s$/.test(path))

describe("the files of the inbox", () => {
  it("have less than 60 KiB together as a browser gets them from this machine", () => {
    const sizes = [...Files.files().values()].map((file) => file.encoded("br").length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * 1024)
    expect(paths.length).toBeGreaterThan(40)
  })

  it("are named by the document and by each other, so that nothing is missing", () => {
    const named = [...text("").matchAll(/(?:href|src)="(inbox\/[^"]+)"/g)].map(([, path = ""]) => path)
    expect(named.filter((path) => !paths.includes(path))).toEqual([])
    const missing = scripts.flatMap((path) =>
      [...text(path).matchAll(/^(?:import|export)\b[^"';]*?\bfrom\s*"(\.[^"]+)"/gm)]
        .map(([, specifier = ""]) => new URL(specifier, `http://here/${path}`).pathname.slice(1))
        .filter((target) => !paths.includes(target))
    )
    expect(missing).toEqual([])
  })

  it("hold no types, no import of a bare name, no inline script and no style of an element", () => {
    for (const path of scripts) {
      expect(text(path), path).not.toMatch(/^import type |^import [^`]*\bfrom\s*"(?![./])[^"]*"\n/m)
      // The library can do what the inbox does not.
      if (path.includes("internal/")) {
        expect(text(path), path).not.toMatch(/dangerouslySetInnerHTML|\beval\(|new Function\(/)
      }
    }
    expect(text("")).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/)
    expect(text("inbox/inbox.css")).not.toMatch(/@import|url\(/)
  })

  it("have the mark as their icon", () => {
    const icon = text("inbox/icon.svg")
    expect(icon).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 22 22">.*<\/svg>\s*$/s)
    expect(icon.match(/<circle/g)).toHaveLength(3)
  })

  it("allow nothing but this origin", () => {
    expect(Files.contentSecurityPolicy).toContain("default-src 'none'")
    expect(Files.contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:|data:/)
  })

  it("are answered in an encoding that the client takes, and not again when it has them", () => {
    const whole = Files.answer("", { method: "GET" })
    expect(whole?.status).toBe(200)
    expect(whole?.headers["content-security-policy"]).toBe(Files.contentSecurityPolicy)
    const decoded = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const encoding of ["br", "gzip"] as const) {
      const answer = Files.answer("", { method: "GET", acceptEncoding: `deflate, ${encoding};q=1` })
      expect(answer?.headers["content-encoding"]).toBe(encoding)
      expect(decoded[encoding](answer?.body ?? new Uint8Array()).equals(whole?.body ?? new Uint8Array())).toBe(true)
    }
    const etag = whole?.headers["etag"]
    expect(Files.answer("", { method: "GET", ifNoneMatch: `"other", W/${etag}` })).toMatchObject({
      status: 304,
      body: null
    })
    expect(Files.answer("", { method: "GET", ifNoneMatch: "\"other\"" })?.status).toBe(200)
    expect(Files.answer("", { method: "HEAD" })).toMatchObject({ status: 200, body: null })
    expect(Files.answer("", { method: "POST" })).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } })
    expect(Files.answer("inbox/../package.json", { method: "GET" })).toBeNull()
  })
})
