/**
 * Runs operations: the steps of a request from idempotency on (decisions part 1, steps 10 to 15), the same over HTTP
 * and in process.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as ErrorCode from "../catalogue/ErrorCode.ts"
import * as Limit from "../catalogue/Limit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import { IdGenerator } from "../commit/IdGenerator.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { ClaimKey, ClaimToken, Reply } from "../commit/Reply.ts"
import * as Deadline from "../engine/Deadline.ts"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import { Idempotency } from "../port/Idempotency.ts"
import * as Instant from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import * as Text from "../value/Text.ts"
import type { Held } from "./Abandoned.ts"
import * as Abandoned from "./Abandoned.ts"
import type { Answer, Frame } from "./Answer.ts"
import * as Answers from "./Answer.ts"
import * as AuditedOperation from "./AuditedOperation.ts"
import type { Caller } from "./Caller.ts"
import * as Caller_ from "./Caller.ts"
import * as KeptSimulations from "./KeptSimulations.ts"
import type { Command, Consultants, Operation } from "./Operation.ts"
import * as RequestLog from "./RequestLog.ts"
import * as Sandbox from "./Sandbox.ts"
import type { Shown, ShownOnce } from "./ShownOnce.ts"
import * as SimulationQueue from "./SimulationQueue.ts"
import * as SingleFlight from "./SingleFlight.ts"
import type { Upload } from "./Upload.ts"
import * as Validation from "./Validation.ts"

/** A request whose path and query are decoded, and whose body is JSON. */
export interface Request<P, Q> {
  readonly path: P
  readonly query: Q
  readonly body: Json
  readonly uploads?: ReadonlyArray<Upload>
  readonly requestId: string
  /**
   * The well-formed Idempotency-Key, and the fingerprint that distinguishes this request from others with the same key.
   */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
}

export class Operations extends Context.Service<Operations, {
  /** Runs an operation and returns its answer. Errors are answers too: the effect never fails. */
  readonly run: <P, Q, B, C, D>(
    operation: Operation<P, Q, B, C, D>,
    caller: Caller,
    request: Request<P, Q>
  ) => Effect.Effect<Answer<D>>
}>()("@signalbox/core/operation/Operations") {}

/** The largest reply, in bytes of JSON, that is stored for replays. A larger one frees its key (decisions 9.4). */
export const KeptReplyBytes = Context.Reference<number>("@signalbox/core/operation/Operations/KeptReplyBytes", {
  defaultValue: () => Limit.idempotencyReplyBytes
})

export { isAsked as isSandbox } from "./Sandbox.ts"

const asRefused = (error: ExecutionError): Refused.Refused => {
  switch (error._tag) {
    case "Refused":
      return error
    case "StoreError":
      return Refused.refused(error.reason === "unavailable" ? "INTERNAL_005" : "INTERNAL_002")
    case "Conflict":
    case "LeaseLost":
      return new Refused.Refused({
        code: "INTERNAL_005",
        message: ErrorCode.meaning("INTERNAL_005"),
        retryAfter: 1
      })
  }
}

/** Turns an error into a refusal. Errors that the client cannot mend are logged as well. */
const refuse = (error: ExecutionError): Effect.Effect<Refused.Refused> =>
  error._tag === "Refused"
    ? Effect.succeed(error)
    : Effect.as(RequestLog.report(Cause.fail(error)), asRefused(error))

const isDone = <A, E, R>(effect: Effect.Effect<A, E, R>): effect is Effect.Effect<A, E, R> & Exit.Exit<A, E> =>
  Exit.isExit(effect)

/** The answer of a request, and what is stored of it for replays; null when nothing is. */
interface Made<out Data> {
  readonly answer: Answer<Data>
  readonly reply: Reply | null
}

/** Makes the answer part of the decision, before anything is committed, so that the same commit stores the reply. */
const answering = <Command, Data>(
  use: Decision<Command, Data>,
  make: (data: Data, at: Instant.Instant) => Made<Data>
): Decision<Command, Made<Data>> => ({
  ...use,
  decide: (command, grounds, losses) =>
    Result.map(use.decide(command, grounds, losses), ({ answer: data, commit }) => {
      const made = make(data, grounds.now)
      return { answer: made, commit: { ...commit, reply: made.reply } }
    })
})

export const layer: Layer.Layer<Operations, never, Executor | Idempotency | IdGenerator | Consultants> = Layer.effect(
  Operations,
  Effect.gen(function*() {
    const executor = yield* Executor
    const idempotency = yield* Idempotency
    const ids = yield* IdGenerator
    const docsBase = yield* Answers.DocsBase
    const keptBytes = yield* KeptReplyBytes
    const simulations = KeptSimulations.make(yield* KeptSimulations.KeptSimulationBytes)
    const consultants = yield* Effect.context<Consultants>()
    const flights = SingleFlight.make()
    const simulating = SimulationQueue.make()
    const abandoned = yield* Abandoned.make(idempotency)

    /** Asks the services outside. Most operations ask nobody, and have their answer without copying a context. */
    const consult = <C>(asking: Effect.Effect<C, Refused.Refused, Consultants>, idsFor: () => IdGenerator) =>
      Effect.result(
        isDone(asking)
          ? asking
          : Deadline.apart(Effect.provideContext(asking, Context.add(consultants, IdGenerator, idsFor())))
      )

    /** Makes the reply to store. An answer that is too large has none. */
    const seal = <D>(answer: Answer<D>, held: Held | null, shownOnce: Shown | null): Made<D> => {
      const isKept = held !== null && Text.hasAtMostBytes(answer.outcome?.json ?? "", keptBytes)
      return { answer, reply: isKept ? Answers.toReply(answer, held, shownOnce) : null }
    }

    /** Seals the answer of a simulation: its text is kept only where it cannot be made again and there is room for it. */
    const sealSimulated = <D>(answer: Answer<D>, held: Held | null, isRemade = false): Made<D> => {
      const made = seal(answer, held, null)
      if (made.reply === null) return made
      const { outcome } = made.reply
      const isKept = !isRemade && simulations.take(made.reply.claim.account, Text.bytes(outcome?.json ?? ""), answer.at)
      return isKept ? made : { answer, reply: { ...made.reply, outcome: null, isRemade: true } }
    }

    /** Stores the reply of an answer that changes nothing else. */
    const keep = <D>(made: Made<D>): Effect.Effect<Made<D>, ExecutionError> => {
      const { reply } = made
      return reply === null ? Effect.succeed(made) : Effect.as(
        executor.run(
          {
            name: "reply",
            needs: () => Needs.none,
            decide: () => done(undefined, { reply })
          },
          undefined
        ),
        made
      )
    }

    /**
     * Steps 11 and 12: the command of the operation's decision. A refusal from outside counts like an invalid body: it also
     * applies in sandbox, and the key stays free.
     */
    const commanded = Effect.fnUntraced(function*<P, Q, B, C, D>(
      operation: Operation<P, Q, B, C, D>,
      caller: Caller,
      request: Request<P, Q>,
      now: Instant.Instant
    ) {
      const valid = Validation.validate(operation, caller, request, now)
      if (Result.isFailure(valid)) return Result.fail(valid.failure)
      const asking = operation.consult(valid.success, caller, { services: consultants, now })
      const told = yield* consult(asking, () => Sandbox.idsFor(request, caller, now, "consult", ids))
      return Result.map(told, (consulted): Command<P, Q, B, C> => ({ ...valid.success, caller, consulted }))
    })

    /** Makes the answer of a simulation again, as it was at its first instant. */
    const remake = Effect.fnUntraced(function*<P, Q, B, C, D>(
      operation: Operation<P, Q, B, C, D>,
      caller: Caller,
      request: Request<P, Q>,
      { at, profile, requestId, sandbox, status }: Reply
    ) {
      const frame: Frame = { requestId, at, sandbox, profile }
      const command = yield* commanded(operation, caller, request, at)
      if (Result.isFailure(command)) return Answers.failure(frame, command.failure, docsBase)
      const { simulate } = operation
      if (simulate === null) return Answers.failure(frame, Refused.refused("INTERNAL_001"), docsBase)
      const made = yield* simulating.inTurn(Caller_.organization(caller), () => {
        const idsFor = Sandbox.idsFor(request, caller, at, "simulate", ids)
        return Answers.success(frame, status, simulate(command.success, caller, at, idsFor))
      })
      return { ...made, replayed: true }
    })

    /** Steps 11 to 15. The reply is stored in the commit of what the request changes. */
    const execute = Effect.fnUntraced(function*<P, Q, B, C, D>(
      operation: Operation<P, Q, B, C, D>,
      caller: Caller,
      request: Request<P, Q>,
      held: Held | null
    ) {
      const now = yield* Instant.now
      const frame: Frame = {
        requestId: request.requestId,
        at: now,
        sandbox: operation.simulate !== null && Sandbox.isAsked(request.body),
        profile: Caller_.profile(caller)
      }
      const succeed = (data: D, at: Instant.Instant) =>
        Answers.success(
          { ...frame, at },
          operation.isOk?.(data) === true ? 200 : operation.isCreated?.(data) === true ? 201 : operation.status,
          data
        )
      const fail = (refused: Refused.Refused): Made<never> => ({
        answer: Answers.failure(frame, refused, docsBase),
        reply: null
      })

      const command = yield* commanded(operation, caller, request, now)
      if (Result.isFailure(command)) return fail(command.failure)
      const input = command.success
      const { simulate } = operation
      const made = simulate !== null && frame.sandbox
        ? Effect.flatMap(
          simulating.inTurn(
            Caller_.organization(caller),
            () => succeed(simulate(input, caller, now, Sandbox.idsFor(request, caller, now, "simulate", ids)), now)
          ),
          (answer) => keep(sealSimulated(answer, held, operation.isRemade))
        )
        : Effect.map(
          executor.run(
            answering(
              AuditedOperation.of(operation, caller),
              (data, at) => seal(succeed(data, at), held, operation.shownOnce ?? null)
            ),
            input
          ),
          (decided) => decided.answer
        )
      const { retract } = operation
      const settled = retract === undefined ? made : Effect.tapError(made, (error) =>
        // A commit whose outcome is not known may have happened.
        error._tag === "StoreError"
          ? Effect.void
          : Effect.provideContext(retract(input.consulted), consultants))
      return yield* Effect.catch(settled, (error) =>
        Effect.flatMap(refuse(error), (refused) =>
          // A refusal that a retry would get again is stored. A server error frees the key.
          Refused.status(refused) < 500
            ? Effect.catch(
              keep(seal(fail(refused).answer, held, null)),
              (again) => Effect.map(refuse(again), fail)
            )
            : Effect.succeed(fail(refused))))
    })

    /** Finds the secret that was left out of a reply. */
    const recall = <P, D>({ outcome, withheld }: Reply, shownOnce: ShownOnce<D, P> | undefined, path: P) => {
      if (outcome === null || withheld === undefined || shownOnce === undefined) return Effect.succeed(null)
      const asked = { data: JSON.parse(outcome.json) as D, path, withheld }
      return Effect.map(
        executor.run(
          {
            name: "recall",
            needs: () => shownOnce.needs(asked),
            decide: (_, grounds) => done(shownOnce.find(asked, grounds))
          },
          undefined
        ),
        (decided) => decided.answer
      )
    }

    /** Runs a request with a key. Once it has the claim, it runs to its end, even when its client disconnects. */
    const claimed = <P, Q, B, C, D>(
      operation: Operation<P, Q, B, C, D>,
      caller: Caller,
      request: Request<P, Q>,
      { fingerprint, key }: NonNullable<Request<P, Q>["idempotency"]>
    ): Effect.Effect<Answer<D>> =>
      Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
        const claim: ClaimKey = { account: caller.account.id, key }
        const stop = Effect.fnUntraced(function*(refused: Refused.Refused) {
          const at = yield* Instant.now
          const frame = { requestId: request.requestId, at, sandbox: false, profile: Caller_.profile(caller) }
          return Answers.failure(frame, refused, docsBase)
        })
        const unavailable = (error: ExecutionError) =>
          Effect.andThen(RequestLog.report(Cause.fail(error)), stop(Refused.refused("SERVICE_001")))
        // Step 10: claims the key, and waits a while for the first request with this key to end.
        const ask = Effect.flatMap(Instant.now, (now) => Deadline.inTime(idempotency.begin(claim, fingerprint, now)))
        const taken = yield* Effect.result(flights.take(claim, fingerprint, ask, restore))
        if (Result.isFailure(taken)) return yield* unavailable(taken.failure)
        const { begun, end } = taken.success
        switch (begun._tag) {
          case "Finished": {
            const { reply } = begun
            if (reply.isRemade === true) return yield* remake(operation, caller, request, reply)
            return yield* Effect.matchEffect(recall(reply, operation.shownOnce, request.path), {
              onFailure: unavailable,
              onSuccess: (secret) => Effect.succeed(Answers.fromReply(reply, secret, operation.data))
            })
          }
          case "Mismatch":
            return yield* stop(Refused.refused("CONFLICT_005"))
          case "InProgress":
            return yield* stop(
              new Refused.Refused({
                code: "CONFLICT_001",
                message: ErrorCode.meaning("CONFLICT_001"),
                retryAfter: 1
              })
            )
          case "Started": {
            const held: Held = { claim, token: begun.token as ClaimToken }
            // Everything that was not stored frees the key, defects included.
            return yield* execute(operation, caller, request, held).pipe(
              Effect.tapCause(() => abandoned.free(held)),
              Effect.tap(({ answer, reply }) => {
                if (reply !== null) return Effect.void
                return answer.status === 503 ? abandoned.later(held) : abandoned.free(held)
              }),
              Effect.onExit((exit) => end(Exit.isSuccess(exit) ? exit.value.reply : null)),
              Effect.map(({ answer }) => answer)
            )
          }
        }
      }))

    return {
      run: (operation, caller, request) =>
        (operation.idempotent && request.idempotency !== null
          ? claimed(operation, caller, request, request.idempotency)
          : Effect.map(execute(operation, caller, request, null), ({ answer }) => answer)).pipe(
            RequestLog.about({ requestId: request.requestId, operation: operation.name })
          )
    }
  })
)
