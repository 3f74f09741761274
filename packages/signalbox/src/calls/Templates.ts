/**
 * The calls of templates. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"
import type { TemplateDefinition } from "./Definitions.ts"

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
  /** Signalbox, beyond v3: the template that has the name, when this one says the same in another language; it is left out of others. */
  readonly translation_of?: string
  /** Signalbox, beyond v3: the other languages of the name, each with the template that says it; it is left out when there is none. */
  readonly translations?: ReadonlyArray<{
    /** The language of the translation. */
    readonly language: string
    /** The template that says it. */
    readonly template_id: string
  }>
}

export interface TemplatePreview {
  /** The template; null for a definition that is not saved. */
  readonly template_id: string | null
  /** The revision that is shown; null for a definition that is not saved. */
  readonly revision: number | null
  /** The category that is given, or else the one that the service derives. */
  readonly category: TemplateCategory
  /** The language that is given, or else the one that the service derives. */
  readonly language: string
  /** What a template of this definition would be refused for; with any, no channel is shown. */
  readonly flaws: ReadonlyArray<{
    /** The path of what is wrong, as in the refusal of a request. */
    readonly field: string
    /** The code of the refusal. */
    readonly code: string
    /** Why, as a word that never changes its meaning; only flaws of definitions have one. */
    readonly reason?: string
    /** What would be right, in words for people. */
    readonly message: string
  }>
  /** The preview on each channel that the template has a body for. */
  readonly channels: ReadonlyArray<{
    /** The channel that is shown. */
    readonly channel: "sms" | "whatsapp" | "rcs" | "mms"
    /** Whether the revision may be sent on the channel; null for a definition that is not saved. */
    readonly is_approved: boolean | null
    /** What is wrong with the values on this channel; with any, nothing is rendered. */
    readonly flaws: ReadonlyArray<{
      /** The path of what is wrong, as in the refusal of a request. */
      readonly field: string
      /** The code of the refusal. */
      readonly code: string
      /** Why, as a word that never changes its meaning; only flaws of definitions have one. */
      readonly reason?: string
      /** What would be right, in words for people. */
      readonly message: string
    }>
    /** What the recipient sees, in the parts that the channel shows; null with flaws. */
    readonly message_body: {
      /** What stands above the body. */
      readonly header: string | null
      /** The text of the message. */
      readonly content: string
      /** What stands below the body. */
      readonly footer: string | null
      /** The buttons below the message: at most 10, interactive on WhatsApp, the first four as chips on RCS. */
      readonly buttons:
        | ReadonlyArray<{
          /** What the button does. */
          readonly type: "QUICK_REPLY" | "URL" | "VOICE_CALL" | "PHONE_NUMBER" | "COPY_CODE" | (string & {})
          /** What the button opens, calls, copies or answers. */
          readonly value: string
          /** What stands on the button: at most 25 characters, without placeholders, newlines, emojis and * _ ~. */
          readonly text: string | null
          /** What comes back when the button is tapped; null when nothing does. */
          readonly postbackData: string | null
        }>
        | null
      /** The file above the content; null when there is none. */
      readonly headerMedia: {
        /** Whether the file is an image, a video or a document. */
        readonly type: "text" | "image" | "video" | "document" | (string & {})
        /** The URL of the file. */
        readonly url: string
      } | null
      /** The file of an MMS: exactly one, unless there is a text. */
      readonly media:
        | ReadonlyArray<{
          /** The URL of the file. */
          readonly url: string
          /** Whether the file is an image, a video, a document or a contact: a hint on which nothing depends. */
          readonly mediaType: "image" | "video" | "audio" | "contact" | "document" | null
          /** The media type of the file, if declared. */
          readonly mimeType: string | null
          /** How many bytes the file has, if declared. */
          readonly sizeBytes: number | null
          /** The SHA-256 of the file in hexadecimal digits, if declared. */
          readonly sourceHashSha256: string | null
        }>
        | null
      /** The subject of an MMS, which is cut after 80 characters. */
      readonly subject: string | null
    } | null
    /** The whole text as the recipient reads it; null with flaws. */
    readonly text: string | null
    /** GSM-7 or UCS-2 for an SMS; null on other channels. */
    readonly encoding: "GSM-7" | "UCS-2" | null
    /** How long an SMS is in septets of GSM-7, or in UTF-16 units of UCS-2; null on other channels. */
    readonly units: number | null
    /** How many segments an SMS has, each of which is charged; null on other channels. */
    readonly segments: number | null
    /** The first 20 characters for which an SMS is sent as UCS-2; none where it is GSM-7. */
    readonly forces_unicode: ReadonlyArray<{
      /** Where in the text it stands, in UTF-16 units from 0. */
      readonly index: number
      /** The character itself. */
      readonly character: string
      /** Its number in Unicode, such as U+2019. */
      readonly code_point: string
      /** Its name in Unicode, for the usual ones; null for others. */
      readonly name: string | null
    }>
    /** What smart encoding does to an SMS; null on other channels, and where neither the request nor the account asks for it. */
    readonly smart_encoding: {
      /** GSM-7 or UCS-2: how the SMS would be sent as it was written. */
      readonly encoding_before: "GSM-7" | "UCS-2"
      /** How many segments the SMS would have as it was written. */
      readonly segments_before: number
      /** The characters that are replaced, in the order in which they come first; none when the SMS stays as it was written. */
      readonly replacements: ReadonlyArray<{
        /** The character itself. */
        readonly character: string
        /** Its number in Unicode, such as U+2019. */
        readonly code_point: string
        /** Its name in Unicode, for the usual ones; null for others. */
        readonly name: string | null
        /** What stands in its place, which may be nothing. */
        readonly plain: string
        /** How often it is replaced. */
        readonly times: number
      }>
    } | null
    /** What a message costs for each destination, the numbers first. */
    readonly prices: ReadonlyArray<{
      /** The number; null where only a country was given. */
      readonly to: string | null
      /** The country as two letters; ZZ when it is not known. */
      readonly country: string
      /** What the channel would cost, all segments together; null where no rate covers it. */
      readonly price: number | null
      /** What would be charged on top of it; null where no rate covers it. */
      readonly active_contact_price: number | null
    }>
  }>
}

export interface CreateTemplateBody {
  /** MARKETING, UTILITY or AUTHENTICATION; the service derives it from the definition when none is given. */
  readonly category?: TemplateCategory | null
  /** A language code such as en_US; the service derives it from the definition when none is given. */
  readonly language?: string | null
  /** What the template says, on each channel. */
  readonly definition: TemplateDefinition
  /** Signalbox, beyond v3: the template whose name the new one shares, since it says the same in another language. */
  readonly translation_of?: string | null
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

export interface PreviewDefinitionBody {
  /** What the template says, on each channel. */
  readonly definition: TemplateDefinition
  /** MARKETING, UTILITY or AUTHENTICATION; the service derives it from the definition when none is given. */
  readonly category?: TemplateCategory | null
  /** A language code such as en_US; the service derives it from the definition when none is given. */
  readonly language?: string | null
  /** The values of the variables, by their names. */
  readonly parameters?: {
    readonly [name: string]: string | number | boolean | null
  } | null
  /** Whether variables without a value are shown with their samples. */
  readonly use_samples?: boolean | null
  /** Whether to show an SMS with plain forms of typographic characters, as a send with `smart_encoding` has it; without it, as the account is set. */
  readonly smart_encoding?: boolean | null
  /** The numbers for which to tell the price, at most 100. */
  readonly to?: ReadonlyArray<string> | null
  /** The countries for which to tell the price, as two letters each, at most 100. */
  readonly countries?: ReadonlyArray<string> | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface PreviewTemplateBody {
  /** The number of the revision to preview: the current one when none is given. */
  readonly revision?: number | null
  /** The values of the variables, by their names. */
  readonly parameters?: {
    readonly [name: string]: string | number | boolean | null
  } | null
  /** Whether variables without a value are shown with their samples. */
  readonly use_samples?: boolean | null
  /** Whether to show an SMS with plain forms of typographic characters, as a send with `smart_encoding` has it; without it, as the account is set. */
  readonly smart_encoding?: boolean | null
  /** The numbers for which to tell the price, at most 100. */
  readonly to?: ReadonlyArray<string> | null
  /** The countries for which to tell the price, as two letters each, at most 100. */
  readonly countries?: ReadonlyArray<string> | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
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

  /** Preview a definition that is not saved: `POST /v3/templates/preview`. */
  readonly previewDefinition: (body: PreviewDefinitionBody, options?: CallOptions) => Promise<TemplatePreview>

  /** Preview a template: `POST /v3/templates/:id/preview`. */
  readonly preview: (id: string, body?: PreviewTemplateBody, options?: CallOptions) => Promise<TemplatePreview>

  /** Change a template: `PUT /v3/templates/:id`. */
  readonly update: (id: string, body?: UpdateTemplateBody, options?: CallOptions) => Promise<Template>

  /** Delete a template; the messages sent from it are kept: `DELETE /v3/templates/:id`. */
  readonly delete: (id: string, body?: DeleteTemplateBody, options?: CallOptions) => Promise<void>
}
