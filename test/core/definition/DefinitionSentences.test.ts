/**
 * The sentences that say what is wrong with a definition, word by word: whoever wrote it reads nothing else.
 */
import type { Category } from "@signalbox/core/Category"
import * as DefinitionCheck from "@signalbox/core/internal/definition/DefinitionCheck"
import type { Json, JsonObject } from "@signalbox/core/Json"
import { expect, it } from "vitest"

const long = (length: number): string => "x".repeat(length)

const variable = (id: number, name: string, more: JsonObject = {}): JsonObject => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample: "x" },
  ...more
})

/** A body with so many variables, each of which it uses. */
const varied = (count: number): JsonObject => ({
  template: Array.from({ length: count }, (_, id) => `{{${id}}}`).join(" "),
  variables: Array.from({ length: count }, (_, id) => variable(id, `v${id}`))
})

const body: JsonObject = { multiChannel: { template: "Hi" } }

interface Wrong {
  readonly title: string
  readonly definition: Json
  readonly category?: Category
  /** Each with its field below `definition`. */
  readonly sentences: ReadonlyArray<string>
}

const all: ReadonlyArray<Wrong> = [
  {
    title: "nothing",
    definition: null,
    sentences: [
      ": is required and must be an object"
    ]
  },
  {
    title: "a text",
    definition: "Hi",
    sentences: [
      ": must be an object"
    ]
  },
  {
    title: "no body",
    definition: {},
    sentences: [
      "body: is required and must be an object"
    ]
  },
  {
    title: "wrong kinds",
    definition: {
      header: 1,
      body: { multiChannel: 1, rcs: { template: 1, type: 1, variables: 1 } },
      footer: "a",
      buttons: {},
      definitionVersion: 1,
      authenticationConfig: true
    },
    sentences: [
      "header: must be an object",
      "body.multiChannel: must be an object",
      "body.rcs.type: must be \"text\"",
      "body.rcs.template: must be a string",
      "body.rcs.variables: must be an array",
      "footer: must be an object",
      "buttons: must be an array",
      "definitionVersion: must be a string",
      "authenticationConfig: must be an object"
    ]
  },
  {
    title: "a header and a footer",
    definition: {
      header: {
        type: "audio",
        template: `${long(61)}\n*😀 {{0}} {{1}}`,
        variables: [variable(0, "a"), variable(1, "b")]
      },
      body,
      footer: { type: "html", template: " \n😀_{{0}}", variables: [variable(0, "a")] }
    },
    sentences: [
      "header.type: must be one of: text, image, video, document",
      "header.template: must have at most 60 characters, not 77",
      "header.variables: must have at most 1 variable, not 2",
      "footer.type: must be \"text\"",
      "footer.variables: must be empty: a footer is always the same",
      "footer.template: must have no placeholder: a footer is always the same",
      "footer.template: must be one line: it has a newline",
      "footer.template: must have no emoji",
      "footer.template: must have none of the markup characters * _ ~"
    ]
  },
  {
    title: "a header of media",
    definition: { header: { type: "image", template: "a cat" }, body: { multiChannel: { template: "" } } },
    sentences: [
      "header.template: must be a full http or https URL, or one placeholder such as {{0:media}}",
      "body.multiChannel.template: must not be blank"
    ]
  },
  {
    title: "bodies",
    definition: {
      body: { multiChannel: { template: " " }, sms: { template: "\ud800" }, whatsapp: { template: long(1025) } }
    },
    sentences: [
      "body: must have either multiChannel OR both sms and whatsapp, never mixed; rcs and mms may accompany them but cannot stand alone",
      "body.multiChannel.template: must not be blank",
      "body.sms.template: must be whole characters: it has half of a surrogate pair without the other half",
      "body.whatsapp.template: must have at most 1024 characters, not 1025"
    ]
  },
  {
    title: "placeholders",
    definition: {
      body: {
        multiChannel: {
          template: `{{a b}} {{1}} {{0:x}} {{${long(61)}}} {{name}}`,
          variables: [
            variable(0, "a"),
            variable(1, "a"),
            { id: "2", name: "c", type: "text", props: {} },
            { name: "" },
            variable(7, "d", { props: { variableType: "number", sample: 1 } }),
            1
          ]
        }
      }
    },
    sentences: [
      "body.multiChannel.template: {{a b}} must be {{id:type}}, {{name}} or {{id}}",
      "body.multiChannel.template: {{0:x}} must have the type variable, link or media",
      "body.multiChannel.template: {{xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…}} is not declared in variables",
      "body.multiChannel.template: {{name}} is not declared in variables",
      "body.multiChannel.variables[1].name: must be another name: a variable before it has this one",
      "body.multiChannel.variables[2].id: must be the number 2",
      "body.multiChannel.variables[2].type: must be one of: variable, link, media",
      "body.multiChannel.variables[2]: is declared but not used: no placeholder names it",
      "body.multiChannel.variables[3].id: is required and must be 3: ids count up from 0",
      "body.multiChannel.variables[3].name: must not be blank",
      "body.multiChannel.variables[3].type: is required and must be one of: variable, link, media",
      "body.multiChannel.variables[3].props: is required and must be an object",
      "body.multiChannel.variables[3]: is declared but not used: no placeholder names it",
      "body.multiChannel.variables[4].id: must be 4, not 7: ids count up from 0",
      "body.multiChannel.variables[4].props.variableType: must be one of: text, link, image, file",
      "body.multiChannel.variables[4].props.sample: must be a string",
      "body.multiChannel.variables[4]: is declared but not used: no placeholder names it",
      "body.multiChannel.variables[5]: must be an object",
      "body.multiChannel.variables[5]: is declared but not used: no placeholder names it"
    ]
  },
  {
    title: "properties of variables",
    definition: {
      body: {
        multiChannel: {
          template: "{{0}} {{1}} {{2}} {{3}}",
          variables: [
            variable(0, "a", { props: {} }),
            variable(1, "b", { type: "link", props: { url: "a", regex: "(", shortUrl: 1, alt: long(3073) } }),
            variable(2, "c", { type: "media", props: { url: "https://a.example", mediaType: "sound" } }),
            variable(3, "d", { type: "link", props: {} })
          ]
        }
      }
    },
    sentences: [
      "body.multiChannel.variables[0].props.variableType: is required and must be one of: text, link, image, file",
      "body.multiChannel.variables[0].props.sample: is required and must be a string",
      "body.multiChannel.variables[1].props.shortUrl: must be a string",
      "body.multiChannel.variables[1].props.alt: must have at most 3072 characters, not 3073",
      "body.multiChannel.variables[1].props.url: must be a full http or https URL",
      "body.multiChannel.variables[1].props.regex: is not a valid pattern: missing closing ): `(`",
      "body.multiChannel.variables[2].props.mediaType: must be one of: image, video, document",
      "body.multiChannel.variables[3].props.url: is required and must be a string"
    ]
  },
  {
    title: "bodies that differ",
    definition: {
      body: {
        sms: { template: "{{0}} {{1}}", variables: [variable(0, "a"), variable(1, "b")] },
        whatsapp: {
          template: "{{0}} {{1}}",
          variables: [variable(0, "z"), variable(1, "b", { type: "link", props: { url: "https://a.example" } })]
        }
      }
    },
    sentences: [
      "body.whatsapp.variables[0].name: must be \"a\", as variable 0 is called in another body",
      "body.whatsapp.variables[1].type: must be \"variable\", as variable 1 is in another body"
    ]
  },
  {
    title: "an MMS without anything",
    definition: { body: { ...body, mms: { media: [] } } },
    sentences: [
      "body.mms: MMS body must carry body text, at least one media item, or both"
    ]
  },
  {
    title: "media",
    definition: {
      body: {
        ...body,
        mms: {
          subject: 1,
          media: [
            ...[
              "http://a.example",
              "https://1.2.3.4",
              "https://a.example:25",
              "https://u:p@a.example",
              "https://a.example/?X-Amz-Signature=1",
              "https://{{0}}.example",
              " "
            ].map((url) => ({ url, mediaType: "gif" })),
            1
          ]
        }
      }
    },
    sentences: [
      "body.mms.media: must have exactly one item, not 8",
      "body.mms.media[0].url: must be a full https URL",
      "body.mms.media[0].mediaType: must be one of: image, video, document, contact",
      "body.mms.media[1].url: must have a host name, not an IP address",
      "body.mms.media[1].mediaType: must be one of: image, video, document, contact",
      "body.mms.media[2].url: must not have a port that browsers refuse, such as 25",
      "body.mms.media[2].mediaType: must be one of: image, video, document, contact",
      "body.mms.media[3].url: must have no user name or password: anyone must be able to fetch it",
      "body.mms.media[3].mediaType: must be one of: image, video, document, contact",
      "body.mms.media[4].url: must not be presigned: it must be good for as long as the message takes",
      "body.mms.media[4].mediaType: must be one of: image, video, document, contact",
      "body.mms.media[5].url: must have no placeholder: it is fetched as it is",
      "body.mms.media[5].mediaType: must be one of: image, video, document, contact",
      "body.mms.media[6].url: must not be blank",
      "body.mms.media[6].mediaType: must be one of: image, video, document, contact",
      "body.mms.media[7]: must be an object",
      "body.mms.subject: must be a string"
    ]
  },
  {
    title: "too much media",
    definition: { body: { ...body, mms: { media: Array.from({ length: 11 }, () => ({ url: "https://a.example" })) } } },
    sentences: [
      "body.mms.media: must have at most 10 entries, not 11"
    ]
  },
  {
    title: "too many variables",
    definition: { body: { multiChannel: { ...varied(101), template: "Hi" } } },
    sentences: [
      "body.multiChannel.variables: must have at most 100 entries, not 101"
    ]
  },
  {
    title: "the numbers of a code",
    definition: {
      body: { multiChannel: varied(1) },
      authenticationConfig: { addSecurityRecommendation: "yes", codeExpirationMinutes: "1" }
    },
    category: "AUTHENTICATION",
    sentences: [
      "authenticationConfig.addSecurityRecommendation: must be true or false",
      "authenticationConfig.codeExpirationMinutes: must be a number from 1 to 90"
    ]
  },
  {
    title: "a code",
    definition: {
      header: { template: "a" },
      body: { multiChannel: { template: "😀 https://a.example" } },
      authenticationConfig: { codeExpirationMinutes: 91 }
    },
    category: "AUTHENTICATION",
    sentences: [
      "authenticationConfig.codeExpirationMinutes: must be from 1 to 90, not 91",
      "header: must not be there: an AUTHENTICATION template has no header",
      "body.multiChannel.variables: must be exactly one text variable: an AUTHENTICATION body has the code and nothing else",
      "body.multiChannel.template: must have no link: this is an AUTHENTICATION template",
      "body.multiChannel.template: must have no emoji: this is an AUTHENTICATION template"
    ]
  },
  {
    title: "another category",
    definition: { body, authenticationConfig: { codeExpirationMinutes: 0.5 } },
    sentences: [
      "authenticationConfig.codeExpirationMinutes: must be from 1 to 90, not 0.5",
      "authenticationConfig: is for AUTHENTICATION templates only: their body has exactly one text variable, no link and no emoji, and they have no header"
    ]
  },
  {
    title: "too large a pattern",
    definition: {
      body: {
        multiChannel: {
          template: "{{0}} {{1}} {{2}}",
          variables: ["(a{100}){100}", "(?=a)", long(513)].map((regex, id) =>
            variable(id, `v${id}`, { props: { variableType: "text", sample: "x", regex } })
          )
        }
      }
    },
    sentences: [
      "body.multiChannel.variables[0].props.regex: is too large: compiled it must have at most 2000 steps; use smaller repetitions",
      "body.multiChannel.variables[1].props.regex: must do without lookaround, which cannot be matched in bounded time",
      "body.multiChannel.variables[2].props.regex: must have at most 512 characters"
    ]
  },
  {
    title: "too many variables together",
    definition: {
      header: { template: "{{0}}", variables: [variable(0, "a")] },
      body: { sms: varied(100), whatsapp: varied(100), rcs: varied(100) }
    },
    sentences: [
      "body.rcs.variables: must not make more than 300 in the whole definition"
    ]
  }
]

it.each(all)("of a definition with $title", ({ category = "UTILITY", definition, sentences }) => {
  const found = DefinitionCheck.check(definition, category)
  expect(found.map(({ field, message }) => `${field.replace(/^definition\.?/, "")}: ${message}`)).toEqual(sentences)
})
