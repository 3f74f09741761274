/**
 * Where a request to a console comes from, and whether it is one of the page's own.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { Asked } from "./asked.ts"

/**
 * The browser's own word counts where it gives one, since no page can change it. Behind a proxy the host may have another
 * name than the page knows.
 */
const wordOf = ({ header }: Pick<Asked, "header">): "own" | "foreign" | "none" => {
  const site = header("sec-fetch-site")
  const origin = header("origin")
  if (site !== undefined) return site === "same-origin" ? "own" : site === "none" ? "none" : "foreign"
  if (origin === undefined) return "none"
  const host = origin.replace(/^https?:\/\//i, "").toLowerCase()
  return host === header("host")?.toLowerCase() ? "own" : "foreign"
}

/** A page of another origin must not read, and what names no origin is no such page. */
export const mayRead = (asked: Pick<Asked, "header">): boolean => wordOf(asked) !== "foreign"

export const isOwn = (asked: Pick<Asked, "header">): boolean => wordOf(asked) === "own"

/** The name of the header that the page shows its token in. */
export const header = "x-console-token"

/** Returns the token for a page of this account in a session. The session's own secret cannot be told from it. */
export const tokenOf = (secret: string, account: string): string =>
  createHmac("sha256", secret).update(`signalbox console\n${account}`).digest("base64url")

export const isToken = (shown: string | undefined, token: string): boolean => {
  const [left, right] = [Buffer.from(shown ?? ""), Buffer.from(token)]
  return left.length === right.length && timingSafeEqual(left, right)
}
