/**
 * The derived name of a template that many want at the same time (decisions 4.1): after some losses it is one that nobody
 * else wants.
 */
import { operations } from "@signalbox/core/Catalogue"
import type { Definition } from "@signalbox/core/Definition"
import * as Facts from "@signalbox/core/Facts"
import { uniqueText } from "@signalbox/core/Kind"
import { templateName } from "@signalbox/core/Template"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const own = Given.account()
const definition: Definition = { body: { multiChannel: { template: "Your parcel is here." } } }

const { decides } = operations["templates.create"]
const command = {
  caller: { account: own, keyAccount: own },
  consulted: undefined,
  path: {},
  query: {},
  body: { definition }
}

/** Returns the name that a template gets where others have won so often, and all derived names but the first are free. */
const named = (losses: number) => {
  const needs = decides.needs(command, Facts.empty)
  const facts: Facts.Facts = { ...Facts.empty, owners: new Map(needs.uniques.map((key) => [uniqueText(key), null])) }
  const { answer } = Result.getOrThrow(decides.decide(command, { facts, now: Given.now, ids: Given.ids() }, losses))
  return answer
}

describe("a name that many want at the same time", () => {
  it("is the next free one, until others were faster twelve times: then it ends as its id does", () => {
    expect(named(0).name).toBe("your_parcel_is_here")
    expect(named(11).name).toBe("your_parcel_is_here")
    const contested = named(12)
    expect(contested.name).toBe(`your_parcel_is_here_${contested.id.slice(-8)}`)
    expect(templateName(own.id, contested.name)).not.toEqual(templateName(own.id, named(11).name))
  })
})
