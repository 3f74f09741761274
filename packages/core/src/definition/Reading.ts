/**
 * Reads a definition from the JSON that a client sent, in the form in which it is stored: it keeps the known fields,
 * drops nulls, and fills in defaults. It loses no known field of a definition without flaws, and reads what it can of
 * any other JSON.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Json, JsonObject } from "../value/Json.ts"
import * as Definition from "./Definition.ts"
import * as Part from "./Part.ts"

/** Reads a field, or returns undefined when its type is wrong. */
type Read<A> = (sent: Part.Sent) => A | undefined

const text: Read<string> = (sent) => typeof sent === "string" ? sent : undefined
const number: Read<number> = (sent) => typeof sent === "number" ? sent : undefined
const truth: Read<boolean> = (sent) => typeof sent === "boolean" ? sent : undefined
const word = <Word extends string>(words: ReadonlyArray<Word>): Read<Word> => (sent) =>
  words.find((each) => each === sent)
/** Reads a list up to the length that a definition without flaws may have. */
const list = <A>(read: Read<A>, most: number): Read<ReadonlyArray<A>> => (sent) =>
  Array.isArray(sent)
    ? (sent as ReadonlyArray<Json>).slice(0, most).flatMap((item) => {
      const value = read(item)
      return value === undefined ? [] : [value]
    })
    : undefined

type Fields<A> = { readonly [Key in keyof A]-?: Read<Exclude<A[Key], undefined>> }

/** Reads an object with these fields. `given` supplies the fields that are missing. */
const object = <A extends object>(fields: Fields<A>, given: Partial<A>): Read<A> => {
  const reads = Object.entries(fields) as ReadonlyArray<readonly [string, Read<unknown>]>
  return (sent) => {
    if (!Part.isObject(sent)) return undefined
    const made: Record<string, unknown> = { ...given }
    for (const [name, read] of reads) {
      const value = read(Part.get(sent as JsonObject, name))
      if (value !== undefined) made[name] = value
    }
    return made as A
  }
}

const variable = object<Definition.Variable>({
  id: number,
  name: text,
  type: word(Definition.VariableType.literals),
  props: object<Definition.Variable["props"]>({
    variableType: word(Definition.ValueType.literals),
    sample: text,
    regex: text,
    url: text,
    shortUrl: text,
    alt: text,
    mediaType: word(Definition.VariableMedia.literals)
  }, {})
}, { id: 0, name: "", type: "variable", props: {} })

const variables = list(variable, Limit.definitionArrays.variables)
const contentType = word(Definition.ContentType.literals)

const content = object<Definition.BodyContent>({ type: contentType, template: text, variables }, { template: "" })

const mms = object<Definition.MmsContent>({
  type: contentType,
  template: text,
  variables,
  subject: text,
  media: list(
    object<Definition.Media>({ url: text, mediaType: word(Definition.MediaType.literals) }, { url: "" }),
    Limit.definitionArrays.media
  )
}, {})

const button = object<Definition.Button>({
  id: number,
  type: word(Definition.ButtonType.literals),
  props: object<Definition.Button["props"]>({
    text,
    quickReplyType: text,
    urlType: text,
    url: text,
    variables,
    activeFor: number,
    countryCode: text,
    phoneNumber: text,
    offerCode: text,
    otpType: text,
    autofillText: text,
    packageName: text,
    signatureHash: text
  }, { text: "" })
}, { id: 0, type: "QUICK_REPLY", props: { text: "" } })

const definition = object<Definition.Definition>({
  header: object<Definition.Header>({ type: word(Definition.HeaderType.literals), template: text, variables }, {
    type: "text",
    template: ""
  }),
  body: object<Definition.Body>({ multiChannel: content, sms: content, whatsapp: content, rcs: content, mms }, {}),
  footer: object<Definition.Footer>({ type: contentType, template: text, variables }, { type: "text", template: "" }),
  buttons: list(button, Limit.definitionArrays.buttons),
  definitionVersion: text,
  authenticationConfig: object<Exclude<Definition.Definition["authenticationConfig"], undefined>>({
    addSecurityRecommendation: truth,
    codeExpirationMinutes: number
  }, {})
}, { body: {} })

export const read = (sent: Part.Sent): Definition.Definition => definition(sent) ?? { body: {} }
