/**
 * The calls of templates. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"

export interface TemplateDefinition {
  readonly header?: {
    readonly type: "text" | "image" | "video" | "document"
    readonly template: string
    readonly variables?: ReadonlyArray<{
      readonly id: number
      readonly name: string
      readonly type: "variable" | "link" | "media"
      readonly props: {
        readonly variableType?: "text" | "link" | "image" | "file"
        readonly sample?: string
        readonly regex?: string
        readonly url?: string
        readonly shortUrl?: string
        readonly alt?: string
        readonly mediaType?: "image" | "video" | "document"
      }
    }>
  }
  readonly body: {
    readonly multiChannel?: {
      readonly type?: "text"
      readonly template: string
      readonly variables?: ReadonlyArray<{
        readonly id: number
        readonly name: string
        readonly type: "variable" | "link" | "media"
        readonly props: {
          readonly variableType?: "text" | "link" | "image" | "file"
          readonly sample?: string
          readonly regex?: string
          readonly url?: string
          readonly shortUrl?: string
          readonly alt?: string
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
    }
    readonly sms?: {
      readonly type?: "text"
      readonly template: string
      readonly variables?: ReadonlyArray<{
        readonly id: number
        readonly name: string
        readonly type: "variable" | "link" | "media"
        readonly props: {
          readonly variableType?: "text" | "link" | "image" | "file"
          readonly sample?: string
          readonly regex?: string
          readonly url?: string
          readonly shortUrl?: string
          readonly alt?: string
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
    }
    readonly whatsapp?: {
      readonly type?: "text"
      readonly template: string
      readonly variables?: ReadonlyArray<{
        readonly id: number
        readonly name: string
        readonly type: "variable" | "link" | "media"
        readonly props: {
          readonly variableType?: "text" | "link" | "image" | "file"
          readonly sample?: string
          readonly regex?: string
          readonly url?: string
          readonly shortUrl?: string
          readonly alt?: string
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
    }
    readonly rcs?: {
      readonly type?: "text"
      readonly template: string
      readonly variables?: ReadonlyArray<{
        readonly id: number
        readonly name: string
        readonly type: "variable" | "link" | "media"
        readonly props: {
          readonly variableType?: "text" | "link" | "image" | "file"
          readonly sample?: string
          readonly regex?: string
          readonly url?: string
          readonly shortUrl?: string
          readonly alt?: string
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
    }
    readonly mms?: {
      readonly type?: "text"
      readonly template?: string
      readonly subject?: string
      readonly media?: ReadonlyArray<{
        readonly url: string
        readonly mediaType?: "image" | "video" | "document" | "contact"
      }>
      readonly variables?: ReadonlyArray<{
        readonly id: number
        readonly name: string
        readonly type: "variable" | "link" | "media"
        readonly props: {
          readonly variableType?: "text" | "link" | "image" | "file"
          readonly sample?: string
          readonly regex?: string
          readonly url?: string
          readonly shortUrl?: string
          readonly alt?: string
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
    }
  }
  readonly footer?: {
    readonly type: "text"
    readonly template: string
    readonly variables?: ReadonlyArray<{
      readonly id: number
      readonly name: string
      readonly type: "variable" | "link" | "media"
      readonly props: {
        readonly variableType?: "text" | "link" | "image" | "file"
        readonly sample?: string
        readonly regex?: string
        readonly url?: string
        readonly shortUrl?: string
        readonly alt?: string
        readonly mediaType?: "image" | "video" | "document"
      }
    }>
  }
  readonly buttons?: ReadonlyArray<{
    readonly id: number
    readonly type: "QUICK_REPLY" | "URL" | "VOICE_CALL" | "PHONE_NUMBER" | "COPY_CODE"
    readonly props: {
      readonly text: string
      readonly quickReplyType?: string
      readonly urlType?: string
      readonly url?: string
      readonly variables?: ReadonlyArray<{
        readonly id: number
        readonly name: string
        readonly type: "variable" | "link" | "media"
        readonly props: {
          readonly variableType?: "text" | "link" | "image" | "file"
          readonly sample?: string
          readonly regex?: string
          readonly url?: string
          readonly shortUrl?: string
          readonly alt?: string
          readonly mediaType?: "image" | "video" | "document"
        }
      }>
      readonly activeFor?: number
      readonly countryCode?: string
      readonly phoneNumber?: string
      readonly offerCode?: string
      readonly otpType?: string
      readonly autofillText?: string
      readonly packageName?: string
      readonly signatureHash?: string
    }
  }>
  readonly definitionVersion?: string
  readonly authenticationConfig?: {
    readonly addSecurityRecommendation?: boolean
    readonly codeExpirationMinutes?: number
  }
}

export type TemplateCategory = "MARKETING" | "UTILITY" | "AUTHENTICATION"

export type TemplateStatus = "DRAFT" | "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "ARCHIVED"

export interface Template {
  readonly id: string
  readonly customer_id: string
  readonly name: string
  readonly category: TemplateCategory
  readonly language: string
  readonly status: TemplateStatus
  readonly channels: ReadonlyArray<"sms" | "whatsapp" | "rcs" | "mms">
  readonly variables: ReadonlyArray<string>
  readonly is_published: boolean
  readonly auto_reply_action?: "OPT_IN" | "OPT_OUT" | "HELP" | "OTHER"
  readonly definition: TemplateDefinition
  readonly created_at: string
  readonly updated_at: string | null
}

export interface CreateTemplateBody {
  readonly category?: TemplateCategory | null
  readonly language?: string | null
  readonly definition: TemplateDefinition
  readonly creation_source?: string | null
  readonly submit_for_review?: boolean | null
  readonly sandbox?: boolean | null
}

export interface ListTemplatesQuery {
  readonly page?: number
  readonly page_size?: number
  readonly search?: string
  readonly status?: "" | "DRAFT" | "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "ARCHIVED"
  readonly category?: "" | "MARKETING" | "UTILITY" | "AUTHENTICATION"
  readonly is_welcome_playground?: string
}

export interface ListTemplatesResult {
  readonly templates: ReadonlyArray<Template>
  readonly pagination: Pagination
}

export interface UpdateTemplateBody {
  readonly name?: string | null
  readonly category?: TemplateCategory | null
  readonly language?: string | null
  readonly definition?: TemplateDefinition
  readonly submit_for_review?: boolean | null
  readonly sandbox?: boolean | null
}

export interface DeleteTemplateBody {
  readonly delete_from_meta?: boolean | null
  readonly sandbox?: boolean | null
}

export interface TemplatesCalls {
  /** Create a template: `POST /v3/templates`. */
  readonly create: (body: CreateTemplateBody, options?: CallOptions) => Promise<Template>

  /** List the templates, the newest first: `GET /v3/templates`. */
  readonly list: (query?: ListTemplatesQuery, options?: CallOptions) => Promise<ListTemplatesResult>

  /** Read a template: `GET /v3/templates/:id`. */
  readonly get: (id: string, options?: CallOptions) => Promise<Template>

  /** Change a template: `PUT /v3/templates/:id`. */
  readonly update: (id: string, body?: UpdateTemplateBody, options?: CallOptions) => Promise<Template>

  /** Delete a template; the messages sent from it are kept: `DELETE /v3/templates/:id`. */
  readonly delete: (id: string, body?: DeleteTemplateBody, options?: CallOptions) => Promise<void>
}
