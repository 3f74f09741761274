/**
 * Lays all pages out for VitePress, in `.cache/site/pages`.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as FrontMatter from "./FrontMatter.ts"
import * as Navigation from "./Navigation.ts"
import type { Page } from "./Page.ts"
import { description } from "./Page.ts"
import { page as repository, root } from "./Repository.ts"

export const folder = join(root, ".cache/site")

export const pagesFolder = join(folder, "pages")

/** The built site. */
export const siteFolder = join(folder, "dist")

/** VitePress finds the first page of a folder by this name. */
export const stagedFile = (file: string): string => file.replace(/README\.md$/, "index.md")

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** The page as VitePress reads it. */
export const stagedPage = (page: Page): string =>
  FrontMatter.joined({
    front: { ...page.front, description: description(page), source: page.written ? `docs/${page.file}` : "" },
    text: page.text
  })

export const stagePage = (page: Page): void => {
  write(join(pagesFolder, stagedFile(page.file)), stagedPage(page))
  for (const [path, picture] of page.pictures ?? []) write(join(pagesFolder, "public", path), picture)
}

const isPicture = (path: string): boolean =>
  statSync(path).isDirectory() || /\.(?:png|svg|webp|jpe?g|ico|txt)$/.test(path)

/** `beside`: files at addresses of their own. */
export const stage = (pages: ReadonlyArray<Page>, beside: ReadonlyMap<string, string>): void => {
  const lost = Navigation.unplaced(pages)
  if (lost.length > 0) throw new Error(`No section of the navigation has ${lost.join(", ")}.`)
  rmSync(pagesFolder, { recursive: true, force: true })
  for (const page of pages) stagePage(page)
  for (const name of readdirSync(join(root, "docs"))) {
    const source = join(root, "docs", name)
    if (name.startsWith(".") || name.endsWith(".md")) continue
    cpSync(source, join(pagesFolder, "public", name), { recursive: true, filter: isPicture })
  }
  cpSync(join(root, "docs/.vitepress/public"), join(pagesFolder, "public"), { recursive: true })
  for (const [path, text] of beside) write(join(pagesFolder, "public", path), text)
  write(join(folder, "site.json"), JSON.stringify({ repository, ...Navigation.navigation(pages) }))
}
