/**
 * The inbox: phones, messages, templates and all that is beside them, as files for a browser.
 */
export * as Contents from "./Contents.ts"
export * as Files from "./Files.ts"
export * as Line from "./Line.ts"
