/**
 * The decisions of operations that change what an audit log speaks of, with whoever has asked.
 */
import * as Audited from "../audit/Audited.ts"
import type { Decision } from "../commit/Decision.ts"
import { idOf } from "../row/ApiKey.ts"
import type { Actor } from "../row/AuditEntry.ts"
import * as AddressRange from "../value/AddressRange.ts"
import type { Caller } from "./Caller.ts"
import type { Command, Operation } from "./Operation.ts"

const actorOf = ({ key }: Caller): Actor =>
  key === undefined ? { type: "host" } : key === null ? { type: "service" } : { type: "key", id: idOf(key) }

/** Messages and whatever only reads write no entries. */
const isAudited = ({ scope }: Pick<Operation<never, never, never, never, unknown>, "scope">): boolean =>
  scope === "manage" || scope === "webhooks"

export const of = <P, Q, B, C, D>(
  { decides, scope }: Operation<P, Q, B, C, D>,
  caller: Caller
): Decision<Command<P, Q, B, C>, D> =>
  !isAudited({ scope }) ? decides : Audited.by(decides, () => ({
    actor: actorOf(caller),
    network: AddressRange.network(caller.from ?? ""),
    accounts: [caller.account, caller.keyAccount]
  }))
