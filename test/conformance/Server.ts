/**
 * A server that the conformance suite is held against, in a process of its own: `Server.ts <mount> <storage>`. It prints
 * one line of JSON when it serves, and ends with its standard input.
 */
import * as Orders from "@signalbox/testing/conformance/Orders"
import * as Mounts from "../http/Mounts.ts"
import { host } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"

const mounts: Readonly<Record<string, Mounts.Mount>> = {
  node: Mounts.node,
  express: Mounts.expressMount,
  hono: Mounts.web
}
const [mount = "", storage = ""] = process.argv.slice(2)
const { cast, subject } = await host({
  mount: mounts[mount] ?? Mounts.node,
  storage: storage === "sqlite" ? Storages.sqlite : Storages.fromEnvironment(),
  ...(mount === "hono" ? { mayReset: "the bridge destroys a request that was not read to the end" } : {})
})
const { url: control } = await Orders.serve(subject, cast)
const { baseUrl, mayReset } = subject
console.log(JSON.stringify({ baseUrl, mayReset, control }))
process.stdin.on("end", () => process.exit()).resume()
