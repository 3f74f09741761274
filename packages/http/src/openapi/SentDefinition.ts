/**
 * The definition of a template as clients send it, for the contract: with the limits, and without what the service
 * fills in. `DefinitionCheck` judges what was sent, and tells all of its flaws together, which no Schema does.
 */
import * as Definition from "@signalbox/core/Definition"
import * as Limit from "@signalbox/core/Limit"
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey

const text = (most: number) => Schema.String.check(Schema.isMaxLength(most))

const list = <Item extends Schema.Constraint>(item: Item, most: number) =>
  Schema.Array(item).check(Schema.isMaxLength(most))

const type = optional(Definition.ContentType)
const variables = optional(list(Definition.Variable, Limit.definitionArrays.variables))

const contentOf = (most: number) => Schema.Struct({ type, template: text(most), variables })

const Content = contentOf(Limit.templateBodyLength.multiChannel).annotate({ identifier: "TemplateBodyContentInput" })
const RcsContent = contentOf(Limit.templateBodyLength.rcs).annotate({ identifier: "TemplateRcsContentInput" })

const Media = Schema.Struct({ url: text(Limit.mediaUrlLength), mediaType: optional(Definition.MediaType) })

const MmsContent = Schema.Struct({
  type,
  template: optional(text(Limit.templateBodyLength.mms)),
  // A longer subject is cut, and is no error.
  subject: optional(Schema.String),
  media: optional(list(Media, Limit.mmsMediaItems)),
  variables
}).annotate({ identifier: "TemplateMmsContentInput" })

const Body = Schema.Struct({
  multiChannel: optional(Content),
  sms: optional(Content),
  whatsapp: optional(Content),
  rcs: optional(RcsContent),
  mms: optional(MmsContent)
}).annotate({ identifier: "TemplateBodyInput" })

const Header = Schema.Struct({
  type: optional(Definition.HeaderType),
  template: text(Limit.templateHeaderLength),
  variables: optional(list(Definition.Variable, Limit.templateHeaderVariables))
}).annotate({ identifier: "TemplateHeaderInput" })

const Footer = Schema.Struct({
  type,
  template: text(Limit.templateFooterLength),
  variables: optional(list(Definition.Variable, 0))
}).annotate({ identifier: "TemplateFooterInput" })

const Button = Schema.Struct({
  id: optional(Schema.Finite),
  type: Definition.ButtonType,
  props: Schema.Struct({
    text: text(Limit.buttonTextLength),
    quickReplyType: optional(Definition.QuickReplyType),
    urlType: optional(Definition.UrlType),
    url: optional(text(Limit.buttonUrlLength)),
    variables: optional(list(Definition.Variable, 1)),
    activeFor: optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
    countryCode: optional(Schema.String),
    phoneNumber: optional(Schema.String),
    offerCode: optional(Schema.String),
    otpType: optional(Definition.OtpType),
    autofillText: optional(Schema.String),
    packageName: optional(Schema.String),
    signatureHash: optional(Schema.String)
  })
}).annotate({ identifier: "TemplateButtonInput" })

export const SentDefinition = Schema.Struct({
  header: optional(Header),
  body: Body,
  footer: optional(Footer),
  buttons: optional(list(Button, Limit.templateButtons)),
  definitionVersion: optional(Schema.String),
  authenticationConfig: optional(Schema.Struct({
    addSecurityRecommendation: optional(Schema.Boolean),
    codeExpirationMinutes: optional(Schema.Int.check(Schema.isBetween(Limit.codeExpirationMinutes)))
  }))
}).annotate({ identifier: "TemplateDefinitionInput" })
