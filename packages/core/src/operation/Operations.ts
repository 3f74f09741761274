/**
 * Running operations: the steps of a request from idempotency on (decisions part 1, steps 10 to 15), the same from
 * outside and from inside.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as ErrorCode from "../catalogue/ErrorCode.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { ClaimKey, ClaimToken } from "../commit/Reply.ts"
import type { DecideError } from "../engine/Decider.ts"
import { Decider } from "../engine/Decider.ts"
import type { Begun } from "../port/Idempotency.ts"
import { Idempotency } from "../port/Idempotency.ts"
import * as Instant from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import type { Answer, Frame } from "./Answer.ts"
import * as Answers from "./Answer.ts"
import type { Caller } from "./Caller.ts"
import * as Caller_ from "./Caller.ts"
import * as Decoding from "./Decoding.ts"
import type { Consultants, Operation, Slots } from "./Operation.ts"

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
  ) => Effect.Effect<Answer>
}>()("@signalbox/core/operation/Operations") {}

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

export const layer: Layer.Layer<Operations, never, Decider | Idempotency | Mint | Consultants> = Layer.effect(
  Operations,
  Effect.gen(function*() {
    const decider = yield* Decider
    const idempotency = yield* Idempotency
    const mint = yield* Mint
    const docsBase = yield* Answers.DocsBase
    const consultants = yield* Effect.context<Consultants>()

    /** Step 10: who may execute. Waits a while for a first request that is still at it. */
    const begin = (claim: ClaimKey, fingerprint: string): Effect.Effect<Begun, Refused.Refused> =>
      Instant.now.pipe(
        Effect.flatMap((now) => idempotency.begin(claim, fingerprint, now)),
        Effect.mapError(() => Refused.refused("SERVICE_001")),
        Effect.repeat({
          schedule: Schedule.spaced(50),
          while: (begun) => begun._tag === "InProgress"
        }),
        Effect.timeoutOption(Limit.idempotencyWait),
        Effect.map(Option.getOrElse((): Begun => ({ _tag: "InProgress" })))
      )

    /** Steps 11 to 15. The reply, if one is wanted, is kept in the commit of what the request changes. */
    const execute = Effect.fnUntraced(function*<P, Q, B, C, D>(
      operation: Operation<P, Q, B, C, D>,
      caller: Caller,
      request: Request<P, Q>,
      claim: { readonly claim: ClaimKey; readonly token: ClaimToken } | null
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
          operation.status === 204 ? null : JSON.stringify(data)
        )
      const fail = (refused: Refused.Refused) => Answers.failure(frame, refused, docsBase)

      // What the world outside refuses is refused like the body itself: in sandbox too, and the key stays free.
      const input = yield* Effect.result(
        Effect.flatMap(validate(operation, caller, request, now), (slots) =>
          operation.consult(slots, caller).pipe(
            Effect.provideContext(consultants),
            Effect.map((consulted) => ({ ...slots, caller, consulted }))
          ))
      )
      if (Result.isFailure(input)) {
        if (claim !== null) yield* Effect.ignore(idempotency.abandon(claim.claim, claim.token))
        return fail(input.failure)
      }
      const answer = yield* (operation.simulate !== null && frame.sandbox
        ? keep(succeed(operation.simulate(input.success, caller, now, mint), now), claim)
        : Effect.map(
          decider.run(
            operation.use,
            input.success,
            claim === null ? undefined : (data, at) => Answers.toReply(succeed(data, at), claim)
          ),
          (decided) => succeed(decided.answer, decided.at)
        )).pipe(
          Effect.catch((error) => {
            const refused = asRefused(error)
            // A refusal that would be the same again is kept; an accident frees the key.
            return ErrorCode.status(refused.code) < 500
              ? Effect.catch(keep(fail(refused), claim), (again) => Effect.succeed(fail(asRefused(again))))
              : Effect.succeed(fail(refused))
          })
        )
      if (claim !== null && answer.status >= 500) yield* Effect.ignore(idempotency.abandon(claim.claim, claim.token))
      return answer
    })

    const keep = (answer: Answer, claim: { readonly claim: ClaimKey; readonly token: ClaimToken } | null) =>
      claim === null ? Effect.succeed(answer) : Effect.as(
        decider.run(
          {
            name: "reply",
            needs: () => Needs.none,
            decide: () => Result.succeed({ answer: undefined, commit: Commit.empty })
          },
          undefined,
          () => Answers.toReply(answer, claim)
        ),
        answer
      )

    return {
      run: Effect.fnUntraced(function*(operation, caller, request) {
        if (!operation.idempotent || request.idempotency === null) {
          return yield* execute(operation, caller, request, null)
        }
        const claim: ClaimKey = { account: caller.account.id, key: request.idempotency.key }
        const begun = yield* Effect.result(begin(claim, request.idempotency.fingerprint))
        const at = yield* Instant.now
        const stop = (refused: Refused.Refused) =>
          Answers.failure(
            { requestId: request.requestId, at, sandbox: false, profile: Caller_.profile(caller) },
            refused,
            docsBase
          )
        if (Result.isFailure(begun)) return stop(begun.failure)
        switch (begun.success._tag) {
          case "Finished":
            return Answers.fromReply(begun.success.reply)
          case "Mismatch":
            return stop(Refused.refused("CONFLICT_005"))
          case "InProgress":
            return stop(
              new Refused.Refused({
                code: "CONFLICT_001",
                message: ErrorCode.meaning("CONFLICT_001"),
                retryAfter: 1
              })
            )
          case "Started": {
            const token = begun.success.token
            // A client that hangs up does not undo what was begun; a defect frees the key.
            return yield* Effect.uninterruptible(execute(operation, caller, request, { claim, token })).pipe(
              Effect.tapCause(() => Effect.ignore(idempotency.abandon(claim, token)))
            )
          }
        }
      })
    }
  })
)

/** Step 11: the body against its Schema and the operation's own checks, all violations in one refusal. */
const validate = <P, Q, B, C, D>(
  operation: Operation<P, Q, B, C, D>,
  caller: Caller,
  request: Request<P, Q>,
  now: Instant.Instant
): Effect.Effect<Slots<P, Q, B>, Refused.Refused> => {
  const { body } = request
  if (body === null || typeof body !== "object" || Array.isArray(body)) {
    return Effect.fail(Refused.refused("VALIDATION_001", { body: ["must be a JSON object"] }))
  }
  const decoded = bodyDecoder(operation)(body as { readonly [key: string]: unknown })
  const slots = { path: request.path, query: request.query, body: decoded.value }
  const checked = operation.check(slots, caller, body, now)
  const violations = [...decoded.violations, ...checked]
  return violations.length > 0
    ? Effect.fail(Refused.fromViolations(violations))
    : Effect.succeed({ path: request.path, query: request.query, body: decoded.value as B })
}

const decoders = new WeakMap<object, Decoding.Decode<never>>()

/** The decoder of an operation's body, compiled once. */
const bodyDecoder = <B>(operation: { readonly body: Operation<never, never, B, never, never>["body"] }) => {
  const known = decoders.get(operation.body) as Decoding.Decode<B> | undefined
  if (known !== undefined) return known
  const made = Decoding.decoder<B>(operation.body)
  decoders.set(operation.body, made as Decoding.Decode<never>)
  return made
}
