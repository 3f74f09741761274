/**
 * The definition of a template (specification "Template"; its fields are camelCase): a body for each channel, or one
 * for all of them, with a header, a footer and buttons. Stored definitions have this shape; `DefinitionCheck` checks
 * the rules.
 */
import * as Schema from "effect/Schema"
import * as Word from "../value/Word.ts"

const optional = Schema.optionalKey

export const VariableType = Schema.Literals(["variable", "link", "media"])
export const ValueType = Schema.Literals(["text", "link", "image", "file"])
export const VariableMedia = Schema.Literals(["image", "video", "document"])

export const Variable = Schema.Struct({
  id: Schema.Finite,
  name: Schema.String,
  type: VariableType,
  props: Schema.Struct({
    variableType: optional(ValueType),
    sample: optional(Schema.String),
    /** A value must match the whole pattern. */
    regex: optional(Schema.String),
    url: optional(Schema.String),
    shortUrl: optional(Schema.String),
    alt: optional(Schema.String),
    mediaType: optional(VariableMedia)
  })
}).annotate({ identifier: "TemplateVariable" })
export type Variable = typeof Variable.Type

const variablesOf = { variables: optional(Schema.Array(Variable)) }

export const ContentType = Schema.Literals(["text"])

export const BodyContent = Schema.Struct({
  /** Stored only when the client sent it. */
  type: optional(ContentType),
  template: Schema.String,
  ...variablesOf
}).annotate({ identifier: "TemplateBodyContent" })
export type BodyContent = typeof BodyContent.Type

export const MediaType = Schema.Literals(["image", "video", "document", "contact"])

export const Media = Schema.Struct({
  url: Schema.String,
  /** A hint of the author; the service does not act on it. */
  mediaType: optional(MediaType)
}).annotate({ identifier: "TemplateMedia" })
export type Media = typeof Media.Type

export const MmsContent = Schema.Struct({
  type: optional(ContentType),
  template: optional(Schema.String),
  subject: optional(Schema.String),
  /** Only the first is sent. */
  media: optional(Schema.Array(Media)),
  ...variablesOf
}).annotate({ identifier: "TemplateMmsContent" })
export type MmsContent = typeof MmsContent.Type

export const Body = Schema.Struct({
  multiChannel: optional(BodyContent),
  sms: optional(BodyContent),
  whatsapp: optional(BodyContent),
  rcs: optional(BodyContent),
  mms: optional(MmsContent)
}).annotate({ identifier: "TemplateBody" })
export type Body = typeof Body.Type

export const HeaderType = Schema.Literals(["text", "image", "video", "document"])

export const Header = Schema.Struct({ type: HeaderType, template: Schema.String, ...variablesOf }).annotate({
  identifier: "TemplateHeader"
})
export type Header = typeof Header.Type

export const Footer = Schema.Struct({ type: ContentType, template: Schema.String, ...variablesOf }).annotate({
  identifier: "TemplateFooter"
})
export type Footer = typeof Footer.Type

export const ButtonType = Schema.Literals(["QUICK_REPLY", "URL", "VOICE_CALL", "PHONE_NUMBER", "COPY_CODE"])
export type ButtonType = typeof ButtonType.Type

export const QuickReplyType = Schema.Literals(["custom", "pre-configured"])
export const UrlType = Schema.Literals(["static", "dynamic"])
export const OtpType = Schema.Literals(["COPY_CODE", "ONE_TAP"])

/** A type of button that does not need one of these words may have any text in its place. */
export const Button = Schema.Struct({
  id: Schema.Finite,
  type: ButtonType,
  props: Schema.Struct({
    text: Schema.String,
    quickReplyType: optional(Word.open(QuickReplyType.literals)),
    urlType: optional(Word.open(UrlType.literals)),
    url: optional(Schema.String),
    ...variablesOf,
    activeFor: optional(Schema.Finite),
    countryCode: optional(Schema.String),
    phoneNumber: optional(Schema.String),
    offerCode: optional(Schema.String),
    otpType: optional(Word.open(OtpType.literals)),
    autofillText: optional(Schema.String),
    packageName: optional(Schema.String),
    signatureHash: optional(Schema.String)
  })
}).annotate({ identifier: "TemplateButton" })
export type Button = typeof Button.Type

export const AuthenticationConfig = Schema.Struct({
  addSecurityRecommendation: optional(Schema.Boolean),
  codeExpirationMinutes: optional(Schema.Finite)
}).annotate({ identifier: "TemplateAuthenticationConfig" })

export const Definition = Schema.Struct({
  header: optional(Header),
  body: Body,
  footer: optional(Footer),
  buttons: optional(Schema.Array(Button)),
  definitionVersion: optional(Schema.String),
  authenticationConfig: optional(AuthenticationConfig)
}).annotate({ identifier: "TemplateDefinition" })
export type Definition = typeof Definition.Type

/** Returns the bodies that the definition has, in the order in which their variables are listed. */
export const contents = ({ body }: Definition): ReadonlyArray<BodyContent | MmsContent> =>
  [body.multiChannel, body.sms, body.whatsapp, body.rcs, body.mms].filter((content) => content !== undefined)

/** Returns the variables of the header, of all bodies and of the buttons. */
export const variables = (self: Definition): ReadonlyArray<Variable> => [
  ...self.header?.variables ?? [],
  ...contents(self).flatMap((content) => content.variables ?? []),
  ...(self.buttons ?? []).flatMap((button) => button.props.variables ?? [])
]

/** Returns the body whose words give a template its name, category and language. */
export const mainBody = ({ body }: Definition): BodyContent | undefined => body.multiChannel ?? body.sms
