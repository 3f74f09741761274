/**
 * What carriers publish about their APIs belongs to them, so it is not in this repository: `CARRIER_SCHEMAS` names the folder
 * that holds it.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"

const folder = process.env["CARRIER_SCHEMAS"] ?? ""

export const pathOf = (name: string): string => join(folder, name)

/** Returns why a schema is not there; null when it is. */
export const lack = (name: string): string | null =>
  folder === ""
    ? `CARRIER_SCHEMAS names no folder with ${name}`
    : existsSync(pathOf(name))
    ? null
    : `there is no ${name} in the folder that CARRIER_SCHEMAS names`
