/**
 * The site: `npm run docs` serves it while pages are written, `npm run docs:build` builds it into `.cache/site/dist`.
 */
import { watch } from "node:fs"
import { join } from "node:path"
import { createServer } from "vitepress"
import * as Build from "./Build.ts"
import * as Pages from "./Pages.ts"
import * as Reference from "./reference/Reference.ts"
import { root } from "./Repository.ts"
import * as Stage from "./Stage.ts"

const docs = join(root, "docs")

/** Lays out again what a person has changed. A page that is not sound for the moment is told, and stays as it was. */
const follow = (): void => {
  watch(docs, { recursive: true }, (_, name) => {
    const file = name?.replaceAll("\\", "/")
    if (file === undefined || file.startsWith(".") || !file.endsWith(".md")) return
    try {
      Stage.stagePage(Pages.written(file))
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  })
}

const [command, port = "5173"] = process.argv.slice(2)
if (command === "serve") {
  Stage.stage(Pages.all(), Reference.files())
  follow()
  const server = await createServer(docs, { port: Number(port) })
  await server.listen()
  server.printUrls()
} else {
  await Build.build()
}
