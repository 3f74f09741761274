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

const generators: ReadonlyArray<Check> = [
  ["openapi-typescript", ({ run }) => run("openapi-typescript", "openapi.json", "-o", "made/types.ts")],
  ["@hey-api/openapi-ts", ({ run }) => run("openapi-ts", "-i", "openapi.json", "-o", "made/hey", "--no-log-file")],
  ["orval", ({ run }) => run("orval", "--input", "openapi.json", "--output", "made/orval/api.ts", "--client", "fetch")]
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
// A document with a fault: what says nothing of it says nothing of ours.
const faulty = await Tools.open({ ...document, servers: [], tags: [{ name: "messages" }] })
try {
  for (const [title, holds] of [...linters, ...generators, compiles]) tell(title, await holds(tools))
  for (const [title, holds] of linters) {
    const { output, status } = await holds(faulty)
    tell(`${title} finds a fault`, { status: status === 0 ? 1 : 0, output })
  }
} finally {
  tools.close()
  faulty.close()
}
process.exitCode = failed.length === 0 ? 0 : 1
