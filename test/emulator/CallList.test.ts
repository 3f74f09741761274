/** The list of the control's calls tells what each of them takes. */
import type { Call } from "@signalbox/emulator/control/Call"
import * as CallList from "@signalbox/emulator/control/CallList"
import { calls } from "@signalbox/emulator/control/Control"
import type { Services } from "@signalbox/emulator/server/RestartableService"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

const call = (id: string): Call => calls.find(({ method, path }) => `${method} ${path}` === id)!

describe("what a call takes", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })

  it.each(calls.map((each) => [`${each.method} ${each.path}`, each] as const))("%s is a sound Schema", (_, each) => {
    const { properties, required } = CallList.input(each)
    expect(() => ajv.compile(CallList.input(each))).not.toThrow()
    const inPath = [...each.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(required).toEqual(expect.arrayContaining(inPath))
    expect(Object.keys(properties as object)).toEqual(expect.arrayContaining(inPath))
  })

  it("has its fields, their bounds and sentences, and no others", () => {
    const conversation = ajv.compile(CallList.input(call("GET /emulator/handsets/:phone/conversation")))
    expect(conversation({ phone: "+12015550123", limit: 1000 })).toBe(true)
    for (const wrong of [{}, { phone: "+12015550123", limit: 1001 }, { phone: "+12015550123", more: 1 }]) {
      expect(conversation(wrong), JSON.stringify(wrong)).toBe(false)
    }
    const script = ajv.compile(CallList.input(call("PUT /emulator/handsets/:phone")))
    const phone = "+12015550123"
    expect(script({ phone, script: [{ submit: { refuse: "invalid_number" }, receipts: ["read"] }] })).toBe(true)
    expect(script({ phone, script: [{ submit: { refuse: "no such class" } }] })).toBe(false)
    expect(script({ phone, script: [{ sumbit: "accept" }] })).toBe(false)
    expect(CallList.input(call("POST /emulator/clock"))).toMatchObject({
      properties: { advance_ms: { type: "integer", minimum: 0, description: "How far, in milliseconds." } },
      required: ["advance_ms"]
    })
  })
})

interface Listed {
  readonly method: string
  readonly path: string
  readonly summary?: string
  readonly input: Readonly<Record<string, object>>
}

/** Returns a call as lines that people can read: a star behind what has to be given. */
const written = ({ input, method, path, summary, ...more }: Listed): ReadonlyArray<string> => {
  const { $defs = {}, properties = {}, required, ...rest } = input
  const fields = Object.entries(properties).map(([name, each]: [string, unknown]) =>
    `  ${name}${(required as ReadonlyArray<string>).includes(name) ? "*" : ""}: ${JSON.stringify(each)}`
  )
  const parts = Object.entries($defs).map(([name, each]) => `  # ${name}: ${JSON.stringify(each)}`)
  expect([more, rest]).toEqual([{}, { type: "object", additionalProperties: false }])
  expect("$defs" in input).toBe(parts.length > 0)
  return [`${method} ${path}`, ...(summary === undefined ? [] : [`  ${summary}`]), ...fields, ...parts, ""]
}

describe("the list of calls", () => {
  it("is this one, word by word: assistants choose by what it says, and call by its fields and bounds", async () => {
    // It asks nothing of the service.
    const nobody = Context.empty() as Context.Context<Services>
    const answer = call("GET /emulator/calls").answer("", {}, [])
    const list = JSON.stringify(await Effect.runPromise(Effect.provideContext(answer, nobody)))
    const { calls: listed } = JSON.parse(list) as { readonly calls: ReadonlyArray<Listed> }
    await expect(listed.flatMap(written).join("\n")).toMatchFileSnapshot("calls.txt")
  })

  it("names the calls that only the emulator's own pages may use", () => {
    const own = calls.filter(({ isOwn }) => isOwn === true).map(({ method, path }) => `${method} ${path}`)
    expect(own).toEqual(["GET /emulator/messages", "GET /emulator/accounts"])
  })
})
