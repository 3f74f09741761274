/**
 * Serves the built site as a static host does: compressed, and `/guides/templates` from `guides/templates.html`.
 */
import { existsSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"
import { gzipSync } from "node:zlib"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8"
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

const fileOf = (folder: string, address: string): string | undefined => {
  const path = join(folder, normalize(decodeURIComponent(address)))
  return [path, `${path}.html`, join(path, "index.html")].find(isFile)
}

export interface Served {
  readonly url: string
  readonly close: () => Promise<void>
}

export const serve = async (folder: string): Promise<Served> => {
  const server = createServer((request, response) => {
    const file = fileOf(folder, new URL(request.url ?? "/", "http://localhost").pathname)
    if (file === undefined) return void response.writeHead(404).end("There is no such page.")
    const bytes = readFileSync(file)
    const type = types[extname(file)] ?? "application/octet-stream"
    const isPacked = /text|json|svg|javascript/.test(type)
    response.writeHead(200, { "content-type": type, ...(isPacked ? { "content-encoding": "gzip" } : {}) })
    response.end(isPacked ? gzipSync(bytes) : bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
