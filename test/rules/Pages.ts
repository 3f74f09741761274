/**
 * The pages of `docs/rules`: each rule with the tests that name it.
 */
import type { Rule, Source } from "./Catalogue.ts"
import { family, sections } from "./Catalogue.ts"
import type { Coverage } from "./Coverage.ts"

const sources: Readonly<Record<Source, string>> = { specification: "", inferred: "inferred", signalbox: "Signalbox" }

/** A title as code, because it may hold whatever Markdown would take for its own. */
const code = (title: string): string => `\`${title.replaceAll("`", "'")}\``

const entry = ({ id, source, text, untested }: Rule, { tests }: Coverage): string => {
  const titles = (tests.get(id) ?? []).map(({ file, title }) => `  - [${file}](../../${file}): ${code(title)}`)
  return [
    `- **${id}** ${text}${sources[source] === "" ? "" : ` _(${sources[source]})_`}`,
    ...new Set(titles),
    ...(untested === undefined ? [] : [`  - No test names it. ${untested}`])
  ].join("\n")
}

const made = "<!-- Made by `npm run rules -- --write` from catalogue.jsonl and the titles of the tests. -->"

const page = (section: string, rules: ReadonlyArray<Rule>, coverage: Coverage): string =>
  `${made}\n\n# Rules: ${section}\n\n${rules.map((rule) => entry(rule, coverage)).join("\n")}\n`

const contents = (rules: ReadonlyArray<Rule>, { tests }: Coverage): string =>
  [...sections(rules)].map(([section, each]) => {
    const families = [...new Set(each.map(({ id }) => family(id)))].join(", ")
    const named = each.filter(({ id }) => tests.has(id)).length
    return `- [${section}](${section}.md) (${families}): ${each.length} rules, of which tests name ${named}`
  }).join("\n")

const introduction = `# Rules

What the service has to do, one sentence a rule. A rule's source says where it comes from: the _specification_ of version
3 states it, it is _inferred_ from what the specification states, or _Signalbox_ adds it. A test names the rules that it
holds in its title, such as \`[BTN-003]\`; below each rule stand the tests that do. \`(a row)\` is a row of a table from
which a test's title is made, and \`…\` in a title is known only when the test runs.

The rules are written in [catalogue.jsonl](catalogue.jsonl), and nowhere else: these pages and
\`@signalbox/testing/rules.json\` are made from it. Naming is no passing: \`npm run rules\` counts what is written, and
\`npm run rules -- --report FILE\` what has passed in a run whose report \`vitest run --reporter=json\` wrote.`

/** The text of each page by its name. */
export const make = (rules: ReadonlyArray<Rule>, coverage: Coverage): ReadonlyMap<string, string> =>
  new Map([
    ["README.md", `${made}\n\n${introduction}\n\n${contents(rules, coverage)}\n`],
    ...[...sections(rules)].map(([section, each]) => [`${section}.md`, page(section, each, coverage)] as const)
  ])
