/**
 * Measures how large what a bundler makes of the packages is: everything else that they need from the registry
 * included, as small as it can be made.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"

/** A program that uses as little as it says. */
const programs: ReadonlyArray<readonly [name: string, code: string]> = [
  ["core, one rule", `export { count } from "@signalbox/core/Segment"`],
  ["core, all of it", `export * from "@signalbox/core"`],
  ["receiver", `export { nodeHandler } from "@signalbox/receiver"`],
  [
    "facade with memory",
    `import { createSignalbox, memory } from "signalbox"
    export const box = () => createSignalbox({ storage: memory(), carriers: [] })`
  ],
  [
    "facade with PostgreSQL",
    `import { createSignalbox, postgres } from "signalbox"
    export const box = (url) => createSignalbox({ storage: postgres(url), carriers: [] })`
  ]
]

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024)} kB`

/** One line for each program. */
export const measure = async (consumer: string): Promise<ReadonlyArray<string>> => {
  const folder = join(consumer, "sizes")
  mkdirSync(folder, { recursive: true })
  const lines: Array<string> = []
  for (const [name, code] of programs) {
    const input = join(folder, `${name.replaceAll(/\W+/g, "-")}.js`)
    writeFileSync(input, `${code}\n`)
    const made = await rolldown({ input, cwd: folder, platform: "node", logLevel: "silent" })
    const { output: [{ code: bundle }] } = await made.generate({ codeSplitting: false, minify: true })
    await made.close()
    lines.push(
      `${name.padEnd(22)} ${kilobytes(bundle.length).padStart(8)}, ${kilobytes(gzipSync(bundle).length)} gzipped`
    )
  }
  return lines
}
