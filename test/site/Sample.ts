/**
 * Samples come from files that are tested: a line `<<< @/examples/hono/app.ts#region` of a page stands for the file, or
 * for one region of it. `@` is the repository.
 */

/** Reads a file of the repository. Throws where there is none. */
export type Read = (path: string) => string

const languages: Readonly<Record<string, string>> = { py: "python", rb: "ruby", mjs: "js", cjs: "js", mts: "ts" }

const languageOf = (path: string): string => {
  const [, extension = "text"] = /\.(\w+)$/.exec(path) ?? []
  return languages[extension] ?? extension
}

const marker = /^\s*(?:\/\/|#|--|\/\*)\s*#(?:end)?region\b.*$/

const withoutMarkers = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line) => !marker.test(line))

/** Takes away what all lines are indented by. */
const dedented = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)![0].length)
  const least = Math.min(...indents)
  return lines.map((line) => line.slice(least))
}

/** The lines between `// #region name` and its end, or all lines of a file. Markers of regions are left out. */
export const regionOf = (path: string, text: string, name: string | undefined): string => {
  const lines = text.split("\n")
  if (name === undefined) return withoutMarkers(lines).join("\n").trim()
  const start = lines.findIndex((line) => marker.test(line) && new RegExp(`#region ${name}\\s*(?:\\*/)?$`).test(line))
  const end = lines.findIndex((line, index) =>
    index > start && marker.test(line) && line.includes(`#endregion ${name}`)
  )
  if (start < 0 || end < 0) throw new Error(`${path} has no region "${name}" that ends.`)
  return dedented(withoutMarkers(lines.slice(start + 1, end))).join("\n").trim()
}

/** Returns the page with its samples written out, each with the name of its file. */
export const expanded = (page: string, read: Read): string =>
  page.replace(/^<<< @\/(\S+?)(?:#([\w-]+))?$/gm, (_, path: string, region: string | undefined) => {
    const code = regionOf(path, read(path), region)
    const fence = code.includes("```") ? "````" : "```"
    return `${fence}${languageOf(path)} title="${path}"\n${code}\n${fence}`
  })
