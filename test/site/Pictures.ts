/**
 * The lighter form of a picture, which the site shows in place of the PNG that forges show.
 */
import { readFileSync, writeFileSync } from "node:fs"
import type { Page } from "playwright-core"

/** In words of the page. */
const encoded = (source: string): string =>
  `(async () => {
    const image = new Image()
    image.src = ${JSON.stringify(source)}
    await image.decode()
    const canvas = document.createElement("canvas")
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext("2d").drawImage(image, 0, 0)
    return canvas.toDataURL("image/webp", 0.72)
  })()`

/** Writes `picture.webp` beside `picture.png`, by a page of Chromium. */
export const lighten = async (page: Page, path: string): Promise<void> => {
  const source = `data:image/png;base64,${readFileSync(path).toString("base64")}`
  const made = await page.evaluate<string>(encoded(source))
  writeFileSync(path.replace(/\.png$/, ".webp"), Buffer.from(made.slice(made.indexOf(",") + 1), "base64"))
}
