/** The rules of WCAG 2.2 that a program can judge, and what of a page breaks them. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"

const rules = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

interface Result {
  readonly violations: ReadonlyArray<
    { readonly id: string; readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }> }
  >
}

/** Returns a line for each element that breaks a rule. */
export const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(`window.axe === undefined && (() => { ${rules} })()`)
  const options = JSON.stringify({ runOnly: { type: "tag", values: tags } })
  const { violations } = await page.evaluate<Result>(`axe.run(document, ${options})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ failureSummary, html }) => `${id}: ${html.slice(0, 160)} ${failureSummary.replaceAll(/\s+/g, " ")}`)
  )
}
