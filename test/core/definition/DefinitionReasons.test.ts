/**
 * The flaws that a definition has, and that it has not: each row lists all of them, with the reason that programs branch on, so a
 * mistake is reported once, at its place, and what is right beside it is left alone (specification "Template", decisions 5.4).
 */
import type { Category } from "@signalbox/core/Category"
import * as DefinitionCheck from "@signalbox/core/internal/definition/DefinitionCheck"
import type { Json } from "@signalbox/core/Json"
import { expect, it } from "vitest"
import {
  body,
  button,
  buttons,
  content,
  dynamic,
  footer,
  header,
  link,
  long,
  many,
  media,
  mms,
  plain,
  two,
  variable
} from "./Sent.ts"

type Row = readonly [title: string, definition: Json, flaws: ReadonlyArray<string>, category?: Category]

const rows: ReadonlyArray<Row> = [
  ["a code and a link", body("{{0}} {{1}}", variable(0, "a"), link(1, "b")), [
    "body.multiChannel.template authentication_link"
  ], "AUTHENTICATION"],
  ["a code and an image", body("{{0}} {{1}}", variable(0, "a"), media(1, "b")), [
    "body.multiChannel.variables authentication_variable"
  ], "AUTHENTICATION"],
  [
    "media in the place of its code",
    body(
      "{{0}}",
      media(0, "a", {
        url: "https://a.example",
        mediaType: "image",
        variableType: "text"
      })
    ),
    ["body.multiChannel.variables authentication_variable"],
    "AUTHENTICATION"
  ],
  ["a code beside what would be a link without it", body("www.{{0}}x", variable(0, "a")), [], "AUTHENTICATION"],
  [
    "a code with a key in the subject of its MMS",
    {
      body: {
        multiChannel: content("{{0}}", variable(0, "a")),
        mms: { ...content("{{0}}", variable(0, "a")), subject: "🔑" }
      }
    },
    ["body.mms.template authentication_emoji"],
    "AUTHENTICATION"
  ],
  ["an empty type of code", buttons(button("COPY_CODE", { otpType: "" })), [
    "buttons[0].props.otpType unknown_value",
    "buttons[0].props.offerCode missing",
    "body.multiChannel.variables authentication_variable"
  ], "AUTHENTICATION"],

  ["one body for all and one for SMS", { body: { multiChannel: plain, sms: plain } }, ["body body_strategy"]],
  ["one body for all and one for WhatsApp", { body: { multiChannel: plain, whatsapp: plain } }, ["body body_strategy"]],
  ["a body for SMS alone", { body: { sms: plain } }, ["body body_strategy"]],
  ["a body for WhatsApp alone", { body: { whatsapp: plain } }, ["body body_strategy"]],
  ["a list for its body", { body: [] }, ["body wrong_type"]],
  ["a version of one space", { ...body("Hi"), definitionVersion: " " }, []],
  ["an MMS of one space", mms({ template: " " }), ["body.mms mms_empty"]],
  ["an MMS whose subject has its variable", mms({ ...content("a", variable(0, "b")), subject: "{{0}}" }), []],
  ["an MMS whose subject has a variable of nobody", mms({ template: "a", subject: "{{0}}" }), [
    "body.mms.subject placeholder_not_declared"
  ]],
  [
    "a subject that is cut before its placeholder",
    mms({ ...content("a", variable(0, "b")), subject: `${long(3072)}{{0}}` }),
    [
      "body.mms.variables[0] variable_not_used"
    ]
  ],
  ["a wrong address of 2000 characters", mms({ media: [{ url: long(2000, "http://a.example/") }] }), [
    "body.mms.media[0].url media_url"
  ]],
  ["a wrong address of 2001 characters", mms({ media: [{ url: long(2001, "http://a.example/") }] }), [
    "body.mms.media[0].url too_long"
  ]],
  ["half a character", body("\udc00"), ["body.multiChannel.template half_character"]],

  ["no name in the first body", two(content("{{0}}", variable(0, "")), content("{{0}}", variable(0, "a"))), [
    "body.sms.variables[0].name blank"
  ]],
  ["no name in the second body", two(content("{{0}}", variable(0, "a")), content("{{0}}", variable(0, ""))), [
    "body.whatsapp.variables[0].name blank"
  ]],
  [
    "no type in the first body",
    two(content("{{0}}", variable(0, "a", { type: 1 })), content("{{0}}", variable(0, "a"))),
    [
      "body.sms.variables[0].type wrong_type"
    ]
  ],
  [
    "no type in the second body",
    two(content("{{0}}", variable(0, "a")), content("{{0}}", variable(0, "a", { type: 1 }))),
    [
      "body.whatsapp.variables[0].type wrong_type"
    ]
  ],
  ["another name in the second body", two(content("{{0}}", variable(0, "a")), content("{{0}}", variable(0, "b"))), [
    "body.whatsapp.variables[0].name variable_differs"
  ]],
  ["an id that one body has twice", body("{{0}} {{a}} {{b}}", variable(0, "a"), variable(0, "b")), [
    "body.multiChannel.variables[1].id variable_id"
  ]],

  [
    "buttons that lack what they need",
    buttons(
      button("PHONE_NUMBER", {}),
      button("COPY_CODE", {}),
      button("QUICK_REPLY", {}),
      button("VOICE_CALL", {}),
      button("URL", {})
    ),
    [
      "buttons[0].props.countryCode missing",
      "buttons[0].props.phoneNumber missing",
      "buttons[1].props.offerCode missing",
      "buttons[2].props.quickReplyType missing",
      "buttons[3].props.activeFor missing",
      "buttons[4].props.urlType missing",
      "buttons[4].props.url missing"
    ]
  ],
  [
    "two of a button that may be there once",
    buttons(
      button("COPY_CODE", { offerCode: "a" }),
      button("COPY_CODE", { offerCode: "b" }),
      button("PHONE_NUMBER", { countryCode: "US", phoneNumber: "+1 (201) 555-0123" }),
      button("PHONE_NUMBER", { countryCode: "US", phoneNumber: "+12015550123" })
    ),
    ["buttons button_count", "buttons button_count"]
  ],
  [
    "ids that are no whole numbers from 0 on",
    buttons(
      { ...button("COPY_CODE", { offerCode: "a" }), id: 0 },
      { ...button("VOICE_CALL", { activeFor: 1 }), id: 1.5 },
      { ...button("VOICE_CALL", { activeFor: 1 }), id: -1 }
    ),
    ["buttons[1].id wrong_type", "buttons[2].id wrong_type"]
  ],
  ["an empty type of code beside no code", buttons(button("COPY_CODE", { otpType: "" })), [
    "buttons[0].props.offerCode missing"
  ]],
  [
    "a reply with all that other buttons need, in wrong kinds",
    buttons(button("QUICK_REPLY", {
      quickReplyType: 1,
      urlType: 1,
      url: 1,
      countryCode: 1,
      phoneNumber: 1,
      offerCode: 1,
      autofillText: 1,
      packageName: 1,
      signatureHash: 1
    })),
    [
      "quickReplyType",
      "urlType",
      "url",
      "countryCode",
      "phoneNumber",
      "offerCode",
      "autofillText",
      "packageName",
      "signatureHash"
    ].map((name) => `buttons[0].props.${name} wrong_type`)
  ],
  ["a call with the type of a reply", buttons(button("VOICE_CALL", { activeFor: 1, quickReplyType: 1 })), [
    "buttons[0].props.quickReplyType wrong_type"
  ]],
  ["an address in wrong kinds", buttons(button("URL", { urlType: 1, url: 1 })), [
    "buttons[0].props.urlType wrong_type",
    "buttons[0].props.url wrong_type"
  ]],
  [
    "a reply with a number that it does not need",
    buttons(
      button("QUICK_REPLY", { quickReplyType: "custom", countryCode: "us", phoneNumber: "1" })
    ),
    []
  ],
  ["a number that is blank", buttons(button("PHONE_NUMBER", { countryCode: " ", phoneNumber: " " })), [
    "buttons[0].props.countryCode blank",
    "buttons[0].props.phoneNumber blank"
  ]],
  ["a button with a placeholder", buttons(button("COPY_CODE", { text: "a {{0}}", offerCode: "a" })), [
    "buttons[0].props.text placeholder_not_allowed"
  ]],
  ["ten calls", buttons(...Array.from({ length: 10 }, () => button("VOICE_CALL", { activeFor: 1 }))), []],
  ["a button without properties", buttons({ type: "VOICE_CALL" }, { type: "VOICE_CALL", props: 1 }), [
    "buttons[0].props missing",
    "buttons[1].props wrong_type"
  ]],
  ["calls for no time", buttons(button("VOICE_CALL", { activeFor: 0 }), button("VOICE_CALL", { activeFor: -1 })), [
    "buttons[0].props.activeFor out_of_range",
    "buttons[1].props.activeFor out_of_range"
  ]],
  ["an address with two placeholders", buttons(dynamic("https://a.example/{{0}}/{{0}}", [variable(0, "a")])), [
    "buttons[0].props.url button_url"
  ]],
  [
    "addresses with more variables than one",
    buttons(
      dynamic("https://a.example/{{0}}", many(100)),
      dynamic("https://a.example/{{0}}", many(101))
    ),
    ["buttons[0].props.variables variable_count", "buttons[1].props.variables too_many"]
  ],
  [
    "addresses whose variables are no list",
    buttons(
      dynamic("https://a.example/{{0}}", 1),
      dynamic("https://a.example/{{0}}", [variable(0, "")])
    ),
    ["buttons[0].props.variables wrong_type", "buttons[1].props.variables[0].name blank"]
  ],
  [
    "addresses that are too long, and blank",
    buttons(
      button("URL", { urlType: "static", url: long(2001) }),
      button("URL", { urlType: "static", url: " " })
    ),
    ["buttons[0].props.url too_long", "buttons[1].props.url blank"]
  ],
  ["eleven buttons without their kind", buttons(...Array.from({ length: 11 }, () => button("FAX", {}))), [
    "buttons button_count",
    ...Array.from({ length: 11 }, (_, index) => `buttons[${index}].type unknown_value`)
  ]],

  ["a header without words", header({ type: "text" }), ["header.template missing"]],
  ["a header of a blank address", header({ type: "image", template: " " }), ["header.template blank"]],
  ["a header of an unknown type", header({ type: "sound", template: "a" }), ["header.type unknown_value"]],
  ["a header of one placeholder", header({ type: "image", ...content("{{0:media}}", media(0, "a")) }), []],
  ["a header with 100 variables", header(content(many(100).map((_, id) => `{{${id}}}`).join(""), ...many(100))), [
    "header.template too_long",
    "header.variables variable_count"
  ]],
  ["a header with 101 variables", header(content("{{0}}", ...many(101))), ["header.variables too_many"]],
  ["a header of markup", header({ template: "a*" }), ["header.template markup"]],
  ["a footer whose variables are no list", footer({ template: "a", variables: 1 }), ["footer.variables wrong_type"]],
  ["a footer without words", footer({}), ["footer.template missing"]],
  ["a footer with a placeholder", footer({ template: "a {{0}}" }), ["footer.template placeholder_not_allowed"]],
  ["a footer of 3072 characters", footer({ template: `{{0}}*${long(3066)}` }), [
    "footer.template too_long",
    "footer.template placeholder_not_allowed",
    "footer.template markup"
  ]],
  ["a footer of 3073 characters", footer({ template: `{{0}}*${long(3067)}` }), ["footer.template too_long"]],
  ["a button of 3072 characters", buttons(button("VOICE_CALL", { text: `{{0}}*${long(3066)}`, activeFor: 1 })), [
    "buttons[0].props.text too_long",
    "buttons[0].props.text placeholder_not_allowed",
    "buttons[0].props.text markup"
  ]],
  ["a button of 3073 characters", buttons(button("VOICE_CALL", { text: `{{0}}*${long(3067)}`, activeFor: 1 })), [
    "buttons[0].props.text too_long"
  ]],
  [
    "a text that is far too long beside a subject",
    mms({ template: `{{0}}${long(3068)}`, subject: "a" }),
    ["body.mms.template too_long"]
  ],

  ["no properties of media", body("{{0}}", media(0, "a", {})), [
    "body.multiChannel.variables[0].props.mediaType missing",
    "body.multiChannel.variables[0].props.url missing"
  ]],
  ["no properties of a text", body("{{0}}", variable(0, "a", { props: {} })), [
    "body.multiChannel.variables[0].props.variableType missing",
    "body.multiChannel.variables[0].props.sample missing"
  ]],
  ["101 variables, one of them used", body("{{0}}", ...many(101)), ["body.multiChannel.variables too_many"]],
  ["an empty list of variables", body("{{0}}"), ["body.multiChannel.template placeholder_not_declared"]],
  ["3072 characters beside a variable", { body: { multiChannel: plain, rcs: content(long(3072), variable(0, "a")) } }, [
    "body.rcs.variables[0] variable_not_used"
  ]],
  ["3073 characters and a placeholder", { body: { multiChannel: plain, rcs: content(`{{0}}${long(3068)}`) } }, [
    "body.rcs.template too_long"
  ]],
  ["a placeholder that names a wrong id", body("{{5}}", variable(5, "a")), [
    "body.multiChannel.variables[0].id variable_id"
  ]],
  ["a variable without an id", body("{{0}}", variable(null, "a")), ["body.multiChannel.variables[0].id missing"]],
  ["ids that are texts", body("{{0}}", variable("0", "a")), ["body.multiChannel.variables[0].id wrong_type"]],
  ["names that are numbers", body("{{0}} {{1}}", variable(0, 1), variable(1, 2)), [
    "body.multiChannel.variables[0].name wrong_type",
    "body.multiChannel.variables[1].name wrong_type"
  ]],
  ["an id twice, used once", body("{{0}}", variable(0, "a"), variable(0, "b")), [
    "body.multiChannel.variables[1].id variable_id",
    "body.multiChannel.variables[1] variable_not_used"
  ]],
  ["a name twice, used once", body("{{a}}", variable(0, "a"), variable(1, "a")), [
    "body.multiChannel.variables[1].name variable_name_taken",
    "body.multiChannel.variables[1] variable_not_used"
  ]],
  [
    "a placeholder of each type",
    body("{{0:variable}} {{1:link}} {{2:media}}", variable(0, "a"), link(1, "b"), media(2, "c")),
    []
  ],
  ["a placeholder of no type", body("{{0:}}", variable(0, "a")), ["body.multiChannel.template placeholder_type"]],
  ["a blank address of a link", body("{{0}}", link(0, "a", " ")), ["body.multiChannel.variables[0].props.url blank"]],
  [
    "an address that a text does not need",
    body(
      "{{0}}",
      variable(0, "a", {
        props: { variableType: "text", sample: "x", url: "nowhere" }
      })
    ),
    []
  ],
  ["an empty word that it needs", body("{{0}}", variable(0, "a", { props: { variableType: "", sample: "" } })), [
    "body.multiChannel.variables[0].props.variableType unknown_value"
  ]]
]

for (const [title, definition, flaws, category = "UTILITY"] of rows) {
  it(`of a definition with ${title}`, () => {
    const found = DefinitionCheck.check(definition, category)
    expect(found.map(({ field, reason }) => `${field.replace(/^definition\.?/, "")} ${reason}`)).toEqual(flaws)
  })
}

it("of a definition with long names and types shows 60 characters of each", () => {
  const long61 = long(61, "y")
  const shown = (definition: Json) => DefinitionCheck.check(definition, "UTILITY").map(({ message }) => message)
  const named = two(content("{{0}}", variable(0, long61)), content("{{0}}", variable(0, "a")))
  expect(shown(named)).toEqual([`must be "${long(60, "y")}", as variable 0 is called in another body`])
  const typed = two(content("{{0}}", variable(0, "a", { type: long61 })), content("{{0}}", variable(0, "a")))
  expect(shown(typed)).toEqual([
    "must be one of: variable, link, media",
    `must be "${long(60, "y")}", as variable 0 is in another body`
  ])
  expect(shown(body(`{{${long(60, "y")}}} {{${long61}}}`))).toEqual([
    `{{${long(60, "y")}}} is not declared in variables`,
    `{{${long(60, "y")}…}} is not declared in variables`
  ])
})
