/**
 * The table of flaws, continued: MMS, buttons, AUTHENTICATION.
 */
import type { Json } from "@signalbox/core/Json"
import type { Shape } from "../WholeDefinitions.ts"
import type { Changes, Row } from "./flaws.ts"
import { long, sample, variable } from "./flaws.ts"

const picture: Shape = { strategy: "multiChannel", names: [], mms: true }
const mms = "body.mms"
const media = (item: Json): Changes => ({ [mms]: { template: "Hi", media: [item] } })
const at = (url: string): Changes => media({ url })

export const mmsFlaws: ReadonlyArray<Row> = [
  ...[{}, { template: " " }, { media: [] }, { template: "", media: [] }, { subject: "Hi" }].map((content): Row => [
    "MMS-004",
    `neither text nor media: ${JSON.stringify(content)}`,
    "mms_empty",
    mms,
    picture,
    { [mms]: content as Json }
  ]),
  ["MMS-005", "1601 characters", "too_long", `${mms}.template`, picture, { [mms]: { template: long(1601) } }],
  ["MMS-008", "two media items", "media_count", `${mms}.media`, picture, {
    [mms]: { media: [{ url: "https://example.com/a" }, { url: "https://example.com/b" }] }
  }],
  ["MMS-012", "media without url", "missing", `${mms}.media[0].url`, picture, media({ mediaType: "image" })],
  ...[
    "http://example.com/a",
    "ftp://example.com/a",
    "example.com/a",
    "data:image/png;base64,AAAA",
    "https:/example.com"
  ]
    .map((url): Row => ["MMS-013", `media at ${url}`, "media_url", `${mms}.media[0].url`, picture, at(url)]),
  ...[
    "https://93.184.216.34/a",
    "https://[2606:2800:220:1::1]/a",
    "https://127.1/a",
    "https://0x7f000001/a",
    "https://2130706433/a",
    "https://0177.0.0.1/a",
    "https://１２７.0.0.1/a",
    "https://1.2.3.4./a",
    "https://[::ffff:1.2.3.4]/a"
  ].map((url): Row => ["MMS-014", `media at ${url}`, "media_url", `${mms}.media[0].url`, picture, at(url)]),
  ["MMS-015", "media behind a password", "media_url", `${mms}.media[0].url`, picture, at("https://a:b@example.com/a")],
  ...[
    "X-Amz-Signature=1",
    "x-amz-credential=1",
    "X-Goog-Signature=1",
    "Signature=1&Expires=2",
    "signature=1&key-pair-id=2",
    "sig=1&se=2",
    "SIG=1&sv=2"
  ].map((query): Row => [
    "MMS-016",
    `media at a presigned address: ${query}`,
    "media_url",
    `${mms}.media[0].url`,
    picture,
    at(`https://example.com/a?b=c&${query}`)
  ]),
  ...["https://example.com/{{0:variable}}.png", "https://{{name}}.example.com/a", "{{0}}"].map((url): Row => [
    "MMS-017",
    `media at a placeholder: ${url}`,
    "media_url",
    `${mms}.media[0].url`,
    picture,
    at(url)
  ]),
  ...["audio", "Image", ""].map((mediaType): Row => [
    "MMS-020",
    `the media type ${mediaType}`,
    "unknown_value",
    `${mms}.media[0].mediaType`,
    picture,
    media({ url: "https://example.com/a", mediaType })
  ]),
  [
    "MMS-007",
    "a placeholder of the subject that is not declared",
    "placeholder_not_declared",
    `${mms}.subject`,
    picture,
    {
      [mms]: { template: "Hi", subject: "{{0}}" }
    }
  ]
]

const reply: Shape = { buttons: ["QUICK_REPLY", "QUICK_REPLY"] }
const link: Shape = { buttons: ["URL"] }
const first_ = "buttons[0]"
const props = `${first_}.props`
const button = (id: number | null, type: string, made: object): Json => ({
  id,
  type,
  props: { text: "Press", ...made }
})
const many = (count: number, type: string, made: object): Changes => ({
  buttons: Array.from({ length: count }, (_, index) => button(index + 1, type, made))
})
const dynamic = (url: string, variables: Json): Changes => ({
  [props]: { text: "Go", urlType: "dynamic", url, variables }
})

export const buttonFlaws: ReadonlyArray<Row> = [
  ["BTN-005", "11 buttons", "button_count", "buttons", reply, many(11, "QUICK_REPLY", { quickReplyType: "custom" })],
  ["BTN-006", "an id twice", "button_id_taken", "buttons[1].id", reply, { "buttons[1].id": 1 }],
  ["BTN-012", "two without id", "button_id_taken", "buttons[1].id", reply, {
    "buttons[0].id": undefined,
    "buttons[1].id": undefined
  }],
  ["BTN-007", "2 of COPY_CODE", "button_count", "buttons", reply, many(2, "COPY_CODE", { offerCode: "A" })],
  [
    "BTN-008",
    "2 of PHONE_NUMBER",
    "button_count",
    "buttons",
    reply,
    many(2, "PHONE_NUMBER", {
      countryCode: "US",
      phoneNumber: "+12015550123"
    })
  ],
  [
    "BTN-009",
    "3 of URL",
    "button_count",
    "buttons",
    reply,
    many(3, "URL", {
      urlType: "static",
      url: "https://example.com"
    })
  ],
  ["BTN-014", "another type", "unknown_value", `${first_}.type`, reply, { [`${first_}.type`]: "LINK" }],
  ["BTN-015", "no type", "missing", `${first_}.type`, reply, { [`${first_}.type`]: undefined }],
  ["BTN-016", "no props", "missing", props, reply, { [props]: undefined }],
  ["BTN-017", "an id that is a text", "wrong_type", `${first_}.id`, reply, { [`${first_}.id`]: "1" }],
  ...(["QUICK_REPLY", "URL", "VOICE_CALL", "PHONE_NUMBER", "COPY_CODE"] as const).map((type): Row => [
    "BTN-018",
    `26 characters on ${type}`,
    "too_long",
    `${props}.text`,
    { buttons: [type] },
    { [`${props}.text`]: long(26) }
  ]),
  ["", "no text", "missing", `${props}.text`, reply, { [`${props}.text`]: undefined }],
  ["BTN-019", "a placeholder in the text", "placeholder_not_allowed", `${props}.text`, reply, {
    [`${props}.text`]: "Go {{0}}"
  }],
  ["BTN-020", "a newline in the text", "newline", `${props}.text`, reply, { [`${props}.text`]: "Go\nthere" }],
  ["BTN-021", "an emoji in the text", "emoji", `${props}.text`, reply, { [`${props}.text`]: "Go 👍🏽" }],
  ...["*", "_", "~"].map((sign): Row => ["BTN-022", `${sign} in the text`, "markup", `${props}.text`, reply, {
    [`${props}.text`]: `Go${sign}`
  }]),
  ["BTN-023", "another quickReplyType", "unknown_value", `${props}.quickReplyType`, reply, {
    [`${props}.quickReplyType`]: "mine"
  }],
  ["BTN-024", "another urlType", "unknown_value", `${props}.urlType`, link, { [`${props}.urlType`]: "other" }],
  ["BTN-025", "2001 characters", "too_long", `${props}.url`, link, {
    [props]: { text: "Go", urlType: "static", url: `https://example.com/${long(1981)}` }
  }],
  ["", "an address that is none", "not_a_url", `${props}.url`, link, {
    [props]: { text: "Go", urlType: "static", url: "example.com" }
  }],
  [
    "BTN-026",
    "a dynamic address without placeholder",
    "button_url",
    `${props}.url`,
    link,
    dynamic(
      "https://example.com",
      [variable(0, "a")]
    )
  ],
  ...["{{a}}", "{{1}}", "{{0:link}}"].map((placeholder): Row => [
    "BTN-026, BTN-029",
    `a dynamic address that ends with ${placeholder}`,
    "button_url",
    `${props}.url`,
    link,
    dynamic(`https://example.com/${placeholder}`, [variable(0, "a")])
  ]),
  ...["https://example.com/{{0}}/b", "https://example.com/{{0}}/{{0}}"].map((url): Row => [
    "BTN-030",
    `a placeholder in the middle: ${url}`,
    "button_url",
    `${props}.url`,
    link,
    dynamic(url, [variable(0, "a")])
  ]),
  ...[[], [variable(0, "a"), variable(1, "b")]].map((variables): Row => [
    "BTN-031",
    `${variables.length} variables of a dynamic address`,
    "variable_count",
    `${props}.variables`,
    link,
    dynamic("https://example.com/{{0}}", variables)
  ]),
  ["", "a variable of a static address", "variable_count", `${props}.variables`, link, {
    [props]: { text: "Go", urlType: "static", url: "https://example.com", variables: [variable(0, "a")] }
  }],
  [
    "VAR-012",
    "a variable of a button without type",
    "missing",
    `${props}.variables[0].type`,
    link,
    dynamic(
      "https://example.com/{{0}}",
      [{ id: 0, name: "a", props: sample }]
    )
  ],
  ...[0, -1, 1.5].map((
    activeFor
  ): Row => ["BTN-032", `${activeFor} as activeFor`, "out_of_range", `${props}.activeFor`, {
    buttons: ["VOICE_CALL"]
  }, { [`${props}.activeFor`]: activeFor }]),
  ["BTN-033", "a country by name", "country_code", `${props}.countryCode`, { buttons: ["PHONE_NUMBER"] }, {
    [`${props}.countryCode`]: "USA"
  }],
  ...["2015550123", "+0123456789", "+1", "+1 call me"].map((phoneNumber): Row => [
    "BTN-034",
    `the number ${phoneNumber}`,
    "phone_number",
    `${props}.phoneNumber`,
    { buttons: ["PHONE_NUMBER"] },
    { [`${props}.phoneNumber`]: phoneNumber }
  ]),
  ["BTN-035", "no code to copy", "missing", `${props}.offerCode`, { buttons: ["COPY_CODE"] }, {
    [`${props}.offerCode`]: undefined
  }],
  ["BTN-036", "another otpType", "unknown_value", `${props}.otpType`, "authentication", {
    buttons: [button(1, "COPY_CODE", { otpType: "SMS" })]
  }]
]

const code = (template: string, ...variables: ReadonlyArray<Json>): Changes => ({
  body: { multiChannel: { template, variables } }
})
const otp = variable(0, "code")
const multi = "body.multiChannel"

export const authenticationFlaws: ReadonlyArray<Row> = [
  ["TPL-022", "a config of another category", "authentication_only", "authenticationConfig", {}, {
    authenticationConfig: {}
  }],
  [
    "TPL-024",
    "advice that is no boolean",
    "wrong_type",
    "authenticationConfig.addSecurityRecommendation",
    "authentication",
    {
      authenticationConfig: { addSecurityRecommendation: "true" }
    }
  ],
  ...[["TPL-025", 0], ["TPL-025", 0.5], ["TPL-026", 91], ["TPL-026", 90.5]].map(([rule, minutes]): Row => [
    String(rule),
    `${minutes} minutes`,
    "out_of_range",
    "authenticationConfig.codeExpirationMinutes",
    "authentication",
    { authenticationConfig: { codeExpirationMinutes: minutes! } }
  ]),
  ["TPL-029", "no variable", "authentication_variable", `${multi}.variables`, "authentication", code("Your code")],
  [
    "TPL-029",
    "no text variable",
    "authentication_variable",
    `${multi}.variables`,
    "authentication",
    code("Code {{0}}", {
      id: 0,
      name: "a",
      type: "variable",
      props: { variableType: "image", sample: "x" }
    })
  ],
  [
    "TPL-030",
    "two text variables",
    "authentication_variable",
    `${multi}.variables`,
    "authentication",
    code(
      "Code {{0}} {{1}}",
      otp,
      variable(1, "b")
    )
  ],
  [
    "TPL-031",
    "a link in the text",
    "authentication_link",
    `${multi}.template`,
    "authentication",
    code(
      "Code {{0}} at HTTPS://example.com",
      otp
    )
  ],
  [
    "TPL-031",
    "a link variable",
    "authentication_link",
    `${multi}.template`,
    "authentication",
    code("Code {{0}} {{1}}", otp, {
      id: 1,
      name: "b",
      type: "link",
      props: { url: "https://example.com" }
    })
  ],
  ["TPL-032", "an emoji", "authentication_emoji", `${multi}.template`, "authentication", code("Code {{0}} 🔑", otp)],
  ["TPL-034", "a header", "authentication_header", "header", "authentication", {
    header: { type: "text", template: "Hi" }
  }]
]
