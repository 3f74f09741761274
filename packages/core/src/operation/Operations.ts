/**
 * Running operations: the steps of a request from idempotency on (decisions part 1, steps 10 to 15), the same from
 * outside and from inside.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as ErrorCode from "../catalogue/ErrorCode.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { ClaimKey, ClaimToken, Reply } from "../commit/Reply.ts"
import type { Use } from "../commit/Use.ts"
import type { DecideError } from "../engine/Decider.ts"
import { Decider } from "../engine/Decider.ts"
import type { Begun } from "../port/Idempotency.ts"
import { Idempotency } from "../port/Idempotency.ts"
import * as Instant from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import * as Text from "../value/Text.ts"
import type { Answer, Frame } from "./Answer.ts"
import * as Answers from "./Answer.ts"
import type { Caller } from "./Caller.ts"
import * as Caller_ from "./Caller.ts"
import type { Consultants, Operation } from "./Operation.ts"
import * as RequestLog from "./RequestLog.ts"
import type { ShownOnce } from "./ShownOnce.ts"
import * as Validation from "./Validation.ts"

/** A request as far as it was read: its path and query are right, its body is JSON. */
export interface Request<P, Q> {
  readonly path: P
  readonly query: Q
  readonly body: Json
  readonly requestId: string
  /** The Idempotency-Key, well-formed, and what tells this request from another one with the same key. */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
}

export class Operations extends Context.Service<Operations, {
  /** Every answer that is not an accident is a value here: refusals too. */
  readonly run: <P, Q, B, C, D>(
    operation: Operation<P, Q, B, C, D>,
    caller: Caller,
    request: Request<P, Q>
  ) => Effect.Effect<Answer<D>>
}>()("@signalbox/core/operation/Operations") {}

/** How many bytes of JSON a reply may have to be kept for replays; a larger one frees its key (decisions 9.4). */
export const KeptReplyBytes = Context.Reference<number>("@signalbox/core/operation/Operations/KeptReplyBytes", {
  defaultValue: () => Limit.idempotencyReplyBytes
})

/** How long a request waits until it asks again whether the first one with its key has ended. */
const pollMillis = 50

/** Whether the body asks for a simulated answer. Only the JSON boolean counts. */
export const isSandbox = (body: Json): boolean =>
  body !== null && typeof body === "object" && !Array.isArray(body) && "sandbox" in body && body["sandbox"] === true

const asRefused = (error: DecideError): Refused.Refused => {
  switch (error._tag) {
    case "Refused":
      return error
    case "StoreError":
      return Refused.refused(error.reason === "unavailable" ? "INTERNAL_005" : "INTERNAL_002")
    case "Contended":
    case "Superseded":
      return new Refused.Refused({
        code: "INTERNAL_005",
        message: ErrorCode.meaning("INTERNAL_005"),
        retryAfter: 1
      })
  }
}

/** The refusal of what failed; whatever is not the client's to mend is told to the operator too. */
const refuse = (error: DecideError): Effect.Effect<Refused.Refused> =>
  error._tag === "Refused"
    ? Effect.succeed(error)
    : Effect.as(RequestLog.report(Cause.fail(error)), asRefused(error))

/** Who holds a claim. */
type Held = Pick<Reply, "claim" | "token">

/** What comes of a request, and whether it was kept for replays. */
interface Made<out Data> {
  readonly answer: Answer<Data>
  readonly isKept: boolean
}

/** A decision whose answer stands there before anything is committed, with the reply that is kept of it. */
const answering = <Command, Data>(
  use: Use<Command, Data>,
  make: (data: Data, at: Instant.Instant) => Made<Data> & { readonly reply: Reply | null }
): Use<Command, Made<Data>> => ({
  name: use.name,
  needs: use.needs,
  decide: (command, facts, now, mint) =>
    Result.map(use.decide(command, facts, now, mint), ({ answer: data, commit }) => {
      const { reply, ...answer } = make(data, now)
      return { answer, commit: { ...commit, reply } }
    })
})

export const layer: Layer.Layer<Operations, never, Decider | Idempotency | Mint | Consultants> = Layer.effect(
  Operations,
  Effect.gen(function*() {
    const decider = yield* Decider
    const idempotency = yield* Idempotency
    const mint = yield* Mint
    const docsBase = yield* Answers.DocsBase
    const keptBytes = yield* KeptReplyBytes
    const consultants = yield* Effect.context<Consultants>()

    /**
     * Step 10: who may execute. Waits a while for a first request that is still at it.
     *
     * @param restore lets a client that goes away end the waiting, but never the asking: that may take the claim
     */
    const begin = Effect.fnUntraced(function*(
      claim: ClaimKey,
      fingerprint: string,
      restore: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    ) {
      const patience = BigInt(Limit.idempotencyWait) * 1_000_000n
      const started = yield* Clock.monotonicTimeNanos
      while (true) {
        const begun: Begun = yield* idempotency.begin(claim, fingerprint, yield* Instant.now)
        if (begun._tag !== "InProgress") return begun
        if ((yield* Clock.monotonicTimeNanos) - started >= patience) return begun
        yield* restore(Effect.sleep(pollMillis))
      }
    })

    const abandon = ({ claim, token }: Held): Effect.Effect<void> => Effect.ignore(idempotency.abandon(claim, token))

    /** The answer with the reply to keep; what is too large is not kept. */
    const seal = <D>(answer: Answer<D>, held: Held | null, shownOnce: string | null) => {
      const isKept = held !== null && Text.hasAtMostBytes(answer.outcome?.json ?? "", keptBytes)
      return { answer, isKept, reply: isKept ? Answers.toReply(answer, held, shownOnce) : null }
    }

    /** Keeps an answer that changes nothing. */
    const keep = <D>(answer: Answer<D>, held: Held | null): Effect.Effect<Made<D>, DecideError> => {
      const { reply, ...made } = seal(answer, held, null)
      return reply === null ? Effect.succeed(made) : Effect.as(
        decider.run(
          {
            name: "reply",
            needs: () => Needs.none,
            decide: () => Result.succeed({ answer: undefined, commit: Commit.make({ reply }) })
          },
          undefined
        ),
        made
      )
    }

    /** Steps 11 to 15. The reply, if one is wanted, is kept in the commit of what the request changes. */
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
        sandbox: operation.simulate !== null && isSandbox(request.body),
        profile: Caller_.profile(caller)
      }
      const succeed = (data: D, at: Instant.Instant) =>
        Answers.success(
          { ...frame, at },
          operation.isOk?.(data) === true ? 200 : operation.status,
          data
        )
      const fail = (refused: Refused.Refused): Made<never> => ({
        answer: Answers.failure(frame, refused, docsBase),
        isKept: false
      })

      // What the world outside refuses is refused like the body itself: in sandbox too, and the key stays free.
      const input = yield* Effect.result(
        Effect.flatMap(
          Validation.validate(operation, caller, request, now),
          (slots) =>
            operation.consult(slots, caller).pipe(
              Effect.provideContext(consultants),
              Effect.map((consulted) => ({ ...slots, caller, consulted }))
            )
        )
      )
      if (Result.isFailure(input)) return fail(input.failure)
      const made = operation.simulate !== null && frame.sandbox
        ? keep(succeed(operation.simulate(input.success, caller, now, mint), now), held)
        : Effect.map(
          decider.run(
            answering(operation.use, (data, at) => seal(succeed(data, at), held, operation.shownOnce?.field ?? null)),
            input.success
          ),
          (decided) => decided.answer
        )
      return yield* Effect.catch(made, (error) =>
        Effect.flatMap(refuse(error), (refused) =>
          // A refusal that would be the same again is kept; an accident frees the key.
          ErrorCode.status(refused.code) < 500
            ? Effect.catch(
              keep(fail(refused).answer, held),
              (again) => Effect.map(refuse(again), fail)
            )
            : Effect.succeed(fail(refused))))
    })

    /** What was left out of a reply, from where it stands. */
    const recall = <D>({ outcome, withheld }: Reply, shownOnce: ShownOnce<D> | undefined) => {
      if (outcome === null || withheld === undefined || shownOnce === undefined) return Effect.succeed(null)
      const data = JSON.parse(outcome.json) as D
      return Effect.map(
        decider.run(
          {
            name: "recall",
            needs: () => shownOnce.needs(data),
            decide: (_, facts) => Result.succeed({ answer: shownOnce.find(data, facts), commit: Commit.empty })
          },
          undefined
        ),
        (decided) => decided.answer
      )
    }

    /** A request that carries a key: from the claim on it is carried to its end, whatever its client does. */
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
        const unavailable = (error: DecideError) =>
          Effect.andThen(RequestLog.report(Cause.fail(error)), stop(Refused.refused("SERVICE_001")))
        const begun = yield* Effect.result(begin(claim, fingerprint, restore))
        if (Result.isFailure(begun)) return yield* unavailable(begun.failure)
        switch (begun.success._tag) {
          case "Finished": {
            const { reply } = begun.success
            return yield* Effect.matchEffect(recall(reply, operation.shownOnce), {
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
            const held: Held = { claim, token: begun.success.token as ClaimToken }
            // Whatever was not kept, a defect too, frees the key.
            return yield* execute(operation, caller, request, held).pipe(
              Effect.tapCause(() => abandon(held)),
              Effect.tap(({ isKept }) => isKept ? Effect.void : abandon(held)),
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
