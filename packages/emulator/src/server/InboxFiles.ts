/**
 * The inbox on the emulator: its document at `/`, and its files below `/inbox/`. They hold nothing that anybody may not
 * read; whatever they show, they ask the control and the API for.
 */
import * as Files from "@signalbox/inbox/Files"
import type { IncomingMessage, ServerResponse } from "node:http"

/** Answers what asks for a file of the inbox, and returns whether it did. */
export const answers = ({ headers, method = "GET", url = "/" }: IncomingMessage, response: ServerResponse): boolean => {
  const [path = ""] = url.split("?", 1)
  if (path !== "/" && !path.startsWith("/inbox/")) return false
  const answer = Files.answer(path.slice(1), {
    method,
    ifNoneMatch: headers["if-none-match"],
    acceptEncoding: headers["accept-encoding"]?.toString()
  })
  if (answer === null) return false
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body ?? undefined)
  return true
}
