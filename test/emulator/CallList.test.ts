/** The list of the control's calls tells what each of them takes. */
import type { Call } from "@signalbox/emulator/control/Call"
import * as CallList from "@signalbox/emulator/control/CallList"
import { calls } from "@signalbox/emulator/control/Control"
import { Ajv2020 } from "ajv/dist/2020.js"
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
