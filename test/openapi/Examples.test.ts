/**
 * The examples of the OpenAPI document are what the emulator answers and delivers now. When it answers otherwise on
 * purpose, `npm run openapi:examples` records them anew.
 */
import * as EventName from "@signalbox/core/EventName"
import * as Examples from "@signalbox/http/openapi/Examples"
import * as Bindings from "@signalbox/testing/http/Bindings"
import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import * as Placeholder from "./examples/Placeholder.ts"
import { file, record } from "./examples/Recorder.ts"

describe("the examples of the document", () => {
  let recorded: string

  beforeAll(async () => {
    recorded = await record()
  })

  it("are what the emulator answers", () => {
    expect(recorded).toBe(readFileSync(file, "utf8"))
  })

  it("are recorded of each operation that has a body or an answer, and of each event", () => {
    const shown = Bindings.names.filter((name) => Examples.all[name] !== undefined)
    expect(Object.keys(Examples.all)).toEqual(shown)
    expect(Object.keys(Examples.events)).toEqual(EventName.all)
  })

  it("hold no key and no secret but those that nobody can take for real ones", () => {
    expect(new Set(recorded.match(/whsec_[^"]*/g))).toEqual(new Set([Placeholder.secret]))
    expect(new Set(recorded.match(/(?<="api_key": ")[^"]*/g))).toEqual(new Set([Placeholder.apiKey]))
    expect(recorded).not.toMatch(/127\.0\.0\.1|localhost/)
  })
})
