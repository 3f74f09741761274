/**
 * Arbitraries of template definitions that are right in every part: bodies for each channel or for all, headers,
 * footers, buttons, MMS, variables of each type.
 */
import type { Body, Button, Definition, Footer, Header, MmsContent, Variable } from "@signalbox/core/Definition"
import * as fc from "fast-check"
import type { Draft } from "./Definitions.ts"
import * as Definitions from "./Definitions.ts"

/** The parts that a definition must have, or must not. A part that is not named may be there or not. */
export interface Shape {
  readonly strategy?: "multiChannel" | "split"
  readonly rcs?: boolean
  readonly mms?: boolean
  readonly header?: "text" | "media" | "none"
  readonly footer?: boolean
  readonly buttons?: ReadonlyArray<Button["type"]>
  /** The names of the variables of the bodies. */
  readonly names?: ReadonlyArray<string>
}

/** One line without emojis, markup and braces. */
const plainLine = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom("Hello", "Ihr Konto – Köln", "Заказ", "ご注文", "100 % #1 © 2030", "a 'quoted' word", "<b>&amp;"),
    fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: most })
  ).map((text) => text.replace(/[*_~{}\n\r]/g, " ").slice(0, most)).filter((text) => text.trim() !== "")

const url = fc.constantFrom(
  "https://example.com/a?b=c#d",
  "http://example.com",
  "https://münchen.example/ä",
  "https://example.com:8443/%7Buser%7D"
)

const mediaUrl = fc.constantFrom("https://example.com/cat.jpg", "https://cdn.example.com/a%20b.pdf?Expires=1")

/** Patterns that an engine of linear time can match. */
const regex = fc.constantFrom("^[0-9]{4,8}$", ".*", "\\w+", "(a|b)*c", "\\p{L}{1,100}", "")

const props = (type: Variable["type"]): fc.Arbitrary<Variable["props"]> => {
  const variableType = fc.constantFrom("text", "link", "image", "file")
  const mediaType = fc.constantFrom("image", "video", "document")
  const alt = fc.constant("What one sees")
  return type === "variable"
    ? fc.record({ variableType, sample: fc.string({ unit: "grapheme", maxLength: 10 }), regex }, {
      requiredKeys: ["variableType", "sample"],
      noNullPrototype: true
    })
    : type === "link"
    ? fc.record({ url, shortUrl: fc.constant("https://exm.pl/a"), alt }, {
      requiredKeys: ["url"],
      noNullPrototype: true
    })
    : fc.record({ url, alt, mediaType }, { requiredKeys: ["url", "mediaType"], noNullPrototype: true })
}

const variable = (id: number, name: string): fc.Arbitrary<Variable> =>
  fc.constantFrom("variable", "variable", "link", "media").chain((type) =>
    props(type).map((made) => ({ id, name, type, props: made }))
  )

const isShort = (most: number) => (draft: Draft): boolean => Definitions.source(draft).length <= most

/** A text with placeholders for all of the variables. */
const text = (variables: ReadonlyArray<Variable>, most: number): fc.Arbitrary<string> =>
  Definitions.draftOf(variables.map(({ name }) => name)).filter(isShort(most)).map(Definitions.source)

const optionally = <A>(arbitrary: fc.Arbitrary<A>, wanted: boolean | undefined): fc.Arbitrary<A | undefined> =>
  wanted === undefined ? fc.option(arbitrary, { nil: undefined }) : wanted ? arbitrary : fc.constant(undefined)

const content = (variables: ReadonlyArray<Variable>) =>
  fc.record(
    { type: fc.constant("text"), template: text(variables, 1024), variables: fc.constant(variables) },
    { requiredKeys: variables.length === 0 ? ["template"] : ["template", "variables"], noNullPrototype: true }
  )

const mms = (variables: ReadonlyArray<Variable>): fc.Arbitrary<MmsContent> =>
  fc.record({
    media: fc.array(
      fc.record({ url: mediaUrl, mediaType: fc.constantFrom("image", "video", "document", "contact") }, {
        requiredKeys: ["url"],
        noNullPrototype: true
      }),
      { minLength: 1, maxLength: 1 }
    ),
    subject: variables.length === 0 ? Definitions.plainText : fc.constant("About {{0}}, and only that"),
    template: text(variables, 1600)
  }, { requiredKeys: variables.length === 0 ? ["media"] : ["template"], noNullPrototype: true })
    .map((made) => variables.length === 0 ? made : { ...made, variables })

const body = (shape: Shape): fc.Arbitrary<Body> => {
  const names = shape.names === undefined
    ? fc.uniqueArray(Definitions.variableName, { maxLength: 3 })
    : fc.constant(shape.names)
  return names.chain((all) => fc.tuple(...all.map((name, id) => variable(id, name)))).chain((variables) => {
    // The same ids mean the same variables in every body; a body may have fewer of them.
    const some = shape.names === undefined
      ? fc.nat({ max: variables.length }).map((count) => variables.slice(0, count))
      : fc.constant(variables)
    const one = some.chain(content)
    const strategy = shape.strategy === undefined
      ? fc.constantFrom("multiChannel", "split")
      : fc.constant(shape.strategy)
    return strategy.chain((chosen) =>
      fc.record<Record<string, unknown>>({
        ...chosen === "multiChannel" ? { multiChannel: one } : { sms: one, whatsapp: one },
        rcs: optionally(one, shape.rcs),
        mms: optionally(some.chain(mms), shape.mms)
      }, { noNullPrototype: true })
    )
  }).map((made) => withoutUndefined(made))
}

const withoutUndefined = <A extends object>(made: object): A =>
  Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) as A

const headerVariable = fc.constantFrom("name", "first", "größe").chain((name) => variable(0, name))

const header = (kind: "text" | "media"): fc.Arbitrary<Header> =>
  kind === "text"
    ? fc.oneof(
      plainLine(60).map((template): Header => ({ type: "text", template })),
      fc.tuple(plainLine(40), headerVariable).map(([words, made]): Header => ({
        type: "text",
        template: `${words} {{0:variable}}`,
        variables: [made]
      }))
    )
    : fc.constantFrom("image", "video", "document").chain((type) =>
      fc.oneof(
        mediaUrl.map((template): Header => ({ type, template, variables: [] })),
        headerVariable.map((made): Header => ({ type, template: "{{0:media}}", variables: [made] }))
      )
    )

const footer: fc.Arbitrary<Footer> = plainLine(60).map((template) => ({ type: "text", template }))

const buttonProps: { readonly [Type in Button["type"]]: fc.Arbitrary<Omit<Button["props"], "text">> } = {
  QUICK_REPLY: fc.constantFrom("custom", "pre-configured").map((quickReplyType) => ({ quickReplyType })),
  URL: fc.oneof(
    url.map((to) => ({ urlType: "static", url: to })),
    fc.tuple(fc.constantFrom("{{0:variable}}", "{{0}}"), fc.constantFrom("name", "order"), props("variable")).map((
      [placeholder, name, made]
    ) => ({
      urlType: "dynamic",
      url: `https://example.com/orders?id=${placeholder}`,
      variables: [{ id: 0, name, type: "variable" as const, props: made }]
    }))
  ),
  VOICE_CALL: fc.integer({ min: 1, max: 10_000 }).map((activeFor) => ({ activeFor })),
  PHONE_NUMBER: fc.constantFrom("+12015550123", "+1 201-555-0123", "+49 30 901820").map((phoneNumber) => ({
    countryCode: "US",
    phoneNumber
  })),
  COPY_CODE: fc.constantFrom("SAVE20", "ÄÖ 1").map((offerCode) => ({ offerCode }))
}

/** The number of buttons of each type that a template may have. */
const most: Readonly<Record<Button["type"], number>> = {
  QUICK_REPLY: 10,
  URL: 2,
  VOICE_CALL: 10,
  PHONE_NUMBER: 1,
  COPY_CODE: 1
}
const types = Object.keys(most) as ReadonlyArray<Button["type"]>

/** Buttons of these types, in this order, with ids that count up from 1. */
export const buttonsOf = (wanted: ReadonlyArray<Button["type"]>): fc.Arbitrary<ReadonlyArray<Button>> =>
  fc.tuple(...wanted.map((type, index) =>
    fc.tuple(plainLine(25), buttonProps[type]).map(([label, made]): Button => ({
      id: index + 1,
      type,
      props: { text: label, ...made }
    }))
  ))

const buttonTypes: fc.Arbitrary<ReadonlyArray<Button["type"]>> = fc.array(fc.constantFrom(...types), { maxLength: 10 })
  .map((chosen) =>
    chosen.filter((type, index) => chosen.slice(0, index).filter((other) => other === type).length < most[type])
  )

/** A definition of this shape that is right as MARKETING and as UTILITY. */
export const whole = (shape: Shape): fc.Arbitrary<Definition> =>
  fc.record({
    header: shape.header === undefined
      ? fc.oneof(fc.constant(undefined), header("text"), header("media"))
      : shape.header === "none"
      ? fc.constant(undefined)
      : header(shape.header),
    body: body(shape),
    footer: optionally(footer, shape.footer),
    buttons: shape.buttons === undefined
      ? fc.option(buttonTypes.chain(buttonsOf), { nil: undefined })
      : buttonsOf(shape.buttons),
    definitionVersion: fc.constantFrom(undefined, "1.0", "2024-x")
  }, { noNullPrototype: true }).map((made) => withoutUndefined(made))

export const valid: fc.Arbitrary<Definition> = whole({})

const code: Variable = { id: 0, name: "code", type: "variable", props: { variableType: "text", sample: "123456" } }

const codeText = fc.tuple(plainLine(30), fc.constantFrom("{{0:variable}}", "{{0}}", "{{code}}"), plainLine(30))
  .map((parts) => parts.join(" ")).filter((words) => !/https?:|www\./i.test(words))
  .map((template) => ({ template, variables: [code] }))

/** A definition that is right as AUTHENTICATION. */
export const authentication: fc.Arbitrary<Definition> = fc.record({
  body: fc.oneof(
    codeText.map((multiChannel): Body => ({ multiChannel })),
    fc.tuple(codeText, codeText).map(([sms, whatsapp]): Body => ({ sms, whatsapp }))
  ),
  footer: fc.option(footer, { nil: undefined }),
  buttons: fc.constantFrom<ReadonlyArray<Button> | undefined>(undefined, [
    { id: 1, type: "COPY_CODE", props: { text: "Copy", otpType: "COPY_CODE" } }
  ], [{
    id: 1,
    type: "COPY_CODE",
    props: {
      text: "Fill in",
      otpType: "ONE_TAP",
      autofillText: "Fill",
      packageName: "com.example",
      signatureHash: "K8a/AINcGX7"
    }
  }]),
  authenticationConfig: fc.option(
    fc.record({ addSecurityRecommendation: fc.boolean(), codeExpirationMinutes: fc.integer({ min: 1, max: 90 }) }, {
      requiredKeys: [],
      noNullPrototype: true
    }),
    { nil: undefined }
  )
}, { noNullPrototype: true }).map((made) => withoutUndefined(made))
