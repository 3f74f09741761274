/** The workflows and forms for the repository's host are what that can read, and run commands that there are. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { inRoot } from "../packages/Tarballs.ts"
import * as Project from "./Project.ts"

interface Step {
  readonly run?: string
  readonly uses?: string
}

interface Job {
  readonly "name"?: string
  readonly "runs-on": string
  readonly "timeout-minutes"?: number
  readonly "continue-on-error"?: boolean
  readonly "strategy"?: { readonly matrix: Readonly<Record<string, ReadonlyArray<string>>> }
  readonly "steps": ReadonlyArray<Step>
}

interface Workflow {
  readonly name: string
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const files = (folder: string): ReadonlyArray<readonly [name: string, text: string]> =>
  readdirSync(inRoot(folder)).filter((name) => name.endsWith(".yml")).map((name) =>
    [name, readFileSync(inRoot(`${folder}/${name}`), "utf8")] as const
  )

const workflows = files(".github/workflows").map(([name, text]) => [name, parse(text) as Workflow] as const)

const jobs = workflows.flatMap(([name, { jobs }]) =>
  Object.entries(jobs).map(([job, rest]) => [`${name} ${job}`, rest] as const)
)

const scripts = Object.keys(Project.read(".")["scripts"] as object)

/** Returns what is wrong with a command: it is a file that can be run, `npm ci`, `npm test`, or a script that there is. */
const flaw = (command: string): string | null => {
  const [program = "", ...words] = command.split(" ")
  if (program === ".ci/run") return words.length === 0 && (statSync(inRoot(program)).mode & 0o100) > 0 ? null : command
  if (program !== "npm") return command
  const name = words[0] === "run" ? words[1] : words[0]
  return name === "ci" || scripts.includes(name ?? "") ? null : command
}

describe("workflows", () => {
  it("are there for changes, every week and releases", () => {
    expect(workflows.map(([name, { on }]) => [name, Object.keys(on)])).toEqual([
      ["ci.yml", ["push", "pull_request"]],
      ["release.yml", ["workflow_dispatch"]],
      ["weekly.yml", ["schedule", "workflow_dispatch"]]
    ])
  })

  it("run commands that there are", () => {
    const commands = jobs.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run?.trim().split("\n") ?? []))
    expect(commands.length).toBeGreaterThan(8)
    expect(commands.filter((command) => flaw(command) !== null)).toEqual([])
    expect(["npm run nothing", "npx nothing", "curl x", ".ci/run it"].map(flaw)).not.toContain(null)
  })

  it("have an end, and may do no more than they need", () => {
    for (const [name, job] of jobs) {
      expect(job["timeout-minutes"], name).toBeLessThanOrEqual(360)
      expect(job.steps[0]?.uses, name).toMatch(/^actions\/checkout@v\d+$/)
    }
    for (const [name, { permissions }] of workflows) {
      const more = name === "release.yml" ? { "contents": "write", "id-token": "write" } : { contents: "read" }
      expect(permissions, name).toEqual(more)
    }
  })

  it("mark what nobody has tried, and let it fail", () => {
    for (const [name, job] of jobs) {
      const systems = job.strategy?.matrix["system"] ?? [job["runs-on"]]
      const isLinux = systems.every((system) => system.startsWith("ubuntu-"))
      expect([name, job["continue-on-error"] ?? false, job.name?.includes("(untried)") ?? false])
        .toEqual([name, !isLinux, !isLinux])
    }
  })
})

describe("forms for issues and changes", () => {
  it("ask what they should, by ids that are there once", () => {
    const forms = files(".github/ISSUE_TEMPLATE").filter(([name]) => name !== "config.yml")
    expect(forms.length).toBeGreaterThan(1)
    for (const [name, text] of forms) {
      const { body, description, name: title } = parse(text) as {
        readonly name?: string
        readonly description?: string
        readonly body: ReadonlyArray<{ readonly type: string; readonly id?: string; readonly attributes: object }>
      }
      expect([title, description].map((each) => typeof each), name).toEqual(["string", "string"])
      const ids = body.filter(({ type }) => type !== "markdown").map(({ id }) => id)
      expect(new Set(ids).size, name).toBe(ids.length)
      for (const { attributes, type } of body) {
        expect(["markdown", "input", "textarea", "dropdown"], name).toContain(type)
        expect(attributes, name).toHaveProperty(type === "markdown" ? "value" : "label")
      }
    }
    expect(existsSync(inRoot(".github/PULL_REQUEST_TEMPLATE.md"))).toBe(true)
  })
})
