/** A release publishes all packages in one version, none before what it needs, each with its provenance. */
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Plan from "./Plan.ts"
import * as Project from "./Project.ts"

const of = (name: string, needs: ReadonlyArray<string>, version = "0.2.0"): Plan.Package => ({
  name,
  needs,
  version,
  tarball: `${name}.tgz`
})

/** Packages that need only such with a smaller number. */
const packages = fc.array(fc.array(fc.nat()), { minLength: 1, maxLength: 12 }).chain((all) =>
  fc.shuffledSubarray(
    all.map((needs, index) => of(`p${index}`, index === 0 ? [] : needs.map((each) => `p${each % index}`))),
    { minLength: all.length }
  )
)

describe("the plan of a release", () => {
  prop("has every package once, behind what it needs", packages, (all) => {
    const order = Plan.make(all).packages.map(({ name }) => name)
    expect(order.toSorted()).toEqual(all.map(({ name }) => name).toSorted())
    for (const { name, needs } of all) {
      for (const need of needs) expect(order.indexOf(need)).toBeLessThan(order.indexOf(name))
    }
  })

  prop("does not depend on the order in which they are given", packages, (all) => {
    expect(Plan.make(all)).toEqual(Plan.make(all.toReversed()))
  })

  it("is refused where versions differ, or packages need each other", () => {
    expect(() => Plan.make([of("a", []), of("b", [], "0.3.0")])).toThrow("0.2.0, 0.3.0")
    expect(() => Plan.make([of("a", ["b"]), of("b", ["a"])])).toThrow("a, b")
  })

  it("proves where each package was built, and keeps what is not final from those who did not ask", () => {
    expect(Plan.publish(of("a", []))).toEqual(["publish", "a.tgz", "--access=public", "--provenance", "--tag=latest"])
    expect(Plan.publish(of("a", [], "0.2.0-rc.1"))).toContain("--tag=next")
  })

  it("can be made of what there is", () => {
    const all = Project.published.map(Project.read).map(({ dependencies = {}, name, version }) =>
      of(name, Object.keys(dependencies), version)
    )
    const { packages: order, tag, version } = Plan.make(all)
    expect(tag).toBe(`v${version}`)
    expect(order[0]!.needs.filter((name) => name.startsWith("@signalbox/"))).toEqual([])
  })
})
