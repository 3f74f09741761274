/**
 * The derived name of a template that many want at the same time (decisions 4.1): after some losses it is one that nobody
 * else wants.
 */
import { operations } from "@signalbox/core/Catalogue"
import type { Definition } from "@signalbox/core/Definition"
import * as Facts from "@signalbox/core/Facts"
import { uniqueText } from "@signalbox/core/Kind"
import { fromEntries } from "@signalbox/core/RefMap"
import { templateName, Templates } from "@signalbox/core/Template"
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

/** Returns the template that is made where others have won so often, and one template has every name that `isTaken` says. */
const named = (losses: number, isTaken = false) => {
  const needs = decides.needs(command, Facts.empty)
  const other = Given.template()
  const ref = { kind: Templates.name, key: other.id }
  const facts: Facts.Facts = {
    ...Facts.empty,
    owners: new Map(needs.uniques.map((key) => [uniqueText(key), isTaken ? ref : null])),
    rows: fromEntries([[ref, { row: { kind: "template", key: other.id, value: other }, version: 1 }]])
  }
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

  it("ends as its id does where all derived names are taken", () => {
    const late = named(0, true)
    expect(late.name).toBe(`your_parcel_is_here_${late.id.slice(-8)}`)
  })
})
