/**
 * Requests to the Graph API, with the access token in the one place where it belongs.
 */
import type { HttpClient, HttpResult } from "@signalbox/http-carrier/HttpClient"
import { reveal } from "@signalbox/http-carrier/Settings"
import type * as Effect from "effect/Effect"
import type { Settings } from "../Options.ts"

export interface Graph {
  /** @param path behind the version, such as `106540352242922/messages` */
  readonly post: (path: string, body: object, written?: () => void) => Effect.Effect<HttpResult>
  readonly get: (path: string, query: Readonly<Record<string, string>>) => Effect.Effect<HttpResult>
}

export const make = (client: HttpClient, { accessToken, api }: Settings): Graph => {
  const headers = () => ({ authorization: `Bearer ${reveal(accessToken)}`, accept: "application/json" })
  return {
    post: (path, body, written) =>
      client.request({
        method: "POST",
        url: `${api}/${path}`,
        headers: { ...headers(), "content-type": "application/json" },
        body: JSON.stringify(body)
      }, written),
    get: (path, query) =>
      client.request({
        method: "GET",
        url: `${api}/${path}?${new URLSearchParams(query).toString()}`,
        headers: headers()
      })
  }
}
