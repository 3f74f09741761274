/**
 * The OpenAPI document of the service, as far as the reference reads it.
 */
import { Api } from "@signalbox/http/Api"
import * as Printed from "effect/http-api/OpenApi"
import type { JsonSchema } from "./Schema.ts"

export interface Content {
  readonly schema?: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>
}

export interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Content>>
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface Operation {
  readonly tags: ReadonlyArray<string>
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Response>>
  readonly "x-scope"?: string
}

export interface Document {
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
    readonly schemas: Readonly<Record<string, JsonSchema>>
  }
}

export const printed: object = Printed.fromApi(Api)

export const document = printed as Document
