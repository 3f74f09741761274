/**
 * Reads built pages: their anchors, links and pictures. Pure.
 */

export interface Read {
  readonly ids: ReadonlySet<string>
  readonly links: ReadonlyArray<string>
  readonly pictures: ReadonlyArray<
    { readonly source: string; readonly words: string | undefined; readonly lazy: boolean }
  >
  /** Scripts, styles and whatever else a browser loads with the page. */
  readonly loaded: ReadonlyArray<string>
  readonly headings: number
}

const decoded = (text: string): string =>
  text.replaceAll("&amp;", "&").replaceAll("&quot;", "\"").replaceAll("&#39;", "'").replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")

const attribute = (tag: string, name: string): string | undefined => {
  const [all, found = ""] = new RegExp(`\\s${name}(?:="([^"]*)"|(?=[\\s>]))`).exec(tag) ?? []
  return all === undefined ? undefined : decoded(found)
}

const tags = (html: string, name: string): ReadonlyArray<string> =>
  html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? []

const texts = (values: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
  values.filter((value) => value !== undefined)

export const read = (html: string): Read => ({
  ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => decoded(id))),
  links: texts(tags(html, "a").map((tag) => attribute(tag, "href"))),
  pictures: tags(html, "img").map((tag) => ({
    source: attribute(tag, "src") ?? "",
    words: attribute(tag, "alt"),
    lazy: attribute(tag, "loading") === "lazy"
  })),
  loaded: texts([
    ...tags(html, "script").map((tag) => attribute(tag, "src")),
    ...tags(html, "link").filter((tag) => /rel="(?:stylesheet|modulepreload|preload)/.test(tag))
      .map((tag) => attribute(tag, "href"))
  ]),
  headings: tags(html, "h1").length
})
