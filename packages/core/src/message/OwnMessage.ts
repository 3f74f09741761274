/**
 * The message that a path names, if the caller may see it. A message of another account is treated as absent, so that
 * the answer does not reveal that it exists.
 */
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Command } from "../operation/Operation.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import { MessageId } from "../value/Id.ts"

export const Path = Schema.Struct({ id: MessageId })

/** Any request for one message. */
export type Asked = Command<typeof Path.Type, unknown, unknown, void>

/** The caller of a request, and the message that its path names. */
export type Naming = Pick<Asked, "caller" | "path">

export const needs = ({ path }: Naming): Needs.Needs => Needs.row(Messages, path.id)

const own = ({ caller }: Naming, message: Message | null | undefined): Message | null =>
  message?.account === caller.account.id ? message : null

export const find = (asked: Naming, facts: Facts.Facts): Message | null =>
  own(asked, Facts.get(facts, Messages, asked.path.id))

/** Returns the message as far as it is loaded. For use in `needs`. */
export const peek = (asked: Naming, facts: Facts.Facts): Message | null =>
  own(asked, Facts.peek(facts, Messages, asked.path.id))
