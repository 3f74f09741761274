/**
 * The definitions of templates. Made by `npm run calls`.
 */

export interface TemplateDefinition {
  /** What stands above the body. */
  readonly header?: {
    /** Whether the header is a text, an image, a video or a document. */
    readonly type: "text" | "image" | "video" | "document"
    /** The text with at most one variable, or the URL of the file. */
    readonly template: string
    /** The variables of the text: one for each placeholder. */
    readonly variables?: ReadonlyArray<{
      /** The number of the variable, from 0 on within its section. */
      readonly id: number
      /** The name by which a send gives the value. */
      readonly name: string
      /** What stands there: a text, a link or a file. */
      readonly type: "variable" | "link" | "media"
      /** What the variable is like. */
      readonly props: {
        /** Of which kind the value is; required for `variable`. */
        readonly variableType?: "text" | "link" | "image" | "file"
        /** A value to show to whoever reviews the template; required for `variable`. */
        readonly sample?: string
        /** A pattern that the whole value must match. */
        readonly regex?: string
        /** The full http or https URL; required for `link` and `media`. */
        readonly url?: string
        /** A short form of a link. */
        readonly shortUrl?: string
        /** What stands for a link or a file that is not shown. */
        readonly alt?: string
        /** Whether the file is an image, a video or a document; required for `media`. */
        readonly mediaType?: "image" | "video" | "document"
      }
    }>
  }
  /** What the template says: `multiChannel` alone, or `sms` and `whatsapp`; `rcs` and `mms` may accompany either. */
  readonly body: {
    /** The body for every channel but MMS. */
    readonly multiChannel?: {
      /** Always `text`; it is left out when it was not given. */
      readonly type?: "text"
      /** The text, in which `{{0:variable}}`, `{{0}}` or `{{name}}` stands for a variable. */
      readonly template: string
      /** The variables of the text: one for each placeholder. */
      readonly variables?: ReadonlyArray<{
        /** The number of the variable, from 0 on within its section. */
        readonly id: number
        /** The name by which a send gives the value. */
        readonly name: string
        /** What stands there: a text, a link or a file. */
        readonly type: "variable" | "link" | "media"
        /** What the variable is like. */
        readonly props: {
          /** Of which kind the value is; required for `variable`. */
          readonly variableType?: "text" | "link" | "image" | "file"
          /** A value to show to whoever reviews the template; required for `variable`. */
          readonly sample?: string
          /** A pattern that the whole value must match. */
          readonly regex?: string
          /** The full http or https URL; required for `link` and `media`. */
          readonly url?: string
          /** A short form of a link. */
          readonly shortUrl?: string
          /** What stands for a link or a file that is not shown. */
          readonly alt?: string
          /** Whether the file is an image, a video or a document; required for `media`. */
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
    }
    /** The body for SMS. */
    readonly sms?: {
      /** Always `text`; it is left out when it was not given. */
      readonly type?: "text"
      /** The text, in which `{{0:variable}}`, `{{0}}` or `{{name}}` stands for a variable. */
      readonly template: string
      /** The variables of the text: one for each placeholder. */
      readonly variables?: ReadonlyArray<{
        /** The number of the variable, from 0 on within its section. */
        readonly id: number
        /** The name by which a send gives the value. */
        readonly name: string
        /** What stands there: a text, a link or a file. */
        readonly type: "variable" | "link" | "media"
        /** What the variable is like. */
        readonly props: {
          /** Of which kind the value is; required for `variable`. */
          readonly variableType?: "text" | "link" | "image" | "file"
          /** A value to show to whoever reviews the template; required for `variable`. */
          readonly sample?: string
          /** A pattern that the whole value must match. */
          readonly regex?: string
          /** The full http or https URL; required for `link` and `media`. */
          readonly url?: string
          /** A short form of a link. */
          readonly shortUrl?: string
          /** What stands for a link or a file that is not shown. */
          readonly alt?: string
          /** Whether the file is an image, a video or a document; required for `media`. */
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
    }
    /** The body for WhatsApp. */
    readonly whatsapp?: {
      /** Always `text`; it is left out when it was not given. */
      readonly type?: "text"
      /** The text, in which `{{0:variable}}`, `{{0}}` or `{{name}}` stands for a variable. */
      readonly template: string
      /** The variables of the text: one for each placeholder. */
      readonly variables?: ReadonlyArray<{
        /** The number of the variable, from 0 on within its section. */
        readonly id: number
        /** The name by which a send gives the value. */
        readonly name: string
        /** What stands there: a text, a link or a file. */
        readonly type: "variable" | "link" | "media"
        /** What the variable is like. */
        readonly props: {
          /** Of which kind the value is; required for `variable`. */
          readonly variableType?: "text" | "link" | "image" | "file"
          /** A value to show to whoever reviews the template; required for `variable`. */
          readonly sample?: string
          /** A pattern that the whole value must match. */
          readonly regex?: string
          /** The full http or https URL; required for `link` and `media`. */
          readonly url?: string
          /** A short form of a link. */
          readonly shortUrl?: string
          /** What stands for a link or a file that is not shown. */
          readonly alt?: string
          /** Whether the file is an image, a video or a document; required for `media`. */
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
    }
    /** The body for RCS, which without it takes `multiChannel`, then `sms`. */
    readonly rcs?: {
      /** Always `text`; it is left out when it was not given. */
      readonly type?: "text"
      /** The text, in which `{{0:variable}}`, `{{0}}` or `{{name}}` stands for a variable. */
      readonly template: string
      /** The variables of the text: one for each placeholder. */
      readonly variables?: ReadonlyArray<{
        /** The number of the variable, from 0 on within its section. */
        readonly id: number
        /** The name by which a send gives the value. */
        readonly name: string
        /** What stands there: a text, a link or a file. */
        readonly type: "variable" | "link" | "media"
        /** What the variable is like. */
        readonly props: {
          /** Of which kind the value is; required for `variable`. */
          readonly variableType?: "text" | "link" | "image" | "file"
          /** A value to show to whoever reviews the template; required for `variable`. */
          readonly sample?: string
          /** A pattern that the whole value must match. */
          readonly regex?: string
          /** The full http or https URL; required for `link` and `media`. */
          readonly url?: string
          /** A short form of a link. */
          readonly shortUrl?: string
          /** What stands for a link or a file that is not shown. */
          readonly alt?: string
          /** Whether the file is an image, a video or a document; required for `media`. */
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
    }
    /** The body for MMS, without which the template cannot be sent as MMS. */
    readonly mms?: {
      /** Always `text`; it is left out when it was not given. */
      readonly type?: "text"
      /** The text, in which `{{0:variable}}`, `{{0}}` or `{{name}}` stands for a variable. */
      readonly template?: string
      /** The subject of an MMS, which is cut after 80 characters. */
      readonly subject?: string
      /** The file of an MMS: exactly one, unless there is a text. */
      readonly media?: ReadonlyArray<{
        /** The https URL of a file that anybody can fetch; no placeholder may stand in it. */
        readonly url: string
        /** Whether the file is an image, a video, a document or a contact: a hint on which nothing depends. */
        readonly mediaType?: "image" | "video" | "document" | "contact"
      }>
      /** The variables of the text: one for each placeholder. */
      readonly variables?: ReadonlyArray<{
        /** The number of the variable, from 0 on within its section. */
        readonly id: number
        /** The name by which a send gives the value. */
        readonly name: string
        /** What stands there: a text, a link or a file. */
        readonly type: "variable" | "link" | "media"
        /** What the variable is like. */
        readonly props: {
          /** Of which kind the value is; required for `variable`. */
          readonly variableType?: "text" | "link" | "image" | "file"
          /** A value to show to whoever reviews the template; required for `variable`. */
          readonly sample?: string
          /** A pattern that the whole value must match. */
          readonly regex?: string
          /** The full http or https URL; required for `link` and `media`. */
          readonly url?: string
          /** A short form of a link. */
          readonly shortUrl?: string
          /** What stands for a link or a file that is not shown. */
          readonly alt?: string
          /** Whether the file is an image, a video or a document; required for `media`. */
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
    }
  }
  /** What stands below the body. */
  readonly footer?: {
    /** Always `text`. */
    readonly type: "text"
    /** The text, without variables. */
    readonly template: string
    /** Always empty, since a footer has no variables. */
    readonly variables?: ReadonlyArray<{
      /** The number of the variable, from 0 on within its section. */
      readonly id: number
      /** The name by which a send gives the value. */
      readonly name: string
      /** What stands there: a text, a link or a file. */
      readonly type: "variable" | "link" | "media"
      /** What the variable is like. */
      readonly props: {
        /** Of which kind the value is; required for `variable`. */
        readonly variableType?: "text" | "link" | "image" | "file"
        /** A value to show to whoever reviews the template; required for `variable`. */
        readonly sample?: string
        /** A pattern that the whole value must match. */
        readonly regex?: string
        /** The full http or https URL; required for `link` and `media`. */
        readonly url?: string
        /** A short form of a link. */
        readonly shortUrl?: string
        /** What stands for a link or a file that is not shown. */
        readonly alt?: string
        /** Whether the file is an image, a video or a document; required for `media`. */
        readonly mediaType?: "image" | "video" | "document"
      }
    }>
  }
  /** The buttons below the message: at most 10, interactive on WhatsApp, the first four as chips on RCS. */
  readonly buttons?: ReadonlyArray<{
    /** The number of the button: 0 when none was given. */
    readonly id: number
    /** What the button does. */
    readonly type: "QUICK_REPLY" | "URL" | "VOICE_CALL" | "PHONE_NUMBER" | "COPY_CODE"
    /** What the button is like. */
    readonly props: {
      /** What stands on the button: at most 25 characters, without placeholders, newlines, emojis and * _ ~. */
      readonly text: string
      /** For QUICK_REPLY, `custom` or `pre-configured`. */
      readonly quickReplyType?: "custom" | "pre-configured" | (string & {})
      /** For URL, `static` or `dynamic`. */
      readonly urlType?: "static" | "dynamic" | (string & {})
      /** For URL, what the button opens. */
      readonly url?: string
      /** For a dynamic URL, its one variable. */
      readonly variables?: ReadonlyArray<{
        /** The number of the variable, from 0 on within its section. */
        readonly id: number
        /** The name by which a send gives the value. */
        readonly name: string
        /** What stands there: a text, a link or a file. */
        readonly type: "variable" | "link" | "media"
        /** What the variable is like. */
        readonly props: {
          /** Of which kind the value is; required for `variable`. */
          readonly variableType?: "text" | "link" | "image" | "file"
          /** A value to show to whoever reviews the template; required for `variable`. */
          readonly sample?: string
          /** A pattern that the whole value must match. */
          readonly regex?: string
          /** The full http or https URL; required for `link` and `media`. */
          readonly url?: string
          /** A short form of a link. */
          readonly shortUrl?: string
          /** What stands for a link or a file that is not shown. */
          readonly alt?: string
          /** Whether the file is an image, a video or a document; required for `media`. */
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
      /** For VOICE_CALL, how long the button can be used. */
      readonly activeFor?: number
      /** For PHONE_NUMBER, the country of the number, such as US. */
      readonly countryCode?: string
      /** For PHONE_NUMBER, the number that is called. */
      readonly phoneNumber?: string
      /** For COPY_CODE, what is copied. */
      readonly offerCode?: string
      /** For buttons of AUTHENTICATION templates, `COPY_CODE` or `ONE_TAP`. */
      readonly otpType?: "COPY_CODE" | "ONE_TAP" | (string & {})
      /** For ONE_TAP, what stands on the button that fills the code in. */
      readonly autofillText?: string
      /** For ONE_TAP, the package of the app that takes the code. */
      readonly packageName?: string
      /** For ONE_TAP, the hash of the app's signature. */
      readonly signatureHash?: string
    }
  }>
  /** The version of the definition: `1.0` when none is given. */
  readonly definitionVersion?: string
  /** What only AUTHENTICATION templates may have. */
  readonly authenticationConfig?: {
    /** Whether a text advises not to share the code. */
    readonly addSecurityRecommendation?: boolean
    /** After how many minutes, 1 to 90, the footer says that the code expires. */
    readonly codeExpirationMinutes?: number
  }
}
