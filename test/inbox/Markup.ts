/**
 * A page as text that is the same whenever the page is shown: an element a line, and in place of ids, instants and secrets,
 * which each run draws anew, their kind.
 */
import type { Page } from "playwright-core"

/** Each run draws these anew; their kind stands for them. Ids are counted, so that two of them stay two. */
const drawn: ReadonlyArray<readonly [RegExp, string]> = [
  [/http:\/\/(?:127\.0\.0\.1|localhost):\d+/g, "http://emulator"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, "INSTANT"],
  [/\b\d{4}-\d\d-\d\d\b/g, "DATE"],
  [/\d\d:\d\d:\d\d(?:\.\d{1,3})?/g, "TIME"],
  [/\b\d\d:\d\d\b/g, "TIME"],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, "WEEKDAY"],
  [/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?/g, "DAY"],
  [/\b(?:Today|Yesterday)\b/g, "DAY"],
  [/\b\d+(?:\.\d+)? m?s\b/g, "DURATION"],
  [/v1,[\w+/]{43}=/g, "SIGNATURE"],
  [/whsec_[\w+/]+=*/g, "SECRET"],
  [/\b\d{10}\b/g, "SECONDS"]
]

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Returns the text with what each run draws anew named by its kind. */
export const settled = (text: string): string => {
  const ids = new Map<string, string>()
  const numbered = text.replaceAll(id, (each) => {
    const known = ids.get(each) ?? `ID-${ids.size + 1}`
    ids.set(each, known)
    return known
  })
  return drawn.reduce((so, [pattern, kind]) => so.replaceAll(pattern, kind), numbered)
}

/** Runs in the page: an element a line with its attributes and, behind it, what it says by itself. */
const outline = `(() => {
  const lines = []
  const visit = (node, depth) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.data.trim() !== "") lines.push("  ".repeat(depth) + JSON.stringify(node.data))
      return
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.rel === "modulepreload") return
    const attributes = [...node.attributes].map(({ name, value }) => " " + name + "=" + JSON.stringify(value)).sort()
    const state = ["checked", "disabled", "open", "value"].flatMap((name) =>
      node[name] === undefined || node[name] === false || node[name] === "" ? [] : [" ." + name + "=" + node[name]]
    )
    lines.push("  ".repeat(depth) + node.localName + attributes.join("") + state.join(""))
    for (const child of node.childNodes) visit(child, depth + 1)
  }
  visit(document.documentElement, 0)
  return lines.join("\\n")
})()`

/** Returns what the page shows once it waits for no answer and shows the same twice. */
export const of = async (page: Page, isWaiting: () => boolean): Promise<string> => {
  let before = ""
  for (let look = 0; look < 200; look++) {
    const now = settled(await page.evaluate<string>(outline))
    if (now === before && !isWaiting()) return `${now}\n`
    before = now
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
  }
  throw new Error("The page does not come to rest.")
}
