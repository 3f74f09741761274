/**
 * Immediate dispatch: a small send that is due now is dispatched in the commit that accepts it, when the worker of the
 * node takes work. Clients are told the same, and every rule of dispatch stays the same; only the message is stored
 * once instead of twice, and no work waits in between.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Continuation from "../commit/Continuation.ts"
import type { Following } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { LocalLeases } from "../engine/LocalLeases.ts"
import * as Restriction from "../engine/Restriction.ts"
import type { Caller } from "../operation/Caller.ts"
import type { Here } from "../operation/Operation.ts"
import type { Carriers } from "../port/Carrier.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, payers } from "../row/Account.ts"
import { revisionOf, TemplateRevisions, Templates } from "../row/Template.ts"
import type * as Instant from "../value/Instant.ts"
import * as Dispatch from "./Dispatch.ts"
import * as DispatchStep from "./DispatchStep.ts"
import { DispatchWork } from "./DispatchWork.ts"
import * as RoutingSettings from "./RoutingSettings.ts"

/**
 * The largest send that is dispatched immediately. A larger one is left to the worker, so that nobody waits for its
 * routes.
 */
export const most = 32

/** A command that may take its messages up. */
export interface Sending {
  readonly caller: Caller
  /** Absent where messages are left to a worker. */
  readonly consulted: DispatchStep.Taking | undefined
}

/** Returns what must be loaded to dispatch messages to these recipients that are not accepted yet. */
export const needs = (
  account: Account,
  to: ReadonlyArray<DispatchStep.Addressed>,
  at: Instant.Instant,
  facts: Facts.Facts
): Needs.Needs => {
  const found = Needs.all(needsOf(account, facts), ...to.map((each) => DispatchStep.needsOfNew(each, at, facts)))
  // The template itself carries its last revision.
  return { ...found, rows: found.rows.filter(({ kind }) => kind !== TemplateRevisions.name) }
}

/** Returns what is known to be needed before any recipient is. */
const needsOf = (account: Account, facts: Facts.Facts): Needs.Needs => {
  if (Facts.peek(facts, Accounts, account.id) !== undefined) return Needs.none
  const balances = Needs.balances(payers(account))
  return account.organization === null
    ? Needs.all(Needs.row(Accounts, account.id), balances)
    : Needs.all(Needs.rows(Accounts, [account.id, account.organization]), balances)
}

/** Makes the revisions known that templates carry. */
export const withRevisions = (facts: Facts.Facts, to: ReadonlyArray<DispatchStep.Addressed>): Facts.Facts => {
  const ids = new Set(to.flatMap(({ template }) => template === null ? [] : [template.id]))
  const templates = [...ids].flatMap((id) => Facts.peek(facts, Templates, id) ?? [])
  const puts = templates.map((template) => Commit.put(TemplateRevisions, revisionOf(template)))
  return Facts.withRows(facts, puts)
}

/**
 * Makes the dispatch of its messages follow a send, where there is a worker for them.
 *
 * @param recipients returns the recipients of messages that may be dispatched immediately, as soon as enough is loaded
 */
export const following = <Command extends Sending>(
  recipients: (command: Command, facts: Facts.Facts) => ReadonlyArray<DispatchStep.Addressed>
): Following<Command> => ({
  needs: (command, facts) => {
    const { caller, consulted } = command
    return consulted === undefined
      ? Needs.none
      : needs(caller.account, recipients(command, facts), consulted.at, facts)
  },
  decide: (command, commit, { facts, now, ids }) => {
    const { consulted } = command
    const to = consulted === undefined ? [] : recipients(command, facts)
    if (consulted === undefined || to.length === 0) return commit
    // What the operator has paused is left to the worker, which finds the lane closed.
    if (Restriction.isPaused(facts, DispatchWork.lane.of(command.caller.account.id))) return commit
    return Continuation.take(
      commit,
      withRevisions(facts, to),
      ({ at, work }) => work.kind === DispatchWork.kind && at <= now,
      (due, known) =>
        Result.getOrNull(Dispatch.decision.decide({ ...consulted, lease: due }, { facts: known, now, ids }))
    ).commit
  }
})

/** The settings by which the worker of this node dispatches. */
class Settings extends Context.Service<Settings, RoutingSettings.RoutingSettings>()(
  "@signalbox/core/dispatch/ImmediateDispatch/Settings"
) {}

/**
 * Whoever dispatches on this node lends its settings to those who commit there. Operations cannot ask the carriers for
 * them, whose Layer may require the services that carriers report to.
 */
export const lends: Effect.Effect<Context.Context<never>, never, Carriers> = Effect.map(
  RoutingSettings.settings,
  (settings) => Context.make(Settings, settings) as Context.Context<never>
)

/** Returns nothing when messages are left to a worker. */
export const consult = ({ now: at, services }: Here): Effect.Effect<DispatchStep.Taking | undefined> => {
  const lent = Context.get(services, LocalLeases).lent()
  const settings = lent === null ? undefined : Context.getOrUndefined(lent, Settings)
  return Effect.succeed(settings === undefined ? undefined : { settings, at })
}
