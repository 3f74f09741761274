/**
 * Immediate dispatch: a small send that is due now is dispatched in the commit that accepts it, when the worker of the
 * node takes work. Clients are told the same, and every rule of dispatch stays the same; only the message is stored
 * once instead of twice, and no work waits in between.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Continuation from "../commit/Continuation.ts"
import type { Following } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { LocalLeases } from "../engine/LocalLeases.ts"
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

const needs = (
  account: Account,
  to: ReadonlyArray<DispatchStep.Addressed>,
  at: Instant.Instant,
  facts: Facts.Facts
) => {
  const found = Needs.all(
    Needs.row(Accounts, account.id),
    account.organization === null ? Needs.none : Needs.row(Accounts, account.organization),
    ...payers(account).map(Needs.balance),
    ...to.map((each) => DispatchStep.needsOfNew(each, at, facts))
  )
  // The template itself carries its last revision.
  return { ...found, rows: found.rows.filter(({ kind }) => kind !== TemplateRevisions.name) }
}

/** Makes the revisions known that templates carry. */
const withRevisions = (facts: Facts.Facts, to: ReadonlyArray<DispatchStep.Addressed>): Facts.Facts => {
  const ids = new Set(to.flatMap(({ template }) => template === null ? [] : [template.id]))
  const templates = [...ids].flatMap((id) => Facts.peek(facts, Templates, id) ?? [])
  const puts = templates.map((template) => Commit.put(TemplateRevisions, revisionOf(template)))
  return Facts.following(facts, Commit.make({ puts }))
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
    return Continuation.take(
      commit,
      withRevisions(facts, to),
      ({ at, work }) => work.kind === DispatchWork.kind && at <= now,
      (due, known) =>
        Result.getOrNull(Dispatch.decision.decide({ ...consulted, lease: due }, { facts: known, now, ids }))
    ).commit
  }
})

interface Settings {
  readonly get: () => RoutingSettings.RoutingSettings | null
  readonly offer: (settings: RoutingSettings.RoutingSettings) => void
}

const Settings = Context.Reference<Settings>("@signalbox/core/dispatch/ImmediateDispatch/Settings", {
  defaultValue: () => ({ get: () => null, offer: () => {} })
})

/** Whoever dispatches on this node says by which settings: what it dispatches may be dispatched at once as well. */
export const settings: Effect.Effect<RoutingSettings.RoutingSettings, never, Carriers> = Effect.gen(function*() {
  const settings = yield* RoutingSettings.settings
  ;(yield* Settings).offer(settings)
  return settings
})

/** Each engine has a place of its own for the settings. */
export const layer: Layer.Layer<never> = Layer.sync(Settings, () => {
  let offered: RoutingSettings.RoutingSettings | null = null
  return {
    get: () => offered,
    offer: (settings) => {
      offered = settings
    }
  }
})

/** Returns nothing when messages are left to a worker. */
export const consult = ({ now: at, services }: Here): Effect.Effect<DispatchStep.Taking | undefined> => {
  const settings = Context.get(services, LocalLeases)?.isTaking() === true
    ? Context.get(services, Settings).get()
    : null
  return Effect.succeed(settings === null ? undefined : { settings, at })
}
