/**
 * E-mail addresses (decisions part 6).
 */
import * as Email from "@signalbox/core/Email"
import { describe, expect, it } from "vitest"

describe("Email", () => {
  it.each(["a@b.c", "ada@acme.example", " Ada.L+x@mail.acme.example\t", "é@ü.example"])("%j is an address", (text) => {
    expect(Email.is(text)).toBe(true)
  })

  it.each(["", "ada", "@b.c", "a@b", "a@b.", "a@.c", "a@b..c", "a b@c.d", "a@b@c.d", "a@b .c"])(
    "%j is none",
    (text) => {
      expect(Email.is(text)).toBe(false)
    }
  )

  it("is compared without the space around it, in lower case", () => {
    expect(Email.compared("  Ada@ACME.example\n")).toBe("ada@acme.example")
  })

  it.each<readonly [one: string | null, other: string | null, isSame: boolean]>([
    ["ada@acme.example", " ADA@acme.example ", true],
    ["ada@acme.example", "bob@acme.example", false],
    ["ada@acme.example", null, false],
    [null, "ada@acme.example", false],
    [null, null, false],
    ["", "", false],
    [" ", "", false]
  ])("%j and %j are the same: %s", (one, other, isSame) => {
    expect(Email.same(one, other)).toBe(isSame)
  })
})
