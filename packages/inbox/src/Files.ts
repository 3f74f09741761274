/**
 * The files of the inbox, for whatever serves them: a table of paths, and the policy that the document is served with.
 */
import { createHash } from "node:crypto"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import * as Contents from "./Contents.ts"
import * as Document from "./internal/document.ts"
import { stylesheet } from "./internal/style/stylesheet.ts"

/** The encodings that files are answered in, the smallest first. Browsers take `br` from this machine and over TLS. */
const encodings = {
  br: (bytes: Uint8Array): Uint8Array =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gzip: (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 9 })
}

export type Encoding = keyof typeof encodings

/** A file as a browser gets it. */
export interface File {
  /** The value of the header `content-type`. */
  readonly type: string
  readonly bytes: Uint8Array
  /** Returns the bytes in an encoding, which is made when it is asked for the first time. */
  readonly encoded: (encoding: Encoding) => Uint8Array
  /** The value of the header `etag`, quotes included. */
  readonly etag: string
}

/** Nothing but what this origin serves, nothing inline, and no frame around it. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

/** The headers that every file is served with, besides its type and its etag. */
export const headers: Readonly<Record<string, string>> = {
  "cache-control": "no-cache",
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

const script = "text/javascript; charset=utf-8"

const file = (type: string, text: string): File => {
  const bytes = new TextEncoder().encode(text)
  const digest = createHash("sha256").update(type).update(bytes).digest("base64url")
  const made: Partial<Record<Encoding, Uint8Array>> = {}
  return {
    type,
    bytes,
    encoded: (encoding) => made[encoding] ??= encodings[encoding](bytes),
    etag: `"${digest.slice(0, 22)}"`
  }
}

const documentOf = (source: Document.SourceName): File =>
  file("text/html; charset=utf-8", Document.html(Contents.entry, [...Contents.modules().keys()], source))

const make = (): ReadonlyMap<string, File> => {
  const modules = Contents.modules()
  return new Map([
    ["", documentOf("emulator")],
    ["inbox/inbox.css", file("text/css; charset=utf-8", stylesheet)],
    ["inbox/icon.svg", file("image/svg+xml", Document.icon)],
    ...[...modules].map(([path, text]) => [`inbox/${path}`, file(script, text)] as const)
  ])
}

let made: ReadonlyMap<string, File> | undefined
let consoleDocument: File | undefined

/** The document of a console has the path of the emulator's, and all other files are the same. */
const find = (path: string, source: Document.SourceName): File | undefined =>
  path === "" && source === "console" ? consoleDocument ??= documentOf(source) : files().get(path)

/**
 * Returns every file by its path, relative to the folder that the inbox is served from: the document has the empty path,
 * all others begin with `inbox/`. They are made when they are asked for the first time.
 */
export const files = (): ReadonlyMap<string, File> => made ??= make()

/** The parts of a request that decide how a file is answered. */
export interface Asked {
  readonly method: string
  /** The values of the request's headers `if-none-match` and `accept-encoding`. */
  readonly ifNoneMatch?: string | undefined
  readonly acceptEncoding?: string | undefined
}

export interface Answer {
  readonly status: 200 | 304 | 405
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

const knows = (known: string, etag: string): boolean =>
  known.split(",").some((each) => each.trim().replace(/^W\//, "") === etag)

/**
 * Returns the answer to a request for a file, or null when there is no such file.
 *
 * @param source where the page gets what it shows; from an emulator unless told otherwise
 */
export const answer = (
  path: string,
  { acceptEncoding = "", ifNoneMatch = "", method }: Asked,
  source: Document.SourceName = "emulator"
): Answer | null => {
  const found = find(path, source)
  if (found === undefined) return null
  if (method !== "GET" && method !== "HEAD") {
    return { status: 405, headers: { allow: "GET, HEAD", "content-length": "0" }, body: null }
  }
  const shared = { ...headers, etag: found.etag, vary: "accept-encoding" }
  if (knows(ifNoneMatch, found.etag)) return { status: 304, headers: shared, body: null }
  const taken = acceptEncoding.split(",").map((each) => each.split(";")[0]?.trim())
  const encoding = (["br", "gzip"] as const).find((each) => taken.includes(each))
  const bytes = encoding === undefined ? found.bytes : found.encoded(encoding)
  return {
    status: 200,
    headers: {
      ...shared,
      "content-type": found.type,
      "content-length": String(bytes.length),
      ...(encoding === undefined ? {} : { "content-encoding": encoding })
    },
    body: method === "HEAD" ? null : bytes
  }
}
