/**
 * The work item of one send of a message: the gates, the routing and the attempt.
 */
import type { Message } from "../row/Message.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Due, WorkRef } from "../work/Work.ts"
import * as WorkName from "../work/WorkName.ts"

export interface Target {
  readonly message: string
  readonly send: number
}

export const DispatchWork = WorkName.make({
  kind: "dispatch",
  lane: LaneKind.shared("send", 2048, (account: AccountId) => account),
  key: {
    write: ({ message, send }: Target) => [message, String(send)],
    read: ([message = "", send = ""]) => ({ message, send: Number(send) })
  }
})

export const ref = ({ id, send }: Pick<Message, "id" | "send">): WorkRef => DispatchWork.ref({ message: id, send })

export const due = ({ account, id, send }: Pick<Message, "account" | "id" | "send">, at: Instant): Due =>
  DispatchWork.due({ message: id, send }, account, at)
