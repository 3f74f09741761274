/**
 * The message that a path names, if it is there for whoever asks. One of another account is no message: its existence
 * is not told.
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

export const needs = ({ path }: Asked): Needs.Needs => Needs.row(Messages, path.id)

const own = ({ caller }: Asked, message: Message | null | undefined): Message | null =>
  message?.account === caller.account.id ? message : null

export const find = (asked: Asked, facts: Facts.Facts): Message | null =>
  own(asked, Facts.get(facts, Messages, asked.path.id))

/** The message as far as it is known by now. For `needs`. */
export const peek = (asked: Asked, facts: Facts.Facts): Message | null =>
  own(asked, Facts.peek(facts, Messages, asked.path.id))
