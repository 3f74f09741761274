/**
 * The pages of `docs/rules`: each rule with the tests that name it.
 */
import type { Rule, Source } from "./Catalogue.ts"
import { family, sections } from "./Catalogue.ts"
import type { Coverage } from "./Coverage.ts"

const sources: Readonly<Record<Source, string>> = { specification: "", inferred: "inferred", signalbox: "Signalbox" }

/** A title as code, because it may hold whatever Markdown would take for its own. */
const code = (title: string): string => `\`${title.replaceAll("`", "'")}\``

/** A generated change of the sources, as far as a page tells of it. */
export interface Mutant {
  readonly died: boolean
  readonly rules: ReadonlyArray<string>
}

const share = (near: ReadonlyArray<Mutant>): string => `${near.filter(({ died }) => died).length} of ${near.length}`

const entry = (
  { id, source, text, untested }: Rule,
  { tests }: Coverage,
  mutants: ReadonlyArray<Mutant>
): string => {
  const near = mutants.filter(({ rules }) => rules.includes(id))
  const titles = (tests.get(id) ?? []).map(({ file, title }) => `  - [${file}](../../${file}): ${code(title)}`)
  return [
    `- **${id}** ${text}${sources[source] === "" ? "" : ` _(${sources[source]})_`}`,
    ...new Set(titles),
    ...(near.length === 0 ? [] : [`  - Of the generated mutants near it, ${share(near)} died.`]),
    ...(untested === undefined ? [] : [`  - No test names it. ${untested}`])
  ].join("\n")
}

const made = "<!-- Made by `npm run rules -- --write` from catalogue.jsonl and the titles of the tests. -->"

const page = (
  section: string,
  rules: ReadonlyArray<Rule>,
  coverage: Coverage,
  mutants: ReadonlyArray<Mutant>
): string => `${made}\n\n# Rules: ${section}\n\n${rules.map((rule) => entry(rule, coverage, mutants)).join("\n")}\n`

const contents = (rules: ReadonlyArray<Rule>, { tests }: Coverage, mutants: ReadonlyArray<Mutant>): string =>
  [...sections(rules)].map(([section, each]) => {
    const families = [...new Set(each.map(({ id }) => family(id)))].join(", ")
    const named = each.filter(({ id }) => tests.has(id)).length
    const ids = new Set(each.map(({ id }) => id))
    const near = mutants.filter(({ rules }) => rules.some((rule) => ids.has(rule)))
    const died = near.length === 0 ? "" : `; ${share(near)} generated mutants near them died`
    return `- [${section}](${section}.md) (${families}): ${each.length} rules, of which tests name ${named}${died}`
  }).join("\n")

const introduction = `# Rules

What the service has to do, one sentence a rule. A rule's source says where it comes from: the _specification_ of version
3 states it, it is _inferred_ from what the specification states, or _Signalbox_ adds it. A test names the rules that it
holds in its title, such as \`[BTN-003]\`; below each rule stand the tests that do. \`(a row)\` is a row of a table from
which a test's title is made, and \`…\` in a title is known only when the test runs.

The rules are written in [catalogue.jsonl](catalogue.jsonl), and nowhere else: these pages and
\`@signalbox/testing/rules.json\` are made from it. Naming is no passing: \`npm run rules\` counts what is written, and
\`npm run rules -- --report FILE\` what has passed in a run whose report \`vitest run --reporter=json\` wrote.`

const sampled = (mutants: ReadonlyArray<Mutant>): string =>
  mutants.length === 0
    ? "No sample of generated mutants has been kept yet: `npm run mutate -- --sample 200 --seed N` keeps one."
    : `Of ${mutants.length} generated mutants, changes of the sources that nobody has chosen, ` +
      `${mutants.filter(({ died }) => died).length} were noticed by tests: they died. They are kept in ` +
      "[mutants.jsonl](mutants.jsonl). A mutant is near a rule when a test that names the rule runs the changed function, " +
      "unless tests of more than 40 rules do."

/** The text of each page by its name. */
export const make = (
  rules: ReadonlyArray<Rule>,
  coverage: Coverage,
  mutants: ReadonlyArray<Mutant>
): ReadonlyMap<string, string> =>
  new Map([
    ["README.md", `${made}\n\n${introduction}\n\n${sampled(mutants)}\n\n${contents(rules, coverage, mutants)}\n`],
    ...[...sections(rules)].map(([section, each]) => [`${section}.md`, page(section, each, coverage, mutants)] as const)
  ])
