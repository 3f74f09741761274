/**
 * `npm run packages`: are the packages, as npm packs them, of use to somebody who has nothing but them?
 *
 * It packs all of them, installs the tarballs in an empty folder (with what they need from the registry, in the newest
 * version that they allow, as it happens to everybody who installs them), looks at what they hold, checks the types of a
 * project that imports every module, and imports every module on the oldest Node that the packages promise, on this
 * repository's Node and on Bun. `signalbox` alone needs nothing else, and carriers that come as packages work with it. An
 * app that is bundled into one file runs by itself.
 *
 * No module is left out on any runtime: the Bun adapter uses what Bun has only when it is called, so it can be imported
 * on Node, and so it is.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Alone from "./Alone.ts"
import * as Budget from "./Budget.ts"
import * as Bundles from "./Bundles.ts"
import * as Composition from "./Composition.ts"
import * as Consumer from "./Consumer.ts"
import * as Contents from "./Contents.ts"
import { consume, end, runtimes, say } from "./Packing.ts"
import * as Sizes from "./Sizes.ts"
import { inRoot, run } from "./Tarballs.ts"

const lookInto = (packages: ReadonlyMap<string, string>): void => {
  const license = readFileSync(inRoot("LICENSE"), "utf8")
  const flaws = [...packages].flatMap(([name, path]) => [
    ...Contents.installedFlaws(path).map((flaw) => `${name}: ${flaw}`),
    ...(readFileSync(join(path, "LICENSE"), "utf8") === license ? [] : [`${name}: LICENSE is not the repository's`])
  ])
  if (flaws.length > 0) throw new Error(`The tarballs are not as they should be.\n${flaws.join("\n")}`)
}

await end(async () => {
  const { consumer, packages, tarballs } = await consume()
  const names = [...packages.keys()]
  say(`${names.length} packages are built, packed and installed in an empty folder`)

  lookInto(packages)
  say("they hold what they should and nothing else, and declare what they import")

  const each = [...packages.values()].map(Contents.entries)
  const entries = { open: each.flatMap(({ open }) => open), closed: each.flatMap(({ closed }) => closed) }
  const samples = Consumer.writeTypeScript(
    consumer,
    entries,
    Consumer.readmes(packages),
    Consumer.guides(inRoot("docs/guides"))
  )
  for (const project of Object.keys(Consumer.projects)) {
    await run(consumer, process.execPath, inRoot("node_modules/typescript/bin/tsc"), "--project", project)
  }
  say(`${entries.open.length} modules and ${samples} samples of READMEs and guides are sound in TypeScript`)

  Consumer.writeJavaScript(consumer, entries, names)
  for (const { name, program } of await runtimes(packages)) {
    await run(consumer, program, "import.js")
    await run(consumer, program, "require.cjs")
    await Bundles.tryEvaluation(consumer, program)
    await Consumer.tryEmulator(consumer, program)
    say(`${name} imports all of them, is refused ${entries.closed.length} internal ones, and runs the emulator`)
  }
  const [loaded, line] = await Alone.tryAlone(tarballs["signalbox"]!)
  say(`signalbox needs nothing else: ${line}`)
  say(`carriers that come as packages work with it: ${await Composition.tryComposition(consumer)}`)
  for (const line of await Bundles.tryBundles(consumer)) say(line)
  for (const line of await Sizes.measure(consumer)) say(line)

  const sizes = new Map([...packages].map(([name, path]) => [name, Budget.measure(tarballs[name]!, path)]))
  console.log(`\n${Budget.table(sizes).join("\n")}\n`)
  const beyond = Budget.flaws(sizes, loaded)
  if (beyond.length > 0) throw new Error(`Something has grown.\n${beyond.join("\n")}`)
  console.log(`${names.length} packages can be installed, typed and imported.`)
})
