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

/** Names a response after its status and its codes. Those of deprecated operations have headers of their own. */
const nameOf = (status: string, response: Response, taken: Readonly<Record<string, unknown>>): string => {
  const codes = JSON.stringify(response).match(/"enum":\[([^\]]*)\]/)?.[1]?.replaceAll("\"", "").split(",") ?? []
  const name = [status, ...codes].join(".")
  let free = name
  for (let time = 2; free in taken; time++) free = `${name}.${time}`
  return free
}

/** Returns the paths with references, and the responses that they refer to. */
export const share = (paths: Paths) => {
  const names = new Map<string, string>()
  const responses: Record<string, Response> = {}
  const referring = (status: string, response: Response): object => {
    if (Number(status) < 400) return response
    const printed = JSON.stringify([status, response])
    const name = names.get(printed) ?? nameOf(status, response, responses)
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
