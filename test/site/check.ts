/**
 * `npm run docs:check` builds the site and holds it against itself and the code: links, anchors, pictures, weight, names of
 * code, samples; then a browser reads it.
 */
import * as Browser from "./Browser.ts"
import * as Build from "./Build.ts"
import * as Inline from "./Inline.ts"
import * as Links from "./Links.ts"
import * as Names from "./Names.ts"
import { siteFolder } from "./Stage.ts"

const pages = await Build.build()

const names = pages.filter(({ file, written }) =>
  written && /^(?:index\.md|(?:start|guides|why|reference)\/)/.test(file)
)
  .flatMap(({ file, text }) =>
    Names.unknown(text).map((name) => `docs/${file} says ${name}, which the code does not have.`)
  )
const { flaws, heaviest: [heaviest, bytes], links, pages: count } = Links.check(siteFolder)
const said = [...flaws, ...names]
if (said.length > 0) {
  console.error(said.join("\n"))
  process.exit(1)
}
console.log(
  `${count} pages and ${links} links are sound. ${heaviest} is the heaviest with ${Math.round(bytes / 1024)} KB.`
)
console.log(`${await Inline.check(pages)} samples of pages compile.`)
for (const line of await Browser.check(siteFolder)) console.log(line)
