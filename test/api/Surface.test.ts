import { describe, expect, it } from "vitest"
import * as Surface from "./Surface.ts"

describe("the words of a declaration", () => {
  it("are the same in whatever order the compiler writes a union", () => {
    const one = `export declare const channel: "sms" | "rcs" | Other<"a b">`
    expect(Surface.words(one)).toBe(Surface.words(`export declare const channel: Other<"a b"> | "rcs" | "sms"`))
  })

  it.each([`"sms" | "rcs" | Other<"a b">; more`, `"sms" | Other<"a b">`, `"sms" | "rcs" | Other<"b a">`])(
    "differ where something is added, gone or another: %s",
    (other) => {
      expect(Surface.words(`"sms" | "rcs" | Other<"a b">`)).not.toBe(Surface.words(other))
    }
  )
})
