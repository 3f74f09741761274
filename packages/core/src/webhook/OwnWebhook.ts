/**
 * The webhook that a path names, if the caller owns it. A webhook of another account is treated as absent, and so is a
 * clone that its profile has deleted.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Command } from "../operation/Operation.ts"
import type { Endpoint, Webhook } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import type { WebhookPath } from "./WebhookPath.ts"

/** Any request for one webhook. */
export type Asked = Pick<Command<WebhookPath, unknown, unknown, unknown>, "path" | "caller">

/** Needs the webhook, and the health of its endpoint. */
export const needs = ({ path }: Pick<Asked, "path">): Needs.Needs =>
  Needs.all(Needs.row(Webhooks, path.id), Needs.row(Endpoints, path.id))

const own = ({ caller }: Asked, webhook: Webhook | null): Webhook | null =>
  webhook !== null && webhook.account === caller.account.id && webhook.deletedAt === undefined ? webhook : null

export const find = (asked: Asked, facts: Facts.Facts): Webhook | null =>
  own(asked, Facts.get(facts, Webhooks, asked.path.id))

/** Returns the webhook as far as it is loaded. For use in `needs`. */
export const peek = (asked: Asked, facts: Facts.Facts): Webhook | null =>
  own(asked, Facts.peek(facts, Webhooks, asked.path.id) ?? null)

export const endpoint = ({ path }: Pick<Asked, "path">, facts: Facts.Facts): Endpoint | null =>
  Facts.get(facts, Endpoints, path.id)
