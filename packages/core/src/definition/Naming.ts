/**
 * Derives a template's name, category and language from its definition when the author gave none (decisions 3.4). The
 * same definition always gives the same result.
 */
import * as AuthenticationCheck from "./AuthenticationCheck.ts"
import type { Category } from "./Category.ts"
import type { Definition } from "./Definition.ts"
import { mainBody } from "./Definition.ts"
import * as Placeholder from "./Placeholder.ts"
import * as Wording from "./Wording.ts"

/** The text of the main body without its placeholders. */
const words = (definition: Definition): string => Placeholder.without(mainBody(definition)?.template ?? "", " ")

/** The text that names a template: a text header without variables, else the body. */
const title = (definition: Definition): string => {
  const { header } = definition
  return header !== undefined && header.type === "text" && (header.variables ?? []).length === 0
    ? Placeholder.without(header.template, " ")
    : words(definition)
}

const link = /https?:\/\/\S+/giu

/** Returns the first six words in lower-case ASCII, joined by `_`, or an empty text when there are no words. */
export const name = (definition: Definition): string =>
  title(definition)
    .replace(link, " ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== "")
    .slice(0, 6)
    .join("_")
    .slice(0, 60)

const codeWord = /\b(?:code|otp|passcode|pin|verification|verify)\b/iu
const promotion =
  /\b(?:sale|discount|offer|promo|coupon|deal|shop|buy now|subscribe|free|new arrival|limited time)\b|% off/iu

const looksLikeAuthentication = (definition: Definition): boolean => {
  if (definition.authenticationConfig !== undefined) return true
  if (definition.buttons?.some(({ props }) => props.otpType !== undefined && props.otpType !== "") === true) return true
  const text = words(definition)
  const variables = mainBody(definition)?.variables ?? []
  const [only] = variables
  const isText = variables.length === 1 && only?.type === "variable" && only.props.variableType === "text"
  return isText && codeWord.test(text) && !Wording.hasLink(text)
}

/** A template that looks like AUTHENTICATION but breaks the rules of that category is UTILITY. */
export const category = (definition: Definition): Category => {
  if (looksLikeAuthentication(definition)) {
    return AuthenticationCheck.isPossible(definition) ? "AUTHENTICATION" : "UTILITY"
  }
  const { buttons = [], header } = definition
  const texts = [
    words(definition),
    header?.type === "text" ? Placeholder.without(header.template, " ") : "",
    ...buttons.map(({ props }) => props.text)
  ]
  return texts.some((text) => promotion.test(text)) ? "MARKETING" : "UTILITY"
}

const scripts: ReadonlyArray<readonly [RegExp, string]> = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, "ja"],
  [/\p{Script=Cyrillic}/u, "ru"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh_CN"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Devanagari}/u, "hi"]
]

const stopWords: ReadonlyArray<readonly [language: string, words: ReadonlySet<string>]> = [
  ["en_US", new Set("the is your you for of to has been and with at on".split(" "))],
  ["es", new Set("el la los su tu es para ha sido y con en por una".split(" "))],
  ["fr", new Set("le la les votre est pour a été et avec vous une dans".split(" "))],
  ["de", new Set("der die das ihr ihre ist für und mit sie wurde ein im".split(" "))],
  ["it", new Set("il la gli tuo tua è per e con una stato di in".split(" "))],
  ["pt_BR", new Set("o a os seu sua é para foi e com uma você em".split(" "))],
  ["nl", new Set("de het een uw je is voor en met van op u".split(" "))]
]

/** The script decides first, then the language with the most stop words. A tie gives `en_US`. */
export const language = (definition: Definition): string => {
  const text = words(definition)
  const script = scripts.find(([pattern]) => pattern.test(text))
  if (script !== undefined) return script[1]
  const found = text.toLowerCase().split(/[^\p{L}]+/u)
  const scores = stopWords.map(([name, stops]) => [name, found.filter((word) => stops.has(word)).length] as const)
  const best = Math.max(...scores.map(([, score]) => score))
  const winners = scores.filter(([, score]) => score === best)
  return best > 0 && winners.length === 1 ? winners[0]![0] : "en_US"
}
