/**
 * Records the examples of the OpenAPI document from the emulator: `npm run openapi:examples`.
 */
import { writeFileSync } from "node:fs"
import { file, record } from "./Recorder.ts"

writeFileSync(file, await record())
