/** Each package says where it comes from, in the words of one place. */
import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { inRoot } from "../packages/Tarballs.ts"
import * as Project from "./Project.ts"

describe("the manifests of what is published", () => {
  it("say where the package comes from, as the root's does", () => {
    expect(Project.published.length).toBeGreaterThan(15)
    expect(Project.differing()).toEqual([])
  })

  it("have words of their own to be found by, and all one version", () => {
    const root = Project.read(".")
    for (const manifest of Project.published.map(Project.read)) {
      const { keywords = [], name, version } = manifest
      expect([name, version, manifest["license"]]).toEqual([name, root.version, root["license"]])
      expect(keywords.length, name).toBeGreaterThan(5)
      for (const word of keywords) expect(word, name).toMatch(/^[a-z0-9-]+$/)
      expect(manifest["description"], name).toMatch(/^[A-Z].{10,140}\.$/)
    }
  })

  it("are the only ones that name the organisation, besides what is made of them", () => {
    const [, organization = ""] = /\.com\/([^/]+)\//.exec(Project.read(".").repository!.url) ?? []
    expect(organization).not.toBe("")
    const naming = execFileSync("git", ["grep", "-l", "-F", `/${organization}/`], {
      cwd: inRoot("."),
      encoding: "utf8"
    })
    expect(naming.trim().split("\n").filter((path) => !path.endsWith("package.json"))).toEqual([])
  })

  it("differ where a field is not as it should be", () => {
    const url = "git+https://example.com/a/b.git"
    expect(Project.derived(url, "packages/core", ["sms", "domain"])).toEqual({
      keywords: ["signalbox", "messaging", "sms", "whatsapp", "rcs", "domain"],
      homepage: "https://example.com/a/b/tree/main/packages/core#readme",
      bugs: { url: "https://example.com/a/b/issues" },
      repository: { type: "git", url, directory: "packages/core" }
    })
  })
})
