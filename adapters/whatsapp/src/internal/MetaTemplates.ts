/**
 * The templates of a business account at Meta: finding them, and handing them in.
 */
import type { HttpAnswer, HttpResult } from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as ErrorCode from "../ErrorCode.ts"
import type { GraphError } from "../GraphAnswer.ts"
import * as GraphAnswer from "../GraphAnswer.ts"
import type { TemplateRequest } from "../TemplateRequest.ts"
import type { Graph } from "./Graph.ts"

const optional = Schema.optional

export const MetaTemplate = Schema.Struct({
  name: Schema.String,
  language: Schema.String,
  status: Schema.String,
  category: Schema.String,
  components: optional(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))),
  rejected_reason: optional(Schema.NullOr(Schema.String))
})
export type MetaTemplate = typeof MetaTemplate.Type

const Page = Schema.Struct({
  data: Schema.Array(MetaTemplate),
  paging: optional(Schema.Struct({
    next: optional(Schema.String),
    cursors: optional(Schema.Struct({ after: optional(Schema.String) }))
  }))
})

const pageOf = (result: HttpAnswer): typeof Page.Type | null =>
  Option.getOrNull(Schema.decodeUnknownOption(Page)(Outcome.json(result.body)))

const Created = Schema.decodeUnknownOption(Schema.Struct({
  id: Schema.Union([Schema.String, Schema.Finite]),
  status: optional(Schema.String),
  category: optional(Schema.String)
}))

/** Nothing is known, and it can be asked again. */
export interface Later {
  readonly _tag: "Later"
  /** In milliseconds; 0 when nobody says how long. */
  readonly pause: number
  /** The reason, without words of whoever answers. */
  readonly why: string
}

export type Found = Later | { readonly _tag: "Found"; readonly template: MetaTemplate | null }

export type HandedIn =
  | Later
  | { readonly _tag: "Taken"; readonly status: string; readonly category: string | null }
  | { readonly _tag: "Rejected"; readonly reason: string }

const later = (why: string, pause = 0): Later => ({ _tag: "Later", why, pause })

/** As many pages of a hundred as are looked through. */
const mostPages = 10

/** There is a template of the name and the language already: somebody handed it in, whose answer was lost. */
const exists = 2388024

/** Meta's own words for what is wrong with a template are about the template. */
const wordsOf = (error: GraphError): string =>
  [error.error_user_title, error.error_user_msg ?? GraphAnswer.detailOf(error).text]
    .filter((each) => each !== undefined && each !== "").join(": ").slice(0, 1000) || `Meta answers ${error.code}`

const isAboutTemplate = (error: GraphError): boolean => {
  const meaning = ErrorCode.meaning(error.code)
  return meaning === null || meaning.failure === "content_not_acceptable"
}

const refused = (answer: HttpAnswer): Later | GraphError => {
  const error = GraphAnswer.errorOf(answer)
  if (error === null || answer.status >= 500) return later(`HTTP ${answer.status}`)
  if (isAboutTemplate(error)) return error
  return later(`code ${error.code}`, GraphAnswer.wantedPause(answer))
}

const isLater = (found: Later | GraphError): found is Later => "_tag" in found

const unanswered = (result: Exclude<HttpResult, HttpAnswer>): Later => later(result.why)

const handedIn = (result: HttpResult): HandedIn => {
  if (result._tag !== "Answered") return unanswered(result)
  if (!Outcome.isSuccess(result)) {
    const found = refused(result)
    if (isLater(found)) return found
    return found.error_subcode === exists
      ? later("it is there already")
      : { _tag: "Rejected", reason: wordsOf(found) }
  }
  const created = Option.getOrNull(Created(Outcome.json(result.body)))
  return created === null
    ? later("the answer has no id")
    : { _tag: "Taken", status: created.status ?? "PENDING", category: created.category ?? null }
}

export const handIn = (graph: Graph, account: string, request: TemplateRequest): Effect.Effect<HandedIn> =>
  Effect.map(graph.post(`${account}/message_templates`, request), handedIn)

/** Finds the template of this name and language. Meta's own filter takes every name that has this one in it. */
export const find = Effect.fnUntraced(function*(
  graph: Graph,
  account: string,
  { language, name }: Pick<TemplateRequest, "language" | "name">
): Effect.fn.Return<Found> {
  const query = { name, limit: "100", fields: "name,language,status,category,components,rejected_reason" }
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const result: HttpResult = yield* graph.get(`${account}/message_templates`, {
      ...query,
      ...(after === undefined ? {} : { after })
    })
    if (result._tag !== "Answered") return unanswered(result)
    if (!Outcome.isSuccess(result)) {
      const found = refused(result)
      return isLater(found) ? found : later(`code ${found.code}`)
    }
    const read = pageOf(result)
    if (read === null) return later("the answer is no list of templates")
    const template = read.data.find((each) => each.name === name && each.language === language)
    if (template !== undefined) return { _tag: "Found", template }
    after = read.paging?.cursors?.after
    if (read.paging?.next === undefined || after === undefined) break
  }
  return { _tag: "Found", template: null }
})
