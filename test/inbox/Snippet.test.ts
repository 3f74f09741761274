/**
 * Requests as people paste them, character for character: a shell and a compiler read them.
 */
import * as Snippet from "@signalbox/inbox/internal/snippet"
import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"

const base = "http://127.0.0.1:3000"
const body = { to: ["+1"], text: "it's \"on\" its way\nto $HOME" }

describe("a request to paste", () => {
  it("is a curl line, with a body where there is one", () => {
    expect(Snippet.curl(base, "the key", "me")).toBe(`curl -s '${base}/v3/me' -H 'x-api-key: the key'`)
    expect(Snippet.curl(base, "the key", "messages", { text: "it's" })).toBe(
      `curl -s '${base}/v3/messages' -H 'x-api-key: the key' -H 'content-type: application/json' ` +
        `-d '{"text":"it'\\''s"}'`
    )
  })

  it("comes through a shell as it is", () => {
    const line = Snippet.curl(base, "a'b", "messages", body).replace(/^curl/, "printf '%s\\n'")
    const said = execFileSync("sh", ["-c", line], { encoding: "utf8" }).split("\n")
    expect(said.slice(0, -1)).toEqual([
      "-s",
      `${base}/v3/messages`,
      "-H",
      "x-api-key: a'b",
      "-H",
      "content-type: application/json",
      "-d",
      JSON.stringify(body)
    ])
  })

  it("is a call of fetch", () => {
    expect(Snippet.fetched(base, "the \"key\"", "messages", { to: ["+1"] })).toBe(
      `const answer = await fetch("${base}/v3/messages", {
  method: "POST",
  headers: { "x-api-key": "the \\"key\\"", "content-type": "application/json" },
  body: JSON.stringify({
    "to": [
      "+1"
    ]
  })
})
const { data } = await answer.json()`
    )
  })

  it("is a call of the official client", () => {
    expect(Snippet.client(base, "the key", { to: [] })).toBe(
      `import Sent from "@sentdm/sentdm"

const client = new Sent({ baseURL: "${base}", apiKey: "the key" })
await client.messages.send({
  "to": []
})`
    )
  })

  it("is a call within the process that embeds the service", () => {
    expect(Snippet.embedded("an \"account\"", { to: [] })).toBe(
      `await box.as("an \\"account\\"").messages.send({
  "to": []
})`
    )
  })
})
