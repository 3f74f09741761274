/**
 * Builds the site, with what programs read of it.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { build as vitepress } from "vitepress"
import * as ForMachines from "./ForMachines.ts"
import type { Page } from "./Page.ts"
import * as Pages from "./Pages.ts"
import * as Reference from "./reference/Reference.ts"
import { root } from "./Repository.ts"
import * as Stage from "./Stage.ts"

/** Returns the pages that it has built. */
export const build = async (): Promise<ReadonlyArray<Page>> => {
  const pages = Pages.all()
  Stage.stage(pages, Reference.files())
  await vitepress(join(root, "docs"))
  for (const [path, text] of ForMachines.files(pages)) {
    mkdirSync(dirname(join(Stage.siteFolder, path)), { recursive: true })
    writeFileSync(join(Stage.siteFolder, path), text)
  }
  return pages
}
