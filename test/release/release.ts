/**
 * `npm run release`: packs what would be published, and prints versions, the tag, the commands and what each package holds.
 * It publishes nothing, unless `-- --publish` is given in the release workflow, which alone can prove where a package was
 * built. Packages that are there already are left alone, so that a release that broke off can be run again.
 */
import { execFileSync } from "node:child_process"
import { readFileSync, statSync } from "node:fs"
import * as Packing from "../packages/Packing.ts"
import { inRoot, run } from "../packages/Tarballs.ts"
import * as Changelog from "./Changelog.ts"
import * as Plan from "./Plan.ts"
import * as Project from "./Project.ts"

const isReal = process.argv.includes("--publish")
if (isReal && process.env["GITHUB_ACTIONS"] !== "true") {
  console.error("Packages are published by the release workflow alone, whose runs prove what they were built from.")
  process.exit(2)
}

const git = (...options: ReadonlyArray<string>): string =>
  execFileSync("git", options, { cwd: inRoot("."), encoding: "utf8" }).trim()

const isThere = async (name: string, version: string): Promise<boolean> => {
  try {
    return (await run(inRoot("."), "npm", "view", `${name}@${version}`, "version")).trim() === version
  } catch {
    return false
  }
}

await Packing.end(async () => {
  const { tarballs } = await Packing.consume()
  const manifests = Project.published.map(Project.read)
  const names = manifests.map(({ name }) => name)
  const plan = Plan.make(manifests.map(({ dependencies = {}, name, version }) => {
    const tarball = tarballs[name]
    if (tarball === undefined) throw new Error(`${name} was not packed.`)
    return { name, version, tarball, needs: Object.keys(dependencies).filter((each) => names.includes(each)) }
  }))
  const open = Changelog.open(readFileSync(inRoot("CHANGELOG.md"), "utf8"))
  console.log(
    `Version ${plan.version}, tag ${plan.tag}${open === null ? "" : `; CHANGELOG.md says that ${open} is not released`}`
  )
  for (const each of plan.packages) {
    const files = (await run(inRoot("."), "tar", "-tzf", each.tarball)).trim().split("\n")
    const kinds = ["src/", "dist/"].map((kind) =>
      `${files.filter((path) => path.startsWith(`package/${kind}`)).length} in ${kind}`
    )
    const others = files.filter((path) => !/^package\/(?:src|dist)\//.test(path)).map((path) =>
      path.replace("package/", "")
    )
    console.log(
      `\n${each.name}@${each.version}: ${Math.ceil(statSync(each.tarball).size / 1024)} kB, ${kinds.join(", ")}, ` +
        `${others.toSorted().join(", ")}\n  npm ${
          Plan.publish({ ...each, tarball: each.tarball.split("/").at(-1)! }).join(" ")
        }`
    )
  }
  if (!isReal) return console.log(`\nA dry run: ${plan.packages.length} packages could be published.`)
  if (open !== null) throw new Error("Run `npm run release:version` first, and commit what it writes.")
  if (git("status", "--porcelain") !== "") throw new Error("What is not committed cannot be released.")
  for (const each of plan.packages) {
    if (await isThere(each.name, each.version)) console.log(`${each.name}@${each.version} is there already`)
    else await run(inRoot("."), "npm", ...Plan.publish(each))
  }
  git("tag", plan.tag)
  git("push", "origin", plan.tag)
})
