/**
 * Idempotency claims, from `begin` until their finished answer expires.
 */
import type { AccountId } from "@signalbox/core/Id"
import type { Begun } from "@signalbox/core/Idempotency"
import type { Instant } from "@signalbox/core/Instant"
import { idempotencyClaimLifetime, idempotencyLifetime } from "@signalbox/core/Limit"
import type { Answered } from "@signalbox/core/Relocation"
import type { ClaimKey, ClaimToken, Reply } from "@signalbox/core/Reply"
import { claimText } from "@signalbox/core/Reply"
import { erased } from "@signalbox/core/Traces"

interface Claim {
  readonly token: ClaimToken
  readonly fingerprint: string
  /** The instant at which the request began, or that of its answer, once it has one. */
  readonly at: Instant
  readonly reply: Reply | null
}

/** A call removes so many expired records: more than it can add, and few enough to be quick. */
const sweepSize = 4

const isFree = ({ at, reply }: Claim, now: Instant): boolean =>
  now - at >= (reply === null ? idempotencyClaimLifetime : idempotencyLifetime)

export class ClaimTable {
  /** The claims, in the order of their last change. */
  private readonly claims = new Map<string, Claim>()
  private token = 0

  begin(key: ClaimKey, fingerprint: string, now: Instant): Begun {
    this.sweep(now)
    const text = claimText(key)
    const found = this.claims.get(text)
    if (found === undefined || isFree(found, now)) {
      const token = ++this.token as ClaimToken
      this.set(text, { token, fingerprint, at: now, reply: null })
      return { _tag: "Started", token }
    }
    if (found.fingerprint !== fingerprint) return { _tag: "Mismatch" }
    return found.reply === null ? { _tag: "InProgress" } : { _tag: "Finished", reply: found.reply }
  }

  abandon(key: ClaimKey, token: ClaimToken): void {
    if (this.held(key, token) !== undefined) this.claims.delete(claimText(key))
  }

  /** Returns whether the reply's token still holds its claim. */
  holds({ at, claim, token }: Reply): boolean {
    const found = this.held(claim, token)
    return found !== undefined && at - found.at < idempotencyLifetime
  }

  finish(reply: Reply): void {
    const text = claimText(reply.claim)
    this.set(text, { ...this.claims.get(text)!, at: reply.at, reply })
  }

  /** Takes texts out of the replies of an account, whichever strings they stand in as a whole. */
  clear(account: AccountId, texts: ReadonlyArray<string>): void {
    for (const [text, claim] of this.claims) {
      const { reply } = claim
      if (reply?.claim.account !== account || reply.outcome === null) continue
      const json = texts.reduce((json, each) => json.replaceAll(`"${each}"`, `"${erased}"`), reply.outcome.json)
      if (json !== reply.outcome.json) {
        this.claims.set(text, { ...claim, reply: { ...reply, outcome: { ...reply.outcome, json } } })
      }
    }
  }

  /** Returns the finished claims of an account, in the order of their keys. */
  answered(account: AccountId): ReadonlyArray<Answered> {
    return [...this.claims.values()].flatMap(({ fingerprint, reply }) =>
      reply?.claim.account === account ? [{ _tag: "Answered" as const, fingerprint, reply }] : []
    ).toSorted((one, other) => one.reply.claim.key < other.reply.claim.key ? -1 : 1)
  }

  /** Takes on a finished claim of another store. */
  keep({ fingerprint, reply }: Answered): void {
    const text = claimText(reply.claim)
    if ((this.claims.get(text)?.reply ?? null) !== null) return
    this.set(text, { token: ++this.token as ClaimToken, fingerprint, at: reply.at, reply })
  }

  drop(account: AccountId): void {
    for (const text of this.claims.keys()) if (text.startsWith(`${account}/`)) this.claims.delete(text)
  }

  private held(key: ClaimKey, token: ClaimToken): Claim | undefined {
    const found = this.claims.get(claimText(key))
    return found?.token === token && found.reply === null ? found : undefined
  }

  private set(text: string, claim: Claim): void {
    this.claims.delete(text)
    this.claims.set(text, claim)
  }

  private sweep(now: Instant): void {
    let left = sweepSize
    for (const [text, { at }] of this.claims) {
      // An unfinished claim is kept beyond its own lifetime too: it holds as long as no other request takes it over.
      if (left-- === 0 || now - at < idempotencyLifetime) return
      this.claims.delete(text)
    }
  }
}
