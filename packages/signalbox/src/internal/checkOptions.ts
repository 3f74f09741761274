/**
 * Reads the options of a service.
 */
import type { NodeId } from "@signalbox/core/Id"
import { randomUUID } from "node:crypto"
import type { Options, WebhookOptions } from "../Options.ts"

/** Options without anything left open. */
export interface Checked extends Pick<Options, "carriers" | "log" | "review" | "secretKeys" | "storage"> {
  readonly node: NodeId
  readonly work: boolean
  readonly basePath: string
  readonly webhooks: WebhookOptions
}

export const check = (options: Options): Checked => {
  const { basePath = "", node = `node-${randomUUID()}`, webhooks = {}, work = true } = options
  return { ...options, basePath, node: node as NodeId, webhooks, work }
}
