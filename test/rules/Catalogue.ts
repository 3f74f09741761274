/**
 * The rules of the service, as `docs/rules/catalogue.jsonl` lists them.
 */
import { Schema } from "effect"

/** Ids such as `BTN-003`, without anchors. */
export const id = /[A-Z][A-Z0-9]{1,2}-\d{3}/

/** The origin of a rule: it is written, it follows from what is written, or Signalbox adds it to version 3. */
export const Source = Schema.Literals(["specification", "inferred", "signalbox"])
export type Source = typeof Source.Type

export const Rule = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(new RegExp(`^${id.source}$`))),
  /** The part that its page is called by. */
  section: Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9-]*$/)),
  source: Source,
  text: Schema.String.check(Schema.isPattern(/^\S.*[^\s]$/)),
  /** The reason why no test names it. */
  untested: Schema.optionalKey(Schema.String.check(Schema.isMinLength(40)))
})
export type Rule = typeof Rule.Type

const fromLine = Schema.decodeUnknownSync(Schema.fromJsonString(Rule), { onExcessProperty: "error" })

/** The rules of a text that has one in each line. */
export const parse = (text: string): ReadonlyArray<Rule> =>
  text.trimEnd().split("\n").map((line, index) => {
    try {
      return fromLine(line)
    } catch (cause) {
      throw new Error(`Line ${index + 1} of the catalogue is no rule: ${line}`, { cause })
    }
  })

/** Those of its ids that occur more than once. */
export const repeated = (rules: ReadonlyArray<Rule>): ReadonlyArray<string> => {
  const ids = rules.map((rule) => rule.id)
  return ids.filter((each, index) => ids.indexOf(each) !== index)
}

/** Returns the family that an id begins with, such as `BTN`. */
export const family = (rule: string): string => rule.slice(0, rule.indexOf("-"))

/** The sections in the order in which the catalogue begins them. */
export const sections = (rules: ReadonlyArray<Rule>): ReadonlyMap<string, ReadonlyArray<Rule>> =>
  new Map(rules.map(({ section }) => [section, rules.filter((rule) => rule.section === section)]))

/** The catalogue as `@signalbox/testing` carries it. */
export const published = (rules: ReadonlyArray<Rule>): string =>
  `[\n${
    rules.map(({ id, section, source, text }) => `  ${JSON.stringify({ id, section, source, text })}`).join(",\n")
  }\n]\n`
