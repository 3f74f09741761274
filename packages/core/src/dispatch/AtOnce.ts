/**
 * Dispatch at once: a small send that is due now is taken up in the commit that accepts it, when the worker of the node
 * takes work. What clients are told is the same, and so is every rule of dispatch; only the message is stored once instead
 * of twice, and no work waits in between.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decided, Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import type { Refused } from "../commit/Refused.ts"
import { LocalWorker } from "../engine/LocalWorker.ts"
import type { Caller } from "../operation/Caller.ts"
import type { Here } from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, purses } from "../row/Account.ts"
import { refText } from "../row/Kind.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import { TemplateRevisions, Templates } from "../row/Template.ts"
import type * as Instant from "../value/Instant.ts"
import { refText as workText } from "../work/Work.ts"
import * as DispatchWork from "./DispatchWork.ts"
import type { RoutingSettings } from "./RoutingSettings.ts"
import * as TakeUp from "./TakeUp.ts"

/** What dispatch needs besides facts. */
export interface AtOnce {
  readonly settings: RoutingSettings
  /** When the messages are taken up. They count against the daily limit of that day. */
  readonly at: Instant.Instant
}

/** How many messages are taken up at once. A larger send is left to the worker, so that nobody waits for its routes. */
export const most = 32

/** What a send comes to, with its messages. */
export interface Sent<out Answer> extends Decided<Answer> {
  readonly messages: ReadonlyArray<Message>
}

export interface Sending<in Command, out Answer> extends Decision<Command, Answer> {
  readonly decide: (
    command: Command,
    facts: Facts.Facts,
    now: Instant.Instant,
    mint: Mint
  ) => Result.Result<Sent<Answer>, Refused>
  /** Returns to whom the messages go when they may be taken up at once, as soon as enough is loaded to tell. */
  readonly recipients: (command: Command, facts: Facts.Facts) => ReadonlyArray<TakeUp.Addressed>
}

const needs = (account: Account, to: ReadonlyArray<TakeUp.Addressed>, at: Instant.Instant, facts: Facts.Facts) => {
  const found = Needs.all(
    Needs.row(Accounts, account.id),
    account.organization === null ? Needs.none : Needs.row(Accounts, account.organization),
    ...purses(account).map(Needs.balance),
    ...to.map((each) => TakeUp.needsOfNew(each, at, facts))
  )
  // The template itself carries its last revision.
  return { ...found, rows: found.rows.filter(({ kind }) => kind !== TemplateRevisions.name) }
}

/** Makes the revisions known that templates carry. */
const withRevisions = (facts: Facts.Facts, messages: ReadonlyArray<Message>): Facts.Facts => {
  const ids = new Set(messages.flatMap(({ template }) => template === null ? [] : [template.id]))
  const templates = [...ids].flatMap((id) => Facts.peek(facts, Templates, id) ?? [])
  const revisions = templates.map(({ definition, id, revision }) => ({ template: id, revision, definition }))
  return Facts.following(facts, Commit.make({ puts: revisions.map((each) => Commit.put(TemplateRevisions, each)) }))
}

const isOf = (rows: ReadonlySet<string>, expected: Commit.Expected): boolean =>
  "ref" in expected && rows.has(refText(expected.ref))

/** Returns the commit of the acceptance together with those that take its messages up, one after the other. */
const joined = (
  accepted: Commit.Commit,
  messages: ReadonlyArray<Message>,
  { at, settings }: AtOnce,
  facts: Facts.Facts,
  now: Instant.Instant,
  mint: Mint
): Commit.Commit => {
  const [of, dispatches] = [
    new Set(messages.map(({ id }) => id)),
    new Set(messages.map(DispatchWork.ref).map(workText))
  ]
  const rest = {
    ...accepted,
    puts: accepted.puts.filter((row) => row.kind !== Messages.name || !of.has(row.value.id)),
    due: accepted.due.filter(({ work }) => !dispatches.has(workText(work)))
  }
  // What the acceptance puts is what it expects.
  const put = new Set(rest.puts.map(refText))
  let known = withRevisions(Facts.following(facts, rest), messages)
  const parts = messages.map((message, index) => {
    const commit = TakeUp.takeUp(message, at, known, settings, now, mint)
    if (index + 1 < messages.length) known = Facts.following(known, { ...commit, puts: [] })
    return { ...commit, expects: commit.expects.filter((each) => !isOf(put, each)) }
  })
  return Commit.all(rest, ...parts)
}

/**
 * Makes a send take its messages up at once, when there is a worker for them. Whatever prevents that, the send is decided
 * again without it, so it refuses nothing that would be accepted otherwise.
 */
export const make = <Command extends { readonly caller: Caller; readonly consulted: AtOnce | undefined }, Answer>(
  sending: Sending<Command, Answer>
): Decision<Command, Answer> => ({
  name: sending.name,
  needs: (command, facts) => {
    const { caller, consulted } = command
    const plain = sending.needs(command, facts)
    return consulted === undefined
      ? plain
      : Needs.all(plain, needs(caller.account, sending.recipients(command, facts), consulted.at, facts))
  },
  decide: (command, facts, now, mint) =>
    Result.map(sending.decide(command, facts, now, mint), ({ answer, commit, messages }) => ({
      answer,
      commit: command.consulted === undefined || sending.recipients(command, facts).length === 0
        ? commit
        : joined(commit, messages, command.consulted, facts, now, mint)
    })),
  again: sending
})

interface Settings {
  readonly get: () => RoutingSettings | null
  readonly offer: (settings: RoutingSettings) => void
}

const Settings = Context.Reference<Settings>("@signalbox/core/dispatch/AtOnce/Settings", {
  defaultValue: () => ({ get: () => null, offer: () => {} })
})

/** Whoever dispatches on this node says by which settings. */
export const offer = (settings: RoutingSettings): Effect.Effect<void> =>
  Effect.gen(function*() {
    ;(yield* Settings).offer(settings)
  })

/** Each engine has a place of its own for the settings. */
export const layer: Layer.Layer<never> = Layer.fresh(Layer.sync(Settings, () => {
  let offered: RoutingSettings | null = null
  return {
    get: () => offered,
    offer: (settings) => {
      offered = settings
    }
  }
}))

/** Returns nothing when messages are left to a worker. */
export const consult = ({ now: at, services }: Here): Effect.Effect<AtOnce | undefined> => {
  const settings = Context.get(services, LocalWorker).isTaking() ? Context.get(services, Settings).get() : null
  return Effect.succeed(settings === null ? undefined : { settings, at })
}
