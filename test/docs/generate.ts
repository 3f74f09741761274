/**
 * Writes the tables of the specification, and that of the facade's README, from those of the code: `npm run docs:tables`.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { chapters, filled, folder } from "./Chapter.ts"
import * as Readme from "./Readme.ts"

for (const chapter of chapters()) writeFileSync(join(folder, chapter.name), filled(chapter))
writeFileSync(Readme.path, Readme.filled(Readme.read()))
