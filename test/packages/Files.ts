/** The files of a folder. */
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"

/** All files below a folder, relative to it. */
export const filesBelow = (folder: string): ReadonlyArray<string> =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => path.replaceAll("\\", "/"))
      .toSorted()
    : []
