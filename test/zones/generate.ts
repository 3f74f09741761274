/**
 * Makes core's table of the zones of phone numbers: `npm run zones`.
 */
import { writeFileSync } from "node:fs"
import { generated, module } from "./Source.ts"

writeFileSync(module, generated())
