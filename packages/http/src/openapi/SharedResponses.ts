/**
 * Moves the error responses that several operations have in common to the components of the document, which is a third
 * of the size without them.
 */
import * as Component from "./Component.ts"

interface Response {
  readonly content?: { readonly [contentType: string]: { readonly example?: unknown; readonly schema: object } }
}

interface Operation {
  readonly responses: { readonly [status: string]: Response }
}

export interface Paths {
  readonly [path: string]: { readonly [method: string]: Operation }
}

const words: Readonly<Record<string, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  402: "PaymentRequired",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  413: "TooLarge",
  415: "UnsupportedMediaType",
  422: "Unprocessable",
  429: "TooManyRequests",
  500: "InternalError",
  501: "NotImplemented",
  502: "BadGateway",
  503: "Unavailable"
}

const codesOf = (response: Response): ReadonlyArray<string> =>
  JSON.stringify(response).match(/"enum":\[([^\]]*)\]/)?.[1]?.replaceAll("\"", "").split(",") ?? []

/** Returns the codes that every response with a status has. They say nothing about one of these responses. */
const commonCodes = (paths: Paths): ReadonlyMap<string, ReadonlySet<string>> => {
  const common = new Map<string, ReadonlySet<string>>()
  for (const methods of Object.values(paths)) {
    for (const { responses } of Object.values(methods)) {
      for (const [status, response] of Object.entries(responses)) {
        const codes = codesOf(response)
        const before = common.get(status)
        common.set(status, new Set(before === undefined ? codes : codes.filter((code) => before.has(code))))
      }
    }
  }
  return common
}

/**
 * Names a response after its status and the codes that not all responses with this status have. The name is an
 * identifier, since generators of clients make types of it. Responses of deprecated operations have headers of their own.
 */
const nameOf = (
  status: string,
  codes: ReadonlyArray<string>,
  common: ReadonlySet<string> | undefined,
  taken: Readonly<Record<string, unknown>>
): string => {
  const name = [words[status] ?? `Failure${status}`, ...codes.filter((code) => common?.has(code) !== true)].join("_")
  let free = name
  for (let time = 2; free in taken; time++) free = `${name}_${time}`
  return free
}

/** Returns the paths with references, and the responses that they refer to. */
export const share = (paths: Paths) => {
  const names = new Map<string, string>()
  const responses: Record<string, Response> = {}
  const common = commonCodes(paths)
  const referring = (status: string, response: Response): object => {
    if (Number(status) < 400) return response
    const printed = JSON.stringify([status, response])
    const name = names.get(printed) ?? nameOf(status, codesOf(response), common.get(status), responses)
    names.set(printed, name)
    responses[name] = response
    return Component.reference("responses", name)
  }
  const shared = Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [method, {
          ...operation,
          responses: Object.fromEntries(
            Object.entries(operation.responses).map(([status, response]) => [status, referring(status, response)])
          )
        }])
      )
    ])
  )
  return { paths: shared, responses }
}
