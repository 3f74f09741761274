/**
 * The sentences that say what is wrong with the buttons of a definition, word by word.
 */
import type { Category } from "@signalbox/core/Category"
import * as DefinitionCheck from "@signalbox/core/internal/definition/DefinitionCheck"
import type { Json, JsonObject } from "@signalbox/core/Json"
import { expect, it } from "vitest"

const long = (length: number): string => "x".repeat(length)

const variable = (id: number, name: string): JsonObject => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample: "x" }
})

const body: JsonObject = { multiChannel: { template: "Hi" } }

it("each type of button is told what it lacks, and its most", () => {
  const types = ["QUICK_REPLY", "URL", "VOICE_CALL", "PHONE_NUMBER", "COPY_CODE"]
  const told = (buttons: ReadonlyArray<JsonObject>) =>
    DefinitionCheck.check({ body, buttons: [...buttons] }, "UTILITY").map(({ field, message, reason }) =>
      `${field.replace("definition.", "")} ${reason}: ${message}`
    )
  expect(told(types.map((type, index) => ({ id: index + 1, type, props: { text: "a" } })))).toEqual([
    "buttons[0].props.quickReplyType missing: is required and must be one of: custom, pre-configured",
    "buttons[1].props.urlType missing: is required and must be one of: static, dynamic",
    "buttons[1].props.url missing: is required and must be a string",
    "buttons[2].props.activeFor missing: is required and must be a whole number above 0",
    "buttons[3].props.countryCode missing: is required and must be a string",
    "buttons[3].props.phoneNumber missing: is required and must be a string",
    "buttons[4].props.offerCode missing: is required and must be a string"
  ])
  const right: Readonly<Record<string, JsonObject>> = {
    QUICK_REPLY: { quickReplyType: "custom" },
    URL: { urlType: "static", url: "https://a.example" },
    VOICE_CALL: { activeFor: 1 },
    PHONE_NUMBER: { countryCode: "US", phoneNumber: "+12015550123" },
    COPY_CODE: { offerCode: "SALE" }
  }
  const of = (type: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: index, type, props: { text: "a", ...right[type] } }))
  for (
    const [type, most] of [["QUICK_REPLY", 10], ["URL", 2], ["VOICE_CALL", 10], ["PHONE_NUMBER", 1], [
      "COPY_CODE",
      1
    ]] as const
  ) {
    expect(told(of(type, most))).toEqual([])
    expect(told(of(type, most + 1))).toEqual([
      most === 10
        ? "buttons button_count: must have at most 10 buttons, not 11"
        : `buttons button_count: must have at most ${most} of type ${type}, not ${most + 1}`
    ])
  }
})

it("each property that is a text is told so, whatever the type of the button", () => {
  const names = [
    "urlType",
    "url",
    "countryCode",
    "phoneNumber",
    "offerCode",
    "autofillText",
    "packageName",
    "signatureHash"
  ]
  const told = (value: Json) => {
    const props = Object.fromEntries(names.map((name) => [name, value]))
    const button = { id: 1, type: "QUICK_REPLY", props: { text: "a", quickReplyType: "custom", ...props } }
    return DefinitionCheck.check({ body, buttons: [button] }, "UTILITY").map(({ field, message }) =>
      `${field.replace("definition.buttons[0].props.", "")}: ${message}`
    )
  }
  expect(told(1)).toEqual(names.map((name) => `${name}: must be a string`))
  expect(told(long(3073))).toEqual(names.map((name) => `${name}: must have at most 3072 characters, not 3073`))
  expect(told(long(3072))).toEqual([])
  const call = { id: 1, type: "VOICE_CALL", props: { text: "a", activeFor: 1, quickReplyType: 1 } }
  expect(DefinitionCheck.check({ body, buttons: [call] }, "UTILITY").map(({ field }) => field)).toEqual([
    "definition.buttons[0].props.quickReplyType"
  ])
})

it("each button that is wrong is told everything that is", () => {
  const definition: Json = {
    body,
    buttons: [
      {
        id: 1,
        type: "QUICK_REPLY",
        props: { text: `${long(26)} {{0}}*`, quickReplyType: "x", variables: [variable(0, "a")] }
      },
      { id: 1, type: "URL", props: { text: "a", urlType: "static", url: "a", variables: [variable(0, "a")] } },
      { id: 2, type: "URL", props: { text: "a", urlType: "static", url: "https://a.example/{{0}}" } },
      { id: 3, type: "URL", props: { text: "a", urlType: "dynamic", url: "https://a.example" } },
      {
        id: 4,
        type: "URL",
        props: { text: "a", urlType: "dynamic", url: "a{{0}}", variables: [variable(0, "a"), variable(1, "b")] }
      },
      { id: "5", type: "VOICE_CALL", props: { text: "a" } },
      { id: 6, type: "VOICE_CALL", props: { text: "a", activeFor: "1" } },
      { id: 7, type: "VOICE_CALL", props: { text: "a", activeFor: 1.5 } },
      { id: 8, type: "PHONE_NUMBER", props: { text: "a", countryCode: "us", phoneNumber: "1" } },
      { id: 9, type: "COPY_CODE", props: { text: "a", otpType: "X", activeFor: "1" } },
      { id: 10, type: "FAX", props: { text: 1 } },
      1
    ]
  }
  const found = DefinitionCheck.check(definition, "UTILITY")
  expect(found.map(({ field, message }) => `${field.replace("definition.", "")}: ${message}`)).toEqual([
    "buttons: must have at most 10 buttons, not 12",
    "buttons[0].props.text: must have at most 25 characters, not 33",
    "buttons[0].props.text: must have no placeholder: the text of a button is always the same",
    "buttons[0].props.text: must have none of the markup characters * _ ~",
    "buttons[0].props.quickReplyType: must be one of: custom, pre-configured",
    "buttons[0].props.variables: must have no variable: only a dynamic URL has one",
    "buttons[1].props.variables: must have no variable: only a dynamic URL has one",
    "buttons[1].props.url: must be a full http or https URL",
    "buttons[1].id: Button IDs must be unique.",
    "buttons[2].props.url: must have no placeholder, or the urlType must be dynamic",
    "buttons[3].props.variables: must have exactly 1 variable, not 0",
    "buttons[3].props.url: must end with {{0:variable}} or {{0}}, and have no other placeholder",
    "buttons[4].props.variables: must have exactly 1 variable, not 2",
    "buttons[4].props.url: must be a full http or https URL",
    "buttons[5].props.activeFor: is required and must be a whole number above 0",
    "buttons[5].id: must be a whole number from 1 on",
    "buttons[6].props.activeFor: must be a whole number above 0",
    "buttons[7].props.activeFor: must be a whole number above 0, not 1.5",
    "buttons[8].props.countryCode: must be a country code of two capital letters, such as US",
    "buttons[8].props.phoneNumber: must be an international number, such as +12015550123",
    "buttons[9].props.otpType: must be one of: COPY_CODE, ONE_TAP",
    "buttons[9].props.activeFor: must be a number",
    "buttons[10].type: must be one of: QUICK_REPLY, URL, VOICE_CALL, PHONE_NUMBER, COPY_CODE",
    "buttons[10].props.text: must be a string",
    "buttons[11]: must be an object",
    "buttons: must have at most 2 of type URL, not 4"
  ])
})

/** Each flaw of the only button of a definition, with its field below the button. */
const toldOf = (type: string, props: JsonObject, category: Category = "UTILITY"): ReadonlyArray<string> =>
  DefinitionCheck.check({ body, buttons: [{ id: 1, type, props: { text: "a", ...props } }] }, category)
    .filter(({ field }) => field.startsWith("definition.buttons"))
    .map(({ field, message }) => `${field.replace(/^definition\.buttons\[0\]\.(props\.)?/, "")}: ${message}`)

it("a type of code makes only the button that copies one free of its text", () => {
  expect(toldOf("COPY_CODE", { otpType: "ONE_TAP" })).toStrictEqual([])
  expect(toldOf("VOICE_CALL", { otpType: "ONE_TAP" })).toStrictEqual([
    "activeFor: is required and must be a whole number above 0"
  ])
  expect(toldOf("COPY_CODE", { otpType: "x", offerCode: " " })).toStrictEqual([
    "otpType: must be one of: COPY_CODE, ONE_TAP"
  ])
  expect(toldOf("COPY_CODE", { offerCode: " " })).toStrictEqual(["offerCode: must not be blank"])
  expect(toldOf("COPY_CODE", { offerCode: "a", otpType: "" })).toStrictEqual([])
  expect(toldOf("COPY_CODE", { offerCode: "a", otpType: "" }, "AUTHENTICATION")).toStrictEqual([
    "otpType: must be one of: COPY_CODE, ONE_TAP"
  ])
  expect(toldOf("COPY_CODE", { offerCode: "a" }, "AUTHENTICATION")).toStrictEqual([])
})

it("a country is two capital letters, and a number has from 7 to 15 digits with at most two signs between them", () => {
  const wrong = (props: JsonObject) =>
    toldOf("PHONE_NUMBER", { countryCode: "US", phoneNumber: "+12015550123", ...props }).length > 0
  expect(["US", "USA", "U", "Us", " US", "US ", "U1"].map((countryCode) => wrong({ countryCode }))).toEqual([
    false,
    ...Array.from({ length: 6 }, () => true)
  ])
  const right = ["+1234567", "+123456789012345", "+1 (201) 555-0123", "+1.2-3 4 5 6 7"]
  expect(right.map((phoneNumber) => wrong({ phoneNumber }))).toEqual(right.map(() => false))
  const wrongs = [
    "+123456",
    "+1234567890123456",
    "1234567",
    "+0234567",
    "+1   234567",
    "+1234567 ",
    " +1234567",
    "+1/234567"
  ]
  expect(wrongs.map((phoneNumber) => wrong({ phoneNumber }))).toEqual(wrongs.map(() => true))
})

it("an address of a button is judged as one up to 2,000 characters, and beyond for that alone", () => {
  const notFull = "url: must be a full http or https URL"
  const tooLong = "url: must have at most 2000 characters, not 2001"
  const fixed = (length: number) => toldOf("URL", { urlType: "static", url: long(length) })
  expect([fixed(2000), fixed(2001)]).toStrictEqual([[notFull], [tooLong]])
  const url = `${long(1995)}{{0}}`
  expect(toldOf("URL", { urlType: "dynamic", url, variables: [variable(0, "a")] })).toStrictEqual([notFull])
})

it("an address that changes has one variable, which its end names", () => {
  const of = (url: string, ...variables: ReadonlyArray<JsonObject>) =>
    toldOf("URL", { urlType: "dynamic", url, variables })
  const form = "url: must end with {{0:variable}} or {{0}}, and have no other placeholder"
  const base = "https://a.example/"
  for (const url of ["{{0:link}}", "{{1}}", "{{a}}", "{{0}}x", "{{0}}{{0:variable}}", "{{x}}{{0}}"]) {
    expect(of(`${base}${url}`, variable(0, "a")), url).toStrictEqual([form])
  }
  expect(of(`${base}\n{{0}}`, variable(0, "a"))).toStrictEqual(["url: must be a full http or https URL"])
  expect(of(`${base}{{0}}`)).toStrictEqual(["variables: must have exactly 1 variable, not 0"])
  expect(of(`${base}{{0}}`, variable(1, "a"))).toStrictEqual([
    "url: {{0}} is not declared in variables",
    "variables[0].id: must be 0, not 1: ids count up from 0",
    "variables[0]: is declared but not used: no placeholder names it"
  ])
})
