/**
 * Holds the built site against itself: every link leads to a page, an anchor, a file or the forge, every picture is there
 * and says in words what it shows, nothing is loaded from anybody else, and no page is heavy.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { gzipSync } from "node:zlib"
import type { Read } from "./Html.ts"
import * as Html from "./Html.ts"
import { forge, page as repository, root } from "./Repository.ts"

const heaviest = 200 * 1024

interface Built {
  /** Its address, such as `/guides/templates`. */
  readonly address: string
  readonly html: string
  readonly read: Read
}

const pagesBelow = (folder: string): ReadonlyArray<Built> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".html")).map((path) => {
    const html = readFileSync(join(folder, path), "utf8")
    const address = `/${path.replaceAll("\\", "/").replace(/(?:^|(?<=\/))index\.html$|\.html$/, "")}`
    return { address, html, read: Html.read(html) }
  })

/** Returns what is wrong with a link of a page. */
const flawOf = (
  pages: ReadonlyMap<string, Built>,
  folder: string,
  { address }: Built,
  link: string
): string | undefined => {
  if (link.startsWith(`${repository}/`) || link === repository) {
    const path = decodeURI(link.slice(forge.length + 1).split("#")[0]!)
    return !link.startsWith(`${forge}/`) || existsSync(join(root, path)) ? undefined : `the repository has no ${path}`
  }
  if (/^(?:https|mailto):/.test(link)) return undefined
  if (/^http:\/\/(?:localhost|127\.0\.0\.1)\b/.test(link)) return undefined
  if (/^[a-z]+:/.test(link)) return "this kind of address is none that people follow"
  const [path = "", anchor] = link.split("#")
  const target = path === ""
    ? address
    : posix.resolve(posix.dirname(`${address}x`), path) + (path.endsWith("/") ? "/" : "")
  const page = pages.get(target.replace("//", "/"))
  if (page === undefined) {
    return statSync(join(folder, target), { throwIfNoEntry: false })?.isFile() ? undefined : "there is no such page"
  }
  return anchor === undefined || anchor === "" || page.read.ids.has(decodeURIComponent(anchor))
    ? undefined
    : "that page has no such anchor"
}

const sizes = new Map<string, number>()

/** A file that is not there weighs nothing, and is told by itself. */
const sizeOf = (file: string): number => {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const size = /\.(?:png|jpe?g|webp)$/.test(file) ? bytes.length : gzipSync(bytes).length
  sizes.set(file, size)
  return size
}

/** The bytes that a browser loads for the page as a server sends them, all of its pictures too. */
const weightOf = (folder: string, { html, read }: Built): number => {
  const own = [...read.loaded, ...read.pictures.map(({ source }) => source)].filter((path) => path.startsWith("/"))
  // Of two pictures for light and dark pages one is shown.
  const dark = new Set(
    [...html.matchAll(/<img[^>]*class="dark-only"[^>]*>/g)].flatMap(([tag]) => /src="([^"]+)"/.exec(tag)?.[1] ?? [])
  )
  const sum = [...new Set(own)].filter((path) => !dark.has(path)).reduce(
    (bytes, path) => bytes + sizeOf(join(folder, path)),
    0
  )
  return gzipSync(html).length + sum
}

const foreign = ({ read }: Built): ReadonlyArray<string> =>
  [...read.loaded, ...read.pictures.map(({ source }) => source)].filter((each) => /^(?:[a-z]+:)?\/\//.test(each))

export interface Findings {
  readonly flaws: ReadonlyArray<string>
  readonly pages: number
  readonly links: number
  readonly heaviest: readonly [address: string, bytes: number]
}

export const check = (folder: string): Findings => {
  const all = pagesBelow(folder)
  const pages = new Map(all.map((page) => [page.address, page] as const))
  const weights = all.map((page) => [page.address, weightOf(folder, page)] as const)
  const flaws = all.flatMap((page) => [
    ...[...new Set(page.read.links)].flatMap((link) => {
      const flaw = flawOf(pages, folder, page, link)
      return flaw === undefined ? [] : [`${page.address} links to ${link}: ${flaw}.`]
    }),
    ...[...page.read.loaded, ...page.read.pictures.map(({ source }) => source)]
      .filter((path) => path.startsWith("/") && !existsSync(join(folder, path)))
      .map((path) => `${page.address} shows ${path}, which is not there.`),
    ...page.read.pictures.filter(({ words }) => words === undefined)
      .map(({ source }) => `${page.address} shows ${source} without words.`),
    ...foreign(page).map((each) => `${page.address} loads ${each} from somebody else.`),
    ...(page.read.headings === 1 || page.address === "/404"
      ? []
      : [`${page.address} has ${page.read.headings} headings of the first level.`])
  ])
  const heavy = weights.filter(([, bytes]) => bytes > heaviest)
    .map(([address, bytes]) => `${address} loads ${Math.round(bytes / 1024)} KB.`)
  return {
    flaws: [...flaws, ...heavy],
    pages: all.length,
    links: all.reduce((sum, { read }) => sum + read.links.length, 0),
    heaviest: weights.reduce((most, each) => each[1] > most[1] ? each : most)
  }
}
