/**
 * Says of many changes together whether they compile. Each stands as a file of its own beside its source, so that
 * TypeScript runs once for all changes of a package; most of them do not compile, and a run for each would take most of the time
 * of a sample.
 */
import { spawn } from "node:child_process"
import { posix } from "node:path"
import type { TreeCopy } from "../TreeCopy.ts"
import * as Change from "./Change.ts"
import type { Drawn } from "./Draw.ts"

/** Null: the file compiles, but declares something else than before, so whoever imports it may not compile any more. */
export type Answer = boolean | null

const packageOf = (file: string): string => file.split("/").slice(0, 2).join("/")

/** The file beside a source that stands for it, changed or as it is. */
const beside = (file: string, name: string): string => file.replace(/\.ts$/, `.${name}.ts`)

const own = "own"

const declarations = ".declarations"

const declarationsOf = (file: string): string => posix.join(declarations, file.replace(/\.ts$/, ".d.ts"))

/** The same options as the package has, so that the same is refused; the packages that it imports are their sources. */
const configuration = (copy: TreeCopy, folder: string): string => {
  const { compilerOptions, include } = JSON.parse(copy.read(posix.join(folder, "tsconfig.json"))) as {
    readonly compilerOptions: { readonly types: ReadonlyArray<string> }
    readonly include: ReadonlyArray<string>
  }
  return JSON.stringify({
    extends: "../../.tsconfig.base.json",
    compilerOptions: {
      ...compilerOptions,
      // Sources of other packages may need what those of this one do not.
      types: [...new Set([...compilerOptions.types, "node"])],
      rootDir: copy.root,
      outDir: posix.join(copy.root, declarations),
      composite: false,
      incremental: false,
      tsBuildInfoFile: null,
      declarationMap: false,
      sourceMap: false,
      emitDeclarationOnly: true,
      allowImportingTsExtensions: true,
      rewriteRelativeImportExtensions: false
    },
    include
  })
}

const compiler = (copy: TreeCopy, project: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn("node_modules/.bin/tsc", ["-p", project, "--pretty", "false"], {
      cwd: copy.root,
      stdio: ["ignore", "pipe", "ignore"]
    })
    let said = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
    })
    child.on("error", reject)
    child.on("exit", () => resolve(said))
  })

/** The files that the compiler complains of. */
const refused = (said: string): ReadonlySet<string> =>
  new Set([...said.matchAll(/^(\S+?)\(\d+,\d+\): error /gm)].map(([, file]) => file ?? ""))

const ofPackage = async (copy: TreeCopy, folder: string, all: ReadonlyArray<Drawn>): Promise<ReadonlyArray<Answer>> => {
  const written = new Map<string, string>()
  const names = all.map(({ change, file, source }, index) => {
    const name = beside(file, `changed${index}`)
    written.set(beside(file, own), source).set(name, Change.apply(change, source))
    return name
  })
  const project = posix.join(folder, "tsconfig.changed.json")
  for (const [name, text] of written) copy.write(name, text)
  copy.write(project, configuration(copy, folder))
  const said = refused(await compiler(copy, project))
  const declared = (name: string): string => copy.read(declarationsOf(name))
  const answers = all.map(({ file }, index): Answer => {
    const name = names[index] ?? ""
    // Two files that declare the same type declare two: where the unchanged one is refused as well, nothing is known.
    if (said.has(beside(file, own))) return null
    if (said.has(name)) return false
    return declared(name) === declared(beside(file, own)) ? true : null
  })
  for (const name of written.keys()) copy.delete(name)
  const others = [...said].filter((file) => !written.has(file))
  if (others.length > 0) throw new Error(`These do not compile as they are: ${others.join(", ")}`)
  return answers
}

/** Answers in the order of the changes. The copy must be nobody else's meanwhile. */
export const ask = async (copy: TreeCopy, all: ReadonlyArray<Drawn>): Promise<ReadonlyArray<Answer>> => {
  const answers = new Map<Drawn, Answer>()
  for (const folder of new Set(all.map(({ file }) => packageOf(file)))) {
    const here = all.filter(({ file }) => packageOf(file) === folder)
    const answered = await ofPackage(copy, folder, here)
    here.forEach((drawn, index) => answers.set(drawn, answered[index] ?? null))
  }
  return all.map((drawn) => answers.get(drawn) ?? null)
}
