/**
 * The OpenAPI document as it was agreed on, in `api/openapi.json`: whoever builds on the API sees there what a change does
 * to it, each description included.
 */
import { Api } from "@signalbox/http/Api"
import * as OpenApi from "effect/http-api/OpenApi"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { inRoot } from "../packages/Tarballs.ts"

/** Relative to the repository. */
export const file = "api/openapi.json"

/** The document that the service answers now. */
export const now = (): string => `${JSON.stringify(OpenApi.fromApi(Api), null, 1)}\n`

/** The document that was agreed on; nothing where there is none. */
export const agreed = (): string => existsSync(inRoot(file)) ? readFileSync(inRoot(file), "utf8") : ""

export const accept = (): void => writeFileSync(inRoot(file), now())
