/**
 * `npm run openapi`: public tools read the OpenAPI document. Linters find nothing in it, and what generators make of it
 * compiles strictly.
 */
import { Api } from "@signalbox/http/Api"
import * as OpenApi from "effect/http-api/OpenApi"
import type { Ran } from "./Tools.ts"
import * as Tools from "./Tools.ts"

type Check = readonly [title: string, holds: (tools: Tools.Tools) => Promise<Ran>]

/** A linter that tells of errors only by its status passes when it counts no warning either. */
const silent = ({ output, status }: Ran, nothing: RegExp): Ran => ({
  status: status === 0 && nothing.test(output) ? 0 : 1,
  output
})

const linters: ReadonlyArray<Check> = [
  [
    "redocly lint",
    async ({ run }) =>
      silent(await run("redocly", "lint", "--format=json", "openapi.json"), /"errors":\s*0,\s*"warnings":\s*0/)
  ],
  ["spectral", ({ run }) => run("spectral", "lint", "openapi.json", "--fail-severity=hint")]
]

/** A generator goes on after most of what it finds, and says so in passing. */
const unwarned = ({ output, status }: Ran): Ran => ({
  status: status === 0 && !/warn|error|\u26a0|deprecat|duplicate|unresolved|unsupported|skipp/i.test(output) ? 0 : 1,
  output
})

/** Two versions of orval are in use: of 8, and of 7, whose names of schemas had to be identifiers first. */
const orval = (version: 7 | 8, script: string): Check => [
  `orval ${version}`,
  async ({ run }) => {
    const made = `made/orval-${version}/api.ts`
    return unwarned(await run(`../${script}`, "--input", "openapi.json", "--output", made, "--client", "fetch"))
  }
]

/** The only one of the generators that judges the document by itself, and it goes on all the same. */
const orval7 = orval(7, "orval-7/dist/bin/orval.js")

const generators: ReadonlyArray<Check> = [
  [
    "openapi-typescript",
    async ({ run }) => unwarned(await run("openapi-typescript", "openapi.json", "-o", "made/types.ts"))
  ],
  [
    "@hey-api/openapi-ts",
    async ({ run }) => unwarned(await run("openapi-ts", "-i", "openapi.json", "-o", "made/hey", "--no-log-file"))
  ],
  orval7,
  orval(8, "orval/dist/bin/orval.mjs")
]

const compiles: Check = ["what they make compiles", ({ run }) => run("tsc", "-p", "tsconfig.json")]

const failed: Array<string> = []

const tell = (title: string, { output, status }: Ran): void => {
  console.log(`${status === 0 ? "ok    " : "FAILED"} ${title}`)
  if (status === 0) return
  failed.push(title)
  console.log(output)
}

const document = OpenApi.fromApi(Api)
const tools = await Tools.open(document)
// A document with faults: what says nothing of them says nothing of ours.
const faulty = await Tools.open({
  ...document,
  servers: [{ url: "{base_url}", variables: { base_url: { default: "", unknown: true } } }],
  tags: [{ name: "messages" }]
})
try {
  for (const [title, holds] of [...linters, ...generators, compiles]) tell(title, await holds(tools))
  for (const [title, holds] of [...linters, orval7]) {
    const { output, status } = await holds(faulty)
    tell(`${title} finds a fault`, { status: status === 0 ? 1 : 0, output })
  }
} finally {
  tools.close()
  faulty.close()
}
process.exitCode = failed.length === 0 ? 0 : 1
