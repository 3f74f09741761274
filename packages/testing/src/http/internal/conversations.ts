/**
 * The id of a conversation, which clients derive themselves.
 */
import { createHash } from "node:crypto"
import type { Message } from "./resources.ts"

/** UUID version 5, as RFC 9562 has it. */
const version5 = (name: string, namespace: string): string => {
  const hash = createHash("sha1").update(Buffer.from(namespace.replaceAll("-", ""), "hex")).update(name).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.subarray(0, 16).toString("hex")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** Returns the id of the conversation that a message is of. */
export const conversationId = ({ contact_id, customer_id }: Pick<Message, "contact_id" | "customer_id">): string =>
  version5(`${customer_id}:${contact_id}`, "9f4e6a2c-0b1d-4c3e-8a5f-2d7e6c1b0a99")
