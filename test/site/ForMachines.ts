/**
 * Files that programs read of the site: each page as Markdown at its address, and the two lists of pages of llmstxt.org.
 */
import { addressOf } from "./Link.ts"
import * as Navigation from "./Navigation.ts"
import type { Page } from "./Page.ts"
import { description, title } from "./Page.ts"

/** `/guides/` is at `/guides/index.md`, `/guides/templates` at `/guides/templates.md`. */
export const markdownAddress = (file: string): string => {
  const address = addressOf(file)
  return address.endsWith("/") ? `${address}index.md` : `${address}.md`
}

/** The page without what only VitePress understands. */
export const plain = ({ text }: Page): string =>
  text.replace(/^!\[.*\{\.dark-only\}\n?/gm, "")
    .replace(/\{\.light-only\}/g, "")
    .replace(/^(#+ .*?) \{#[\w-]+\}$/gm, "$1")
    .replace(/^(`{3,}\w+) title="([^"]+)"$/gm, "From `$2`:\n\n$1")
    .replace(/^::: details (.+)$/gm, "**$1**\n")
    .replace(/^::: (?:tip|info|warning|danger)\b ?(.*)$/gm, (_, words: string) => words === "" ? "" : `**${words}**\n`)
    .replace(/^:::$\n?/gm, "")

const introduction = `# Signalbox

> An embeddable messaging service: SMS, WhatsApp, RCS and MMS behind one HTTP API, in your own process.

Each page is Markdown. The OpenAPI document is at /openapi.json, JSON Schemas of its objects are at /schemas/<name>.json.`

const line = (page: Page): string => `- [${title(page)}](${markdownAddress(page.file)}): ${description(page)}`

/** The list of all pages. The rules and decisions stand under "Optional", which a short context may leave out. */
export const list = (pages: ReadonlyArray<Page>): string => {
  const groups = Navigation.inSections(pages)
  const isOptional = (group: string): boolean => /^(?:Rules|Decisions|Architecture|PostgreSQL)/.test(group)
  const part = (chosen: typeof groups) =>
    chosen.map(({ group, pages: own }) => `## ${group}\n\n${own.map(line).join("\n")}`)
  const optional = groups.filter(({ group }) => isOptional(group)).flatMap(({ pages: own }) => own.map(line))
  return `${
    [introduction, ...part(groups.filter(({ group }) => !isOptional(group))), `## Optional\n\n${optional.join("\n")}`]
      .join("\n\n")
  }\n`
}

const isRead = ({ file }: Page): boolean =>
  /^(?:start|guides|why)\//.test(file) || ["reference/errors.md", "reference/settings.md"].includes(file)

/** The pages that people write, and those of the reference that most questions are about, in one text. */
export const whole = (pages: ReadonlyArray<Page>): string =>
  `${
    [introduction, ...Navigation.inSections(pages).flatMap((group) => group.pages).filter(isRead).map(plain)].join(
      "\n\n---\n\n"
    )
  }\n`

/** All of these files, by their addresses. */
export const files = (pages: ReadonlyArray<Page>): ReadonlyMap<string, string> =>
  new Map([
    ["llms.txt", list(pages)],
    ["llms-full.txt", whole(pages)],
    ...pages.map((page) => [markdownAddress(page.file).slice(1), plain(page)] as const)
  ])
