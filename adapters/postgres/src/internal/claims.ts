/**
 * Idempotency claims, from `begin` until their finished answer expires.
 */
import type { Begun, Idempotency } from "@signalbox/core/Idempotency"
import type { Instant } from "@signalbox/core/Instant"
import { idempotencyClaimLifetime, idempotencyLifetime } from "@signalbox/core/Limit"
import type { ClaimKey, ClaimToken } from "@signalbox/core/Reply"
import { Reply } from "@signalbox/core/Reply"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "./database.ts"
import { operation, retrying } from "./database.ts"
import { instant } from "./tables.ts"

interface Found {
  readonly mine: boolean
  readonly token: number
  readonly fingerprint: string
  readonly reply: string | null
}

/** How often a call removes expired answers (one in so many), and how many it removes at most. */
const sweepEvery = 64
const sweepSize = 500

const decodeReply = Schema.decodeUnknownSync(Reply)

const begun = ({ fingerprint, mine, reply, token }: Found, asked: string): Begun => {
  if (mine) return { _tag: "Started", token: token as ClaimToken }
  if (fingerprint !== asked) return { _tag: "Mismatch" }
  if (reply === null) return { _tag: "InProgress" }
  return { _tag: "Finished", reply: decodeReply(JSON.parse(reply)) }
}

export const make = ({ query, tables: t }: Database): Idempotency["Service"] => {
  let calls = 0

  const begin = (claim: ClaimKey, fingerprint: string, now: Instant): Effect.Effect<Begun, SqlError> =>
    Effect.gen(function*() {
      while (true) {
        const [found] = yield* query<Found>(
          `with taken as (
             insert into ${t.claim} as c (account, key, token, fingerprint, at)
             values ($1, $2, ${t.next}, $3, ${instant("$4::text::int8")})
             on conflict (account, key) do update
               set token = excluded.token, fingerprint = excluded.fingerprint, at = excluded.at, reply = null
               where excluded.at - c.at >= interval '1 millisecond' *
                 case when c.reply is null then ${idempotencyClaimLifetime} else ${idempotencyLifetime} end
             returning c.token
           )
           select true as mine, token::float8 as token, '' as fingerprint, null::text as reply from taken
           union all
           select false, c.token::float8, c.fingerprint, c.reply from ${t.claim} c
           where c.account = $1 and c.key = $2 and not exists (select from taken)`,
          [claim.account, claim.key, fingerprint, String(now)]
        )
        // The statement that ran into a concurrent claim of this key does not see that claim yet, so it is read again.
        if (found !== undefined) return begun(found, fingerprint)
      }
    })

  const sweep = (now: Instant) =>
    query(
      `delete from ${t.claim} where ctid = any(array(
         select ctid from ${t.claim} where at < ${instant("$1::text::int8")} limit ${sweepSize} for update skip locked
       ))`,
      // A claim is kept beyond its own lifetime while nobody has taken it over: its holder may still finish.
      [String(now - idempotencyLifetime)]
    )

  return {
    begin: (claim, fingerprint, now) => {
      const effect = operation(retrying(begin(claim, fingerprint, now)))
      return ++calls % sweepEvery === 0 ? Effect.tap(effect, Effect.ignore(operation(sweep(now)))) : effect
    },
    abandon: (claim, token) =>
      operation(Effect.asVoid(query(
        `delete from ${t.claim} where account = $1 and key = $2 and token = $3::text::int8 and reply is null`,
        [claim.account, claim.key, String(token)]
      )))
  }
}
