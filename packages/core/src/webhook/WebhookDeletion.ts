/**
 * The end of a webhook's row. Another one says that it was there, by which its deliveries are found.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import { DeletedWebhooks } from "../row/DeletedWebhook.ts"
import { ref } from "../row/Kind.ts"
import type { Webhook } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"

/** Returns the part of a commit that remembers a webhook which is deleted. */
export const remembered = ({ account, id }: Webhook, { now: at }: Pick<Grounds, "now">): Partial<Commit.Commit> => ({
  puts: [Commit.put(DeletedWebhooks, { id, account, at })]
})

/** Returns the part of a commit that deletes a webhook with its endpoint. */
export const of = (webhook: Webhook, grounds: Pick<Grounds, "facts" | "now">): Partial<Commit.Commit> => ({
  ...remembered(webhook, grounds),
  expects: [Facts.expected(grounds.facts, Webhooks, webhook.id)],
  deletes: [ref(Webhooks, webhook.id), ref(Endpoints, webhook.id)]
})
