/**
 * Tells which framework a request of Node's server comes through. Frameworks say that nowhere, so it is told from what
 * they add to their requests.
 */
import type { HostFramework } from "@signalbox/http/HostFramework"
import type { IncomingMessage } from "node:http"

/** Nest stands on Express, and needs a library that everybody can see. */
const isNestLoaded = (): boolean => "getMetadata" in Reflect

/**
 * Returns the frameworks that it may be. The parsers of Express and of Next's pages leave what they have read at the
 * request of Node's server, that of Fastify only at its own.
 */
export const frameworksOf = (request: IncomingMessage): ReadonlyArray<HostFramework> => {
  if ("draftMode" in request || "previewData" in request) return ["next"]
  if ("baseUrl" in request && "app" in request) return isNestLoaded() ? ["nest", "express"] : ["express"]
  return "body" in request ? ["express", "next"] : ["fastify"]
}
