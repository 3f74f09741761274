/** Runs that count up come to each mutation once in a round. */
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Part from "./Part.ts"

describe("the parts of a round", () => {
  prop(
    "have each mutation once, wherever the round begins",
    fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat(1000), fc.nat(2000)),
    ([runs, first, index]) => {
      const playing = Array.from({ length: runs }, (_, run) => Part.has(`${first + run}/${runs}`, index))
      expect(playing.filter((each) => each === true)).toHaveLength(1)
      expect(playing).not.toContain(null)
    }
  )

  it.each(["", "1", "1/0", "a/2", "1/2/3"])("are not read from \"%s\"", (text) => expect(Part.has(text, 0)).toBeNull())
})
