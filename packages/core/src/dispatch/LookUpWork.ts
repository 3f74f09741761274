/**
 * The work item of a message whose number is looked up before it gets a route. A registry may hang, so this is work of its
 * own, and each account has a lane of its own: whoever has many numbers looked up keeps nobody waiting but himself.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Message } from "../row/Message.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Due } from "../work/Work.ts"
import * as WorkName from "../work/WorkName.ts"
import type { Target } from "./DispatchWork.ts"

export const LookUpWork = WorkName.make({
  kind: "look_up",
  lane: LaneKind.shared("look_up", Limit.lookup.concurrency, (account: AccountId) => account),
  key: {
    write: ({ message, send }: Target) => [message, String(send)],
    read: ([message = "", send = ""]) => ({ message, send: Number(send) })
  }
})

export const due = ({ account, id, send }: Pick<Message, "account" | "id" | "send">, at: Instant): Due =>
  LookUpWork.due({ message: id, send }, account, at)
