/**
 * The inbox is a small table of files that a strict policy allows: no inline script or style, no other host.
 */
import * as Contents from "@signalbox/inbox/Contents"
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

  it("end with the end of a line, and name no map of their source", () => {
    for (const path of scripts) {
      expect(text(path), path).toMatch(/\n$/)
      expect(text(path), path).not.toMatch(/^\/\/# sourceMappingURL/m)
    }
  })

  it("have the mark as their icon", () => {
    const icon = text("inbox/icon.svg")
    expect(icon).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 22 22">.*<\/svg>\s*$/s)
    expect(icon.match(/<circle/g)).toHaveLength(3)
  })

  it("allow nothing but this origin", () => {
    expect(Files.contentSecurityPolicy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
  })

  it("have the document of an emulator or of a console, which asks for all of them", () => {
    const modules = scripts.map((path) => `<link rel="modulepreload" href="${path}">`).join("\n")
    const documentOf = (source: "console" | "emulator", withoutScript: string): string =>
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Signalbox</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="inbox/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="inbox/inbox.css">
${modules}
<script type="module" src="inbox/internal/main.ts"></script>
</head>
<body>
<div id="inbox" data-source="${source}"></div>
<noscript>${withoutScript}</noscript>
</body>
</html>
`
    expect(text("")).toBe(documentOf(
      "emulator",
      "The inbox needs JavaScript. Everything it shows is also in the API: see <a href=\"docs\">the reference</a>."
    ))
    const ofConsole = Files.answer("", { method: "GET" }, "console")
    expect(new TextDecoder().decode(ofConsole?.body ?? undefined)).toBe(
      documentOf("console", "This page needs JavaScript.")
    )
    expect(Files.answer("inbox/icon.svg", { method: "GET" }, "console")?.body).toEqual(
      Files.files().get("inbox/icon.svg")?.bytes
    )
  })

  // `npm test -- test/inbox/Files.test.ts -u` accepts what it says now.
  it("have one stylesheet, line for line as it was agreed on", async () => {
    await expect(text("inbox/inbox.css")).toMatchFileSnapshot("views/inbox.css")
  })

  it("are served with what a browser may do with them", () => {
    const types = {
      "": "text/html; charset=utf-8",
      "inbox/inbox.css": "text/css; charset=utf-8",
      "inbox/icon.svg": "image/svg+xml",
      "inbox/preact.js": "text/javascript; charset=utf-8",
      "inbox/hooks.js": "text/javascript; charset=utf-8",
      "inbox/internal/main.ts": "text/javascript; charset=utf-8"
    }
    for (const [path, type] of Object.entries(types)) {
      const { bytes, etag } = Files.files().get(path) ?? { bytes: new Uint8Array(), etag: "" }
      const shared = {
        "cache-control": "no-cache",
        "content-security-policy": Files.contentSecurityPolicy,
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        etag,
        vary: "accept-encoding"
      }
      const whole = { ...shared, "content-type": type, "content-length": String(bytes.length) }
      expect(Files.answer(path, { method: "GET", acceptEncoding: "deflate" })).toEqual({
        status: 200,
        headers: whole,
        body: bytes
      })
      expect(Files.answer(path, { method: "HEAD" })).toEqual({ status: 200, headers: whole, body: null })
      expect(Files.answer(path, { method: "HEAD", ifNoneMatch: etag })).toEqual({
        status: 304,
        headers: shared,
        body: null
      })
      expect(Files.answer(path, { method: "PUT", ifNoneMatch: etag })).toEqual({
        status: 405,
        headers: { allow: "GET, HEAD", "content-length": "0" },
        body: null
      })
      expect(etag).toMatch(/^"[\w-]{22}"$/)
    }
    const etags = [...Files.files().values()].map(({ etag }) => etag)
    expect(new Set(etags).size).toBe(etags.length)
  })

  it("are made without a change of how this process warns", () => {
    const { emitWarning } = process
    const said: Array<string> = []
    const hear = (warning: Error): void => void said.push(warning.message)
    process.on("warning", hear)
    expect(Contents.modules().get(Contents.entry)).not.toContain("import type")
    process.off("warning", hear)
    expect([process.emitWarning, said]).toStrictEqual([emitWarning, []])
  })

  it("are encoded as the client likes best of what there is", () => {
    const encodingOf = (acceptEncoding: string) =>
      Files.answer("inbox/preact.js", { method: "GET", acceptEncoding })?.headers["content-encoding"]
    expect(["gzip, br", "gzip;q=1, deflate", "br;q=0.5,gzip", "zstd", "brotli", ""].map(encodingOf)).toEqual([
      "br",
      "gzip",
      "br",
      undefined,
      undefined,
      undefined
    ])
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
