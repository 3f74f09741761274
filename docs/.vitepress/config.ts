/**
 * How VitePress makes the site of the pages that `test/site` lays out. `DOCS_BASE` is the path below which it is served.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitepress"
import type { DefaultTheme } from "vitepress"
import { slug } from "../../test/architecture/Markdown.ts"

const folder = fileURLToPath(new URL("../../.cache/site/", import.meta.url))

interface Site extends Pick<DefaultTheme.Config, "nav" | "sidebar"> {
  readonly repository: string
}

const { nav, repository, sidebar } = JSON.parse(readFileSync(`${folder}site.json`, "utf8")) as Site

const base = process.env["DOCS_BASE"] ?? "/"

/** Text that Vue would take for an expression, such as `{{name}}`. */
const withoutExpressions = (html: string): string => html.replaceAll("{{", "&#123;&#123;")

export default defineConfig({
  title: "Signalbox",
  titleTemplate: ":title · Signalbox",
  description: "An embeddable messaging service: SMS, WhatsApp, RCS and MMS behind one HTTP API.",
  lang: "en",
  base,
  srcDir: `${folder}pages`,
  srcExclude: ["public/**"],
  outDir: `${folder}dist`,
  cacheDir: `${folder}vite`,
  cleanUrls: true,
  // A page loads what it shows, and not what its reader might want next.
  router: { prefetchLinks: false },
  // `npm run docs:check` reads the links of the built pages, with their anchors.
  ignoreDeadLinks: true,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}signalbox.svg` }]],
  // Programs find each page as Markdown beside it.
  transformHead: ({ pageData: { relativePath } }) => [
    ["link", { rel: "alternate", type: "text/markdown", href: `${base}${relativePath}` }]
  ],
  markdown: {
    linkify: false,
    // What a page does not show, such as the picture for the other scheme, is not loaded.
    image: { lazyLoading: true },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // The anchors of forges: a link works there and here.
    anchor: { slugify: slug },
    config: (md) => {
      const { escapeHtml } = md.utils
      md.renderer.rules.text = (tokens, index) => withoutExpressions(escapeHtml(tokens[index]!.content))
      md.renderer.rules.code_inline = (tokens, index, _, __, self) => {
        const token = tokens[index]!
        return `<code${self.renderAttrs(token)}>${withoutExpressions(escapeHtml(token.content))}</code>`
      }
      const fence = md.renderer.rules.fence!
      md.renderer.rules.fence = (tokens, index, options, env, self) => {
        const token = tokens[index]!
        const [all, title] = / title="([^"]+)"/.exec(token.info) ?? []
        if (all === undefined || title === undefined) return fence(tokens, index, options, env, self)
        token.info = token.info.replace(all, "")
        const name = `<a href="${repository}/blob/main/${encodeURI(title)}">${escapeHtml(title)}</a>`
        return `<div class="sample"><p class="sample-file">${name}</p>${fence(tokens, index, options, env, self)}</div>`
      }
    }
  },
  themeConfig: {
    logo: { src: "/signalbox.svg", alt: "" },
    nav: nav ?? [],
    sidebar: sidebar ?? {},
    outline: { level: [2, 3] },
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repository }],
    externalLinkIcon: false
  }
})
