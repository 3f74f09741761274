/**
 * Each term of a retention begins the work that keeps it, also alone (decisions 17.6, 19): a term that begins nothing keeps for
 * ever what it was to end.
 */
import type { Retention } from "@signalbox/core/internal/row/Retention"
import { redacts, removes } from "@signalbox/core/internal/row/Retention"
import { describe, expect, it } from "vitest"

const terms: Readonly<Record<keyof Retention, "redacts" | "removes">> = {
  texts: "redacts",
  media: "redacts",
  numbers: "redacts",
  webhookBodies: "redacts",
  messages: "removes",
  webhookEvents: "removes",
  contacts: "removes",
  usage: "removes"
}

const done = (retention: Retention) => ({ redacts: redacts(retention), removes: removes(retention) })

describe("a retention", () => {
  it.each(Object.entries(terms))("of %s alone %s", (term, what) => {
    expect(done({ [term]: 30 })).toEqual({ redacts: what === "redacts", removes: what === "removes" })
  })

  it("of no time at all, and of all terms, is told from none", () => {
    expect(done({})).toEqual({ redacts: false, removes: false })
    expect(done({ texts: 0, usage: 0 })).toEqual({ redacts: true, removes: true })
  })
})
