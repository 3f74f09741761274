/**
 * Writes the tables of the specification, and that of the operator's page, from those of the code: `npm run docs:tables`.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { chapters, filled, folder } from "./Chapter.ts"
import * as OperatorPage from "./OperatorPage.ts"

for (const chapter of chapters()) writeFileSync(join(folder, chapter.name), filled(chapter))
writeFileSync(OperatorPage.path, OperatorPage.filled(OperatorPage.read()))
