/**
 * A carrier delivers a part of a long message. The last part to come makes the message; what has not come by the
 * deadline is missing in it.
 */
import * as Addressee from "../account/Addressee.ts"
import * as Audited from "../audit/Audited.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { InboundPart, InboundParts } from "../row/InboundParts.ts"
import { InboundPartsRows, partsKey } from "../row/InboundParts.ts"
import { ref } from "../row/Kind.ts"
import * as Instant from "../value/Instant.ts"
import * as Arrival from "./Arrival.ts"
import * as Assembly from "./Assembly.ts"
import { PartsWork } from "./PartsWork.ts"
import * as Receive from "./Receive.ts"

/** A part among the parts of its message. */
export interface Part extends Pick<InboundPart, "index" | "lead" | "trail"> {
  /** The sender's handset names the message by this, the same for all its parts. */
  readonly series: string
  readonly count: number
}

export interface Command extends Receive.Command {
  readonly part: Part
}

/** `Waiting`: other parts of the message have not come yet. */
export type Answer = Receive.Answer | { readonly _tag: "Waiting" }

const keyOf = ({ part: { count, series }, ...command }: Command, account: Account): string =>
  partsKey({ ...command, account: account.id, to: Addressee.shown(command.to), count }, series)

const partOf = ({ media, part, reference, text }: Command): InboundPart => {
  const { count: _, series: __, ...place } = part
  return { ...place, text: text ?? "", media, reference }
}

const isSame = (one: InboundPart, other: InboundPart): boolean =>
  one.reference !== null && other.reference !== null
    ? one.reference === other.reference
    : one.text === other.text && one.lead === other.lead && one.trail === other.trail

/** The parts that were waiting, with this one; or a new beginning, when the handset uses the name of a message again. */
const joined = (command: Command, account: Account, found: InboundParts | null, now: Instant.Instant): InboundParts => {
  const { carrier, channel, from, part: { count }, to } = command
  const part = partOf(command)
  const awaits = found !== null && found.parts.every(({ index }) => index !== part.index)
  return awaits ? { ...found, parts: [...found.parts, part] } : {
    key: keyOf(command, account),
    account: account.id,
    carrier,
    from,
    to: Addressee.shown(to),
    channel,
    count,
    parts: [part],
    deadline: Instant.plus(now, Limit.inboundPartsWait),
    message: null
  }
}

/**
 * Delivers a message as far as it came, because another one with its name has begun and the missing parts will not
 * come.
 */
const abandoned = (
  account: Account,
  found: InboundParts | null,
  next: InboundParts,
  grounds: Grounds
): Partial<Commit.Commit> =>
  found === null || found.message !== null || next.parts.length > 1
    ? {}
    : Arrival.arrive(account, Assembly.writing(found), grounds).commit

export const ReceivePart = Audited.by<Command, Answer>({
  name: "inbound.receive_part",
  needs: (command, facts) => {
    const account = Addressee.peek(command.to, facts)
    const common = Needs.all(Receive.repeatedNeeds(command), Addressee.needs(command.to, facts))
    if (account === null) return common
    const key = keyOf(command, account)
    const found = Facts.peek(facts, InboundPartsRows, key)
    if (found === undefined) return Needs.all(common, Needs.row(InboundPartsRows, key))
    // The clock does not matter here.
    const next = joined(command, account, found, Instant.make(0))
    return Needs.all(
      common,
      Needs.row(InboundPartsRows, key),
      ...[next, ...found === null ? [] : [found]].map((row) => Arrival.needs(account, Assembly.writing(row), facts))
    )
  },
  decide: (command, grounds) => {
    const { facts, now } = grounds
    const before = Receive.repeated(command, facts)
    if (before !== null) return done({ _tag: "Repeated", message: before })
    const account = Addressee.find(command.to, facts)
    if (account === null || !Addressee.hasInboundPath(command.to, command.channel)) {
      return done({ _tag: "UnknownNumber" })
    }
    const found = Facts.get(facts, InboundPartsRows, keyOf(command, account))
    const part = partOf(command)
    if (found !== null && found.parts.some((each) => each.index === part.index && isSame(each, part))) {
      return done(found.message === null ? { _tag: "Waiting" } : { _tag: "Repeated", message: found.message })
    }
    const next = joined(command, account, found, now)
    const rests: Partial<Commit.Commit> = {
      expects: [Facts.expected(facts, InboundPartsRows, next.key)],
      due: next.parts.length === 1 ? [PartsWork.due(next.key, account.id, next.deadline)] : []
    }
    const left = abandoned(account, found, next, grounds)
    if (!Assembly.isComplete(next)) {
      return done({ _tag: "Waiting" }, rests, left, { puts: [Commit.put(InboundPartsRows, next)] })
    }
    const { commit, message } = Arrival.arrive(account, Assembly.writing(next), grounds)
    return done({ _tag: "Received", message: message.id }, rests, commit, {
      puts: [Commit.put(InboundPartsRows, { ...next, message: message.id })]
    })
  }
}, () => Audited.party("recipient"))

/** The deadline of a message in parts: it is delivered as far as it came, if it was not complete. */
const PartsDeadline = LeasedDecision.make<LeasedDecision.Leased, void>(Audited.by({
  name: "inbound.parts_deadline",
  needs: ({ lease }, facts) => {
    const key = PartsWork.target(lease)
    const found = Facts.peek(facts, InboundPartsRows, key) ?? null
    if (found === null) return Needs.row(InboundPartsRows, key)
    const account = Facts.peek(facts, Accounts, found.account) ?? null
    return Needs.all(
      Needs.row(InboundPartsRows, key),
      Needs.row(Accounts, found.account),
      account === null ? Needs.none : Arrival.needs(account, Assembly.writing(found), facts)
    )
  },
  decide: ({ lease }, grounds) => {
    const { facts } = grounds
    const key = PartsWork.target(lease)
    const found = Facts.get(facts, InboundPartsRows, key)
    const account = found === null ? null : Facts.get(facts, Accounts, found.account)
    const gone: Partial<Commit.Commit> = found === null ? {} : {
      expects: [Facts.expected(facts, InboundPartsRows, key)],
      deletes: [ref(InboundPartsRows, key)]
    }
    const isLost = account === null || account.deletedAt !== null || found === null || found.message !== null
    return done(
      undefined,
      gone,
      isLost ? {} : Arrival.arrive(account, Assembly.writing(found), grounds).commit
    )
  }
}, () => Audited.party("recipient")))

export const PartsDeadlineJob = Job.make({
  work: PartsWork,
  decides: PartsDeadline,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
