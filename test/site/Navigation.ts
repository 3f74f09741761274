/**
 * The navigation: which folders of pages stand together, and in which order.
 */
import { posix } from "node:path"
import { addressOf } from "./Link.ts"
import type { Page } from "./Page.ts"
import { title } from "./Page.ts"

interface Group {
  readonly text: string
  /** A folder, or a single file. */
  readonly of: string
  readonly collapsed?: boolean
}

interface Section {
  readonly text: string
  readonly link: string
  readonly groups: ReadonlyArray<Group>
}

const sections: ReadonlyArray<Section> = [
  { text: "Start", link: "/start/", groups: [{ text: "Start", of: "start" }] },
  { text: "Guides", link: "/guides/", groups: [{ text: "Guides", of: "guides" }] },
  {
    text: "Reference",
    link: "/reference/",
    groups: [
      { text: "Reference", of: "reference" },
      { text: "HTTP API", of: "reference/http", collapsed: true },
      { text: "Facade", of: "reference/facade", collapsed: true },
      { text: "Specification", of: "specification", collapsed: true },
      { text: "Rules and their tests", of: "rules", collapsed: true }
    ]
  },
  {
    text: "Why",
    link: "/why/",
    groups: [
      { text: "Why", of: "why" },
      { text: "Architecture", of: "architecture.md" },
      { text: "PostgreSQL 18", of: "postgres-18.md" },
      { text: "Decisions", of: "decisions", collapsed: true }
    ]
  }
]

export interface Item {
  readonly text: string
  readonly link?: string
  readonly collapsed?: boolean
  readonly items?: ReadonlyArray<Item>
}

export interface Navigation {
  readonly nav: ReadonlyArray<Item>
  readonly sidebar: Readonly<Record<string, ReadonlyArray<Item>>>
}

const isIndex = ({ file }: Page): boolean => /(?:^|\/)(?:README|index)\.md$/.test(file)

const rank = (page: Page): number => isIndex(page) ? -1 : page.front.order ?? Number.MAX_SAFE_INTEGER

/** The index of a folder stands first, then by `order`, then by name as people count. */
const byOrder = (left: Page, right: Page): number =>
  rank(left) - rank(right) || left.file.localeCompare(right.file, "en", { numeric: true })

const item = (page: Page): Item => ({
  text: page.front.navigation ?? title(page),
  link: addressOf(page.file)
})

/** The pages of a group in their order. */
const pagesOf = (pages: ReadonlyArray<Page>, { of }: Group): ReadonlyArray<Page> =>
  pages.filter(({ file }) => file === of || posix.dirname(file) === of).toSorted(byOrder)

const itemOf = (pages: ReadonlyArray<Page>, group: Group): ReadonlyArray<Item> => {
  const all = pagesOf(pages, group)
  const items = all.map(item)
  if (items.length === 0 || group.of.endsWith(".md")) return items
  const { collapsed, text } = group
  if (collapsed === undefined) return [{ text, items }]
  // A group that unfolds leads to its first page, so that its arrow is the only button of it.
  const [first, ...others] = items
  return isIndex(all[0]!) ? [{ text, link: first!.link!, collapsed, items: others }] : [{ text, collapsed, items }]
}

/** All pages by sections and groups, in the order in which they are read. */
export const inSections = (
  pages: ReadonlyArray<Page>
): ReadonlyArray<{ readonly section: string; readonly group: string; readonly pages: ReadonlyArray<Page> }> =>
  sections.flatMap(({ groups, text }) =>
    groups.map((group) => ({ section: text, group: group.text, pages: pagesOf(pages, group) }))
      .filter((found) => found.pages.length > 0)
  )

/** Pages that no group shows, other than the first one. */
export const unplaced = (pages: ReadonlyArray<Page>): ReadonlyArray<string> => {
  const placed = new Set(inSections(pages).flatMap((group) => group.pages.map(({ file }) => file)))
  return pages.map(({ file }) => file).filter((file) => file !== "index.md" && !placed.has(file))
}

export const navigation = (pages: ReadonlyArray<Page>): Navigation => {
  const there = sections.filter(({ groups }) => groups.some((group) => pagesOf(pages, group).length > 0))
  const folders = (section: Section) =>
    section.groups.map(({ of }) => of.endsWith(".md") ? `/${of.slice(0, -3)}` : `/${of}/`)
  return {
    nav: there.map(({ groups, link, text }) => ({
      text,
      link: pages.some(({ file }) => addressOf(file) === link)
        ? link
        : addressOf(groups.flatMap((group) => pagesOf(pages, group))[0]!.file),
      activeMatch: `^/(?:${groups.map(({ of }) => of.replace(/\.md$/, "").split("/")[0]).join("|")})(?:/|$)`
    })),
    sidebar: Object.fromEntries(there.flatMap((section) => {
      const items = section.groups.flatMap((group) => itemOf(pages, group))
      return folders(section).map((folder) => [folder, items])
    }))
  }
}
