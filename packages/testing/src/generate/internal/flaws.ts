/**
 * The table of flaws: rule, what is wrong, how it is told, a shape to start from, and the changes that break it.
 */
import type { Reason } from "@signalbox/core/Flaw"
import type { Json } from "@signalbox/core/Json"
import type { Shape } from "../WholeDefinitions.ts"

/** Undefined takes the field out. */
export type Changes = Readonly<Record<string, Json | undefined>>

export type Row = readonly [
  rules: string,
  what: string,
  reason: Reason,
  field: string,
  base: Shape | "authentication",
  changes: Changes
]

export const sample = { variableType: "text", sample: "x" }
export const variable = (id: number, name: string): Json => ({ id, name, type: "variable", props: sample })
export const long = (length: number): string => "x".repeat(length)

const text: Shape = { header: "text" }
const foot: Shape = { footer: true }
const plain = { type: "text", template: "Hi" }

/** Emojis in all their forms; digits, #, © and ™ are none. */
const emoji = "Hi 1️⃣"

export const frameFlaws: ReadonlyArray<Row> = [
  ["TPL-018", "no body", "missing", "body", {}, { body: undefined }],
  ["TPL-018", "a body that is no object", "wrong_type", "body", {}, { body: "Hello" }],
  ["TPL-021", "a version that is no text", "wrong_type", "definitionVersion", {}, { definitionVersion: 1 }],
  ["TPL-059", "a header of another type", "unknown_value", "header.type", text, { "header.type": "audio" }],
  ["TPL-060", "a header without template", "missing", "header.template", text, { header: { type: "text" } }],
  ["TPL-060", "a blank header", "blank", "header.template", text, { header: { type: "text", template: " " } }],
  ["TPL-061", "a header of 61", "too_long", "header.template", text, { header: { type: "text", template: long(61) } }],
  ["TPL-062", "two variables in a header", "variable_count", "header.variables", text, {
    header: { type: "text", template: "{{0}} {{1}}", variables: [variable(0, "a"), variable(1, "b")] }
  }],
  ["TPL-064", "a newline in a header", "newline", "header.template", text, {
    header: { type: "text", template: "one\ntwo" }
  }],
  ["TPL-064", "a return in a header", "newline", "header.template", text, {
    header: { type: "text", template: "one\rtwo" }
  }],
  ["TPL-065", "an emoji in a header", "emoji", "header.template", text, { header: { type: "text", template: emoji } }],
  ...["*", "_", "~"].map((sign): Row => ["TPL-066", `${sign} in a header`, "markup", "header.template", text, {
    header: { type: "text", template: `${sign}Hi` }
  }]),
  ["", "a header of media that is no address", "header_media", "header.template", { header: "media" }, {
    header: { type: "image", template: "a cat" }
  }],
  ["TPL-067", "a footer of another type", "unknown_value", "footer.type", foot, { "footer.type": "image" }],
  ["TPL-068", "a footer without template", "missing", "footer.template", foot, { footer: { type: "text" } }],
  ["TPL-069", "a footer of 61", "too_long", "footer.template", foot, { "footer.template": long(61) }],
  ["TPL-070", "a footer with a variable", "variable_count", "footer.variables", foot, {
    "footer.variables": [variable(0, "a")]
  }],
  ["TPL-071", "a placeholder in a footer", "placeholder_not_allowed", "footer.template", foot, {
    "footer.template": "Hi {{0}}"
  }],
  ["TPL-072", "a newline in a footer", "newline", "footer.template", foot, { "footer.template": "one\ntwo" }],
  ["TPL-073", "an emoji in a footer", "emoji", "footer.template", foot, { "footer.template": "Hi 🇩🇪" }],
  ...["*", "_", "~"].map((sign): Row => ["TPL-074", `${sign} in a footer`, "markup", "footer.template", foot, {
    "footer.template": `${sign}Hi`
  }])
]

const strategy = (rules: string, what: string, body: Json): Row => [rules, what, "body_strategy", "body", {}, { body }]

const one: Shape = { strategy: "multiChannel", names: [] }
const split: Shape = { strategy: "split", names: [] }

export const bodyFlaws: ReadonlyArray<Row> = [
  strategy("TPL-046, TPL-047", "an empty body", {}),
  strategy("TPL-037", "sms alone", { sms: plain }),
  strategy("TPL-037", "sms and rcs", { sms: plain, rcs: plain }),
  strategy("TPL-038", "whatsapp alone", { whatsapp: plain }),
  strategy("TPL-039", "one for all and sms", { multiChannel: plain, sms: plain }),
  strategy("TPL-039", "one for all and whatsapp", { multiChannel: plain, whatsapp: plain }),
  strategy("TPL-039", "one for all and both", { multiChannel: plain, sms: plain, whatsapp: plain }),
  strategy("TPL-043", "rcs alone", { rcs: plain }),
  strategy("TPL-044", "mms alone", { mms: plain }),
  strategy("TPL-045", "rcs and mms", { rcs: plain, mms: plain }),
  ...([["multiChannel", one, 1024], ["sms", split, 1024], ["whatsapp", split, 1024]] as const).flatMap((
    [name, shape, most]
  ): ReadonlyArray<Row> => [
    ["TPL-051", `no template in ${name}`, "missing", `body.${name}.template`, shape, {
      [`body.${name}`]: { type: "text" }
    }],
    ["TPL-051", `a blank ${name}`, "blank", `body.${name}.template`, shape, { [`body.${name}.template`]: " \n" }],
    ["TPL-052", `${most + 1} characters in ${name}`, "too_long", `body.${name}.template`, shape, {
      [`body.${name}.template`]: long(most + 1)
    }],
    ["TPL-049", `another type in ${name}`, "unknown_value", `body.${name}.type`, shape, {
      [`body.${name}.type`]: "html"
    }]
  ]),
  ["TPL-051", "no template in rcs", "missing", "body.rcs.template", { ...one, rcs: true }, { "body.rcs": {} }],
  ["TPL-053", "3073 characters in rcs", "too_long", "body.rcs.template", { ...one, rcs: true }, {
    "body.rcs.template": long(3073)
  }],
  ["TPL-051", "a template that is no text", "wrong_type", "body.multiChannel.template", one, {
    "body.multiChannel.template": 7
  }],
  ["", "half a character", "half_character", "body.multiChannel.template", one, {
    "body.multiChannel.template": "Hi \ud83d"
  }]
]

const body = "body.multiChannel"
const two: Shape = { strategy: "multiChannel", names: [], rcs: false, mms: false }
const vary = (template: string, ...variables: ReadonlyArray<Json>): Changes => ({
  [body]: { template, variables }
})
const first = `${body}.variables[0]`
const changed = (changes: object): Changes => vary("Hi {{0}}", { ...variable(0, "a") as object, ...changes } as Json)
const ofType = (type: string, props: Json): Changes => changed({ type, props })

export const variableFlaws: ReadonlyArray<Row> = [
  ["TPL-054", "a placeholder that is not declared", "placeholder_not_declared", `${body}.template`, two, vary("{{0}}")],
  [
    "TPL-054",
    "a name that is not declared",
    "placeholder_not_declared",
    `${body}.template`,
    two,
    vary(
      "{{0}} {{b}}",
      variable(0, "a")
    )
  ],
  [
    "TPL-054",
    "a variable that is not used",
    "variable_not_used",
    `${body}.variables[1]`,
    two,
    vary(
      "{{0}}",
      variable(0, "a"),
      variable(1, "b")
    )
  ],
  ...["", " ", "a b", "a-b", "-1", "0:variable:x", "ä"].map((source): Row => [
    "",
    `the placeholder {{${source}}}`,
    "placeholder_form",
    `${body}.template`,
    two,
    vary(`{{0}} {{${source}}}`, variable(0, "a"))
  ]),
  ...["", "text", "Variable", "image"].map((type): Row => [
    "VAR-006",
    `the type token ${type}`,
    "placeholder_type",
    `${body}.template`,
    two,
    vary(`{{0:${type}}}`, variable(0, "a"))
  ]),
  [
    "TPL-055, VAR-008",
    "an id twice",
    "variable_id",
    `${body}.variables[1].id`,
    two,
    vary(
      "{{a}} {{b}}",
      variable(0, "a"),
      variable(0, "b")
    )
  ],
  ["TPL-055", "an id that means something else in another body", "variable_differs", "body.rcs.variables[0].name", {
    strategy: "multiChannel",
    names: ["a"],
    rcs: true,
    mms: false
  }, { "body.rcs": { template: "{{0}}", variables: [variable(0, "b")] } }],
  ["TPL-055", "an id of another type in another body", "variable_differs", "body.rcs.variables[0].type", {}, {
    body: {
      multiChannel: { template: "{{0}}", variables: [variable(0, "a")] },
      rcs: { template: "{{0}}", variables: [{ id: 0, name: "a", type: "link", props: { url: "https://example.com" } }] }
    }
  }],
  ["VAR-007", "ids that begin with 1", "variable_id", `${first}.id`, two, vary("{{1}}", variable(1, "a"))],
  [
    "VAR-007",
    "a gap",
    "variable_id",
    `${body}.variables[1].id`,
    two,
    vary(
      "{{0}} {{2}}",
      variable(0, "a"),
      variable(2, "b")
    )
  ],
  ["VAR-007", "a fraction", "variable_id", `${first}.id`, two, vary("{{a}}", variable(0.5, "a"))],
  ["VAR-010", "an id that is a text", "wrong_type", `${first}.id`, two, changed({ id: "0" })],
  ["VAR-010", "no id", "missing", `${first}.id`, two, changed({ id: null })],
  ["VAR-011", "no name", "missing", `${first}.name`, two, changed({ name: null })],
  ["VAR-011", "a blank name", "blank", `${first}.name`, two, changed({ name: " " })],
  [
    "",
    "a name twice",
    "variable_name_taken",
    `${body}.variables[1].name`,
    two,
    vary(
      "{{0}} {{1}}",
      variable(0, "a"),
      variable(1, "a")
    )
  ],
  ["VAR-012", "no type", "missing", `${first}.type`, two, changed({ type: null })],
  ["VAR-013", "another type", "unknown_value", `${first}.type`, two, changed({ type: "text" })],
  ["VAR-014", "no props", "missing", `${first}.props`, two, changed({ props: null })],
  ["VAR-015", "no variableType", "missing", `${first}.props.variableType`, two, changed({ props: { sample: "x" } })],
  [
    "VAR-016",
    "another variableType",
    "unknown_value",
    `${first}.props.variableType`,
    two,
    changed({
      props: { variableType: "number", sample: "x" }
    })
  ],
  ["VAR-017", "no sample", "missing", `${first}.props.sample`, two, changed({ props: { variableType: "text" } })],
  [
    "VAR-018",
    "a sample that is no text",
    "wrong_type",
    `${first}.props.sample`,
    two,
    changed({
      props: { variableType: "text", sample: 7 }
    })
  ],
  ["VAR-020", "a link without url", "missing", `${first}.props.url`, two, ofType("link", { alt: "x" })],
  ["VAR-021", "media without url", "missing", `${first}.props.url`, two, ofType("media", { mediaType: "image" })],
  ...["example.com", "ftp://example.com/a", "javascript:alert(1)", "https:", "//example.com", "https://a b"].flatMap((
    url
  ): ReadonlyArray<Row> => [
    ["VAR-022", `a link to ${url}`, "not_a_url", `${first}.props.url`, two, ofType("link", { url })],
    ["VAR-022", `media at ${url}`, "not_a_url", `${first}.props.url`, two, ofType("media", { url, mediaType: "image" })]
  ]),
  [
    "VAR-023",
    "a shortUrl that is no text",
    "wrong_type",
    `${first}.props.shortUrl`,
    two,
    ofType("link", {
      url: "https://example.com",
      shortUrl: 1
    })
  ],
  [
    "VAR-024",
    "an alt that is no text",
    "wrong_type",
    `${first}.props.alt`,
    two,
    ofType("link", {
      url: "https://example.com",
      alt: 1
    })
  ],
  [
    "VAR-025",
    "media without mediaType",
    "missing",
    `${first}.props.mediaType`,
    two,
    ofType("media", {
      url: "https://example.com"
    })
  ],
  [
    "VAR-026",
    "another mediaType",
    "unknown_value",
    `${first}.props.mediaType`,
    two,
    ofType("media", {
      url: "https://example.com",
      mediaType: "audio"
    })
  ],
  ...[
    "(",
    "a{1001}",
    "(?=a)b",
    "(?<!a)b",
    "(a)\\1",
    "x".repeat(513),
    "(\\pL{1,1000}){1,1000}",
    "(\\pL{1,1000})".repeat(20)
  ]
    .map((regex): Row => [
      "",
      `the pattern ${regex.slice(0, 20)} (${regex.length})`,
      "pattern",
      `${first}.props.regex`,
      two,
      changed({ props: { variableType: "text", sample: "x", regex } })
    ])
]
