/**
 * Links of pages lead as they do on a forge: to `other.md`, to `../rules/button.md#btn-003`, to any file of the repository.
 * On the site, pages are at addresses of their own, and what is no page leads to the forge.
 */
import { posix } from "node:path"

/** Returns the address of the page that stands in a file of `docs`, such as `/guides/templates`. */
export const addressOf = (file: string): string => {
  const plain = file.replace(/\.md$/, "")
  const [, folder] = /^(.*?)\/?(?:README|index)$/.exec(plain) ?? []
  return folder === undefined ? `/${plain}` : folder === "" ? "/" : `/${folder}/`
}

const scheme = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

const picture = /\.(?:png|svg|webp|jpe?g)$/

export interface Place {
  /** The lighter form of a picture of the repository, or the picture itself. */
  readonly lighter: (path: string) => string
  /** The page's file, relative to `docs`: `guides/templates.md`. */
  readonly file: string
  /** Where the repository's files can be read, such as `https://github.com/acme/signalbox/blob/main`. */
  readonly forge: string
}

/** Returns where a link leads on the site. */
export const target = ({ file, forge, lighter }: Place, link: string): string => {
  if (scheme.test(link) || link.startsWith("#") || link.startsWith("/")) return link
  const [path = "", anchor] = link.split("#")
  const hash = anchor === undefined ? "" : `#${anchor}`
  const meant = posix.join("docs", posix.dirname(file), path)
  if (picture.test(path)) return `/${posix.relative("docs", lighter(meant))}`
  if (!meant.startsWith("docs/") || !/(?:\.md|\/)$/.test(meant)) return `${forge}/${meant}${hash}`
  return `${addressOf(posix.relative("docs", meant))}${hash}`
}

/** Applies `change` to the text outside of code. */
const outsideOfCode = (text: string, change: (text: string) => string): string =>
  text.split(/(^(?:```+|~~~+)[^\n]*\n[\s\S]*?^(?:```+|~~~+)[ ]*$|(?<!`)`[^`\n]+`(?!`))/m)
    .map((part, index) => index % 2 === 0 ? change(part) : part).join("")

/** Returns the page with its links as they are on the site. */
export const rewritten = (place: Place, page: string): string =>
  outsideOfCode(
    page,
    (text) =>
      text.replace(/(\]\(\s*<?)([^)\s>]+)(>?[^)]*\))/g, (_, before: string, link: string, after: string) =>
        `${before}${target(place, link)}${after}`)
        .replace(/^(\[[^\]]+\]:\s+)(\S+)/gm, (_, before: string, link: string) =>
          `${before}${target(place, link)}`)
  )
