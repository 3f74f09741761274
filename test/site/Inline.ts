/**
 * Samples in TypeScript that stand in pages themselves: each is a module of its own that the compiler takes.
 */
import { execFile } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Page } from "./Page.ts"
import { root } from "./Repository.ts"
import { folder as siteFolder } from "./Stage.ts"

const folder = join(siteFolder, "samples")

/** Those that are taken from files have a title, and are checked there. */
const samplesOf = ({ file, text }: Page): ReadonlyArray<readonly [name: string, code: string]> =>
  [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((
    [, code = ""],
    index
  ) => [`${file.replace(/\.md$/, "").replaceAll("/", "-")}-${index + 1}.ts`, code])

const compilerOptions = {
  noEmit: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  rewriteRelativeImportExtensions: false,
  allowImportingTsExtensions: true,
  noUnusedLocals: false,
  lib: ["ES2023", "DOM"],
  types: ["node"],
  rootDir: root
}

/** Returns how many there are. Rejects with what the compiler says. */
export const check = async (pages: ReadonlyArray<Page>): Promise<number> => {
  const samples = pages.filter(({ file, written }) => written && /^(?:start|guides|why)\//.test(file)).flatMap(
    samplesOf
  )
  rmSync(folder, { recursive: true, force: true })
  if (samples.length === 0) return 0
  mkdirSync(folder, { recursive: true })
  for (const [name, code] of samples) writeFileSync(join(folder, name), code)
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, ".tsconfig.base.json"), compilerOptions, include: ["*.ts"] })
  )
  try {
    await promisify(execFile)(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--project", folder])
  } catch (error) {
    const { stdout = "" } = error as { readonly stdout?: string }
    throw new Error(`Samples of pages do not compile:\n${stdout}`, { cause: error })
  }
  return samples.length
}
