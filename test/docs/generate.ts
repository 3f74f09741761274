/**
 * Writes the tables of the specification from those of the code: `npm run docs`.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { chapters, filled, folder } from "./Chapter.ts"

for (const chapter of chapters()) writeFileSync(join(folder, chapter.name), filled(chapter))
