/** Asks the routes that have read a body before Signalbox gets it. */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"

const server = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", "0"], {
  stdio: ["ignore", "pipe", "inherit"]
})
let url = ""
for await (const line of createInterface({ input: server.stdout })) {
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? url
  if (line.includes("Ready")) break
}
server.stdout.resume()
for (const path of ["/read/carriers/console", "/api/read/carriers/console"]) {
  const headers = { "content-type": "application/json" }
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: "{\"delivered\":true}" })
  console.log(answer.status)
}
server.kill()
