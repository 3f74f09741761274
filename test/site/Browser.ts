/**
 * A browser that reaches nothing but the site reads it: five pages in light and in dark, a search, and no flaw in
 * accessibility.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Browser, BrowserContext, Page } from "playwright-core"
import * as Chromium from "../browser/Chromium.ts"
import type { Served } from "./Server.ts"
import * as Server from "./Server.ts"

const heaviest = 200 * 1024

/** Each with a heading that it shows. */
const read: ReadonlyArray<readonly [address: string, heading: string]> = [
  ["/", "Signalbox"],
  ["/start/", "Five minutes"],
  ["/reference/http/messages", "Messages"],
  ["/reference/errors#business_011", "Errors"],
  ["/reference/states", "States"]
]

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: ReadonlyArray<{ readonly html: string }>
}

/** Everything that went wrong while a page was read. */
interface Visit {
  readonly page: Page
  readonly wrong: Array<string>
  bytes: number
}

const open = async (context: BrowserContext, { url }: Served): Promise<Visit> => {
  const page = await context.newPage()
  const visit: Visit = { page, wrong: [], bytes: 0 }
  page.on("pageerror", (error) => visit.wrong.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error") visit.wrong.push(message.text())
  })
  page.on("request", (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(url)) {
      visit.wrong.push(`It asks ${request.url()}.`)
    }
  })
  page.on("requestfinished", (request) => {
    void request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
      visit.bytes += responseBodySize + responseHeadersSize
    }, () => undefined)
  })
  page.on("response", (response) => {
    if (response.status() >= 400) visit.wrong.push(`${response.url()} is answered ${response.status()}.`)
  })
  return visit
}

/** Returns the flaws that axe finds in the page as it is shown. */
const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe)
  const found = await page.evaluate<Array<Violation>>("axe.run().then(({ violations }) => violations)")
  return found.map(({ help, id, nodes }) =>
    `${id}: ${help}, ${nodes.length} times, such as ${nodes[0]?.html.slice(0, 160)}`
  )
}

/** In words of the page: it loads what it shows, and returns what could not be read. */
const readPictures = `(async () => {
  const shown = [...document.images].filter((image) => image.offsetParent !== null)
  for (const image of shown) {
    image.loading = "eager"
    await image.decode().catch(() => undefined)
  }
  return shown.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src)
})()`

const missingPictures = (page: Page): Promise<ReadonlyArray<string>> => page.evaluate<Array<string>>(readPictures)

const readPage = async (
  context: BrowserContext,
  served: Served,
  [address, heading]: readonly [string, string],
  scheme: string
): Promise<number> => {
  const visit = await open(context, served)
  const { page, wrong } = visit
  await page.goto(served.url + address, { waitUntil: "networkidle" })
  await page.getByRole("heading", { level: 1 }).filter({ hasText: heading }).waitFor({ timeout: 20_000 })
  const bytes = visit.bytes
  wrong.push(...(await missingPictures(page)).map((source) => `The picture ${source} is not there.`))
  wrong.push(...await violations(page))
  if (bytes > heaviest) wrong.push(`It loads ${Math.round(bytes / 1024)} KB.`)
  await page.close()
  if (wrong.length > 0) throw new Error(`${address}, ${scheme}:\n${wrong.join("\n")}`)
  return bytes
}

const search = async (context: BrowserContext, served: Served): Promise<void> => {
  const { page, wrong } = await open(context, served)
  await page.goto(`${served.url}/start/`, { waitUntil: "networkidle" })
  await page.getByRole("button", { name: "Search" }).first().click()
  await page.getByRole("searchbox").or(page.locator("#localsearch-input")).first().fill("BUSINESS_011")
  const result = page.locator(".VPLocalSearchBox .result[href*='business_011']").first()
  await result.waitFor({ timeout: 30_000 })
  wrong.push(...await violations(page))
  await result.click()
  await page.waitForURL("**/reference/errors#business_011", { timeout: 20_000 })
  await page.getByRole("heading", { name: "BUSINESS_011" }).waitFor()
  await page.close()
  if (wrong.length > 0) throw new Error(`The search:\n${wrong.join("\n")}`)
}

const readAll = async (browser: Browser, served: Served): Promise<ReadonlyArray<string>> => {
  const sizes: Array<number> = []
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1400, height: 1000 } })
    await context.route(
      "**/*",
      (route) => route.request().url().startsWith(served.url) ? route.continue() : route.abort()
    )
    for (const each of read) sizes.push(await readPage(context, served, each, colorScheme))
    if (colorScheme === "light") await search(context, served)
    await context.close()
  }
  return [
    `A browser reads ${read.length} pages in light and dark, and searches: axe finds nothing, at most ${
      Math.round(Math.max(...sizes) / 1024)
    } KB are loaded.`
  ]
}

/** Returns what it has done, in lines. Rejects with everything that is wrong with a page. */
export const check = async (folder: string): Promise<ReadonlyArray<string>> => {
  // The browser of the npm package runs on Linux on x64 only; elsewhere CHROMIUM_PATH names another one.
  if (!Chromium.isThere) return ["There is no Chromium for this machine: name one in CHROMIUM_PATH. No page was read."]
  const served = await Server.serve(folder)
  const browser = await Chromium.launch()
  try {
    return await readAll(browser, served)
  } finally {
    await browser.close()
    await served.close()
  }
}
