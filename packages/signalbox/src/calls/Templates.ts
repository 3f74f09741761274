/**
 * The calls of templates. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"

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

export type TemplateCategory = "MARKETING" | "UTILITY" | "AUTHENTICATION"

export type TemplateStatus = "DRAFT" | "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "ARCHIVED"

export interface Template {
  /** The id of the resource. */
  readonly id: string
  /** The account that owns the resource: a profile's own id when a profile owns it. */
  readonly customer_id: string
  /** The name of the template, by which a send can name it. */
  readonly name: string
  /** MARKETING, UTILITY or AUTHENTICATION; the service derives it from the definition when none is given. */
  readonly category: TemplateCategory
  /** A language code such as en_US; the service derives it from the definition when none is given. */
  readonly language: string
  /** How far the review of the template has come. */
  readonly status: TemplateStatus
  /** The channels on which the template can be sent. */
  readonly channels: ReadonlyArray<"sms" | "whatsapp" | "rcs" | "mms">
  /** The names of its variables, in the order in which they appear. */
  readonly variables: ReadonlyArray<string>
  /** Whether the template is approved. */
  readonly is_published: boolean
  /** What the template answers to, if it is one of the replies that the service makes by itself. */
  readonly auto_reply_action?: "OPT_IN" | "OPT_OUT" | "HELP" | "OTHER"
  /** What the template says, on each channel. */
  readonly definition: TemplateDefinition
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last; null when it never was. */
  readonly updated_at: string | null
}

export interface CreateTemplateBody {
  /** MARKETING, UTILITY or AUTHENTICATION; the service derives it from the definition when none is given. */
  readonly category?: TemplateCategory | null
  /** A language code such as en_US; the service derives it from the definition when none is given. */
  readonly language?: string | null
  /** What the template says, on each channel. */
  readonly definition: TemplateDefinition
  /** What made the template: `from-api` when nothing is given. */
  readonly creation_source?: string | null
  /** Whether to submit the template for review immediately; without it a new one is a DRAFT. */
  readonly submit_for_review?: boolean | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface ListTemplatesQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
  /** Only templates in whose name or text these characters stand. */
  readonly search?: string
  /** Only templates with this status. */
  readonly status?: "" | "DRAFT" | "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "ARCHIVED"
  /** Only templates of this category. */
  readonly category?: "" | "MARKETING" | "UTILITY" | "AUTHENTICATION"
  /** It is accepted and has no effect. */
  readonly is_welcome_playground?: string
}

export interface ListTemplatesResult {
  /** The templates of the page, the newest first. */
  readonly templates: ReadonlyArray<Template>
  /** Which part of the list the page is. */
  readonly pagination: Pagination
}

export interface ListRevisionsQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
}

export interface ListRevisionsResult {
  /** The revisions of the page, the newest first. */
  readonly revisions: ReadonlyArray<{
    /** The number of the revision: 1 for the first one. */
    readonly revision: number
    /** Whether it is the one that the template shows, and that new sends take. */
    readonly is_current: boolean
    /** The category of the revision; null when that was not kept. */
    readonly category: TemplateCategory | null
    /** The language of the revision. */
    readonly language: string
    /** What the revision says, on each channel. */
    readonly definition: TemplateDefinition
    /** How far its review as a whole has come, or had come when it was replaced; null when that was not kept. */
    readonly status: TemplateStatus | null
    /** Its review on each channel that it has a body for. */
    readonly reviews: ReadonlyArray<{
      /** The channel on which it is reviewed. */
      readonly channel: "sms" | "whatsapp" | "rcs" | "mms"
      /** How far its review on the channel has come, or had come when it was replaced; null when that was not kept. */
      readonly status: TemplateStatus | null
      /** When the review came there; it is left out when that was not kept. */
      readonly since?: string
      /** When the revision was approved last on the channel; it is left out when it never was. */
      readonly approved_at?: string
    }>
    /** When it was made; null when that was not kept. */
    readonly created_at: string | null
    /** When another revision took its place; null for the current one, and when that was not kept. */
    readonly replaced_at: string | null
  }>
  /** Which part of the list the page is. */
  readonly pagination: Pagination
}

export interface UpdateTemplateBody {
  /** A new name for the template. */
  readonly name?: string | null
  /** MARKETING, UTILITY or AUTHENTICATION; the service derives it from the definition when none is given. */
  readonly category?: TemplateCategory | null
  /** A language code such as en_US; the service derives it from the definition when none is given. */
  readonly language?: string | null
  /** What the template says, on each channel. */
  readonly definition?: TemplateDefinition
  /** Whether to submit the template for review immediately; without it a new one is a DRAFT. */
  readonly submit_for_review?: boolean | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface DeleteTemplateBody {
  /** Whether WhatsApp is asked to delete the template, too. */
  readonly delete_from_meta?: boolean | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface TemplatesCalls {
  /** Create a template: `POST /v3/templates`. */
  readonly create: (body: CreateTemplateBody, options?: CallOptions) => Promise<Template>

  /** List the templates, the newest first: `GET /v3/templates`. */
  readonly list: (query?: ListTemplatesQuery, options?: CallOptions) => Promise<ListTemplatesResult>

  /** Read a template: `GET /v3/templates/:id`. */
  readonly get: (id: string, options?: CallOptions) => Promise<Template>

  /** List the revisions of a template, the newest first: `GET /v3/templates/:id/revisions`. */
  readonly revisions: (id: string, query?: ListRevisionsQuery, options?: CallOptions) => Promise<ListRevisionsResult>

  /** Change a template: `PUT /v3/templates/:id`. */
  readonly update: (id: string, body?: UpdateTemplateBody, options?: CallOptions) => Promise<Template>

  /** Delete a template; the messages sent from it are kept: `DELETE /v3/templates/:id`. */
  readonly delete: (id: string, body?: DeleteTemplateBody, options?: CallOptions) => Promise<void>
}
