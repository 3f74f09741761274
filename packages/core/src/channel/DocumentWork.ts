/**
 * The work of documents: to be kept for good once the row that names them is committed, and to be removed with it.
 */
import * as Effect from "effect/Effect"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import { Documents } from "../port/Documents.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import { again } from "../work/Work.ts"
import type { Due, Lease } from "../work/Work.ts"
import * as WorkName from "../work/WorkName.ts"

export type Fate = "keep" | "remove"

interface Target {
  readonly document: string
  readonly fate: Fate
}

export const DocumentWork = WorkName.make({
  kind: "document",
  lane: LaneKind.make("document", 8, (account: AccountId) => account),
  key: {
    // Whoever keeps a document that was removed meanwhile finds nothing to keep, so the order does not matter.
    write: ({ document, fate }: Target) => [document, fate],
    read: ([document = "", fate = ""]): Target => ({ document, fate: fate === "keep" ? "keep" : "remove" })
  }
})

/** Makes the documents' fate due. */
export const due = (
  documents: ReadonlyArray<{ readonly id: string }>,
  fate: Fate,
  account: AccountId,
  at: Instant.Instant
): ReadonlyArray<Due> => documents.map(({ id }) => DocumentWork.due({ document: id, fate }, account, at))

/** How soon it is tried again when the documents cannot be reached. */
const patience = 10 * Instant.second

const Settle = LeasedDecision.make<
  { readonly lease: Lease; readonly isDone: boolean; readonly at: Instant.Instant },
  void
>({
  name: "document",
  needs: () => Needs.none,
  decide: ({ at, isDone, lease }) =>
    done(
      undefined,
      isDone ? Commit.empty : Commit.make({ due: [again(lease, Instant.plus(at, patience))] })
    )
})

export const DocumentJob = Job.make({
  work: DocumentWork,
  outside: Documents,
  asks: {
    reads: () => Needs.none,
    question: (target) => target,
    ask: ({ keep, remove }, { document, fate }) =>
      (fate === "keep" ? keep(document) : remove([document])).pipe(
        Effect.as(true),
        Effect.catch(() => Effect.succeed(false))
      )
  },
  decides: Settle,
  command: (_, { at, lease, said }) => ({ lease, at, isDone: said ?? true })
})
