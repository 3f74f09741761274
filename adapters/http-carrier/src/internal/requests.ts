/**
 * The request of a hand-over.
 */
import type { Submission } from "@signalbox/core/Carrier"
import type { Description } from "../Description.ts"
import type { HttpRequest } from "../HttpClient.ts"
import { reveal } from "../Settings.ts"
import type { Surroundings } from "../Template.ts"
import * as Template from "../Template.ts"

type Auth = NonNullable<Description["request"]["auth"]>

const credentials = (auth: Auth): Readonly<Record<string, string>> => {
  if ("bearer" in auth) return { authorization: `Bearer ${reveal(auth.bearer)}` }
  if ("user" in auth) {
    return { authorization: `Basic ${Buffer.from(`${auth.user}:${reveal(auth.password)}`).toString("base64")}` }
  }
  return { [auth.header]: reveal(auth.secret) }
}

export const of = (
  { request }: Description,
  submission: Submission,
  around: Surroundings
): HttpRequest => {
  const { auth, form, headers = {}, json, method = "POST", query } = request
  const url = Template.url(request.url, submission, around)
  const asked = query === undefined ? "" : Template.form(query, submission, around)
  const body = json !== undefined
    ? { type: "application/json", text: Template.json(json, submission, around) }
    : form !== undefined
    ? { type: "application/x-www-form-urlencoded", text: Template.form(form, submission, around) }
    : null
  return {
    method,
    url: asked === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${asked}`,
    headers: {
      accept: "application/json",
      ...(body === null ? {} : { "content-type": body.type }),
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, Template.text(value, submission, around)])
      ),
      ...(auth === undefined ? {} : credentials(auth))
    },
    ...(body === null ? {} : { body: body.text })
  }
}
