/**
 * Keeps one session open: it connects, binds, serves until the connection is lost, and does so again after a wait.
 */
import * as Instant from "@signalbox/core/Instant"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import * as CommandStatus from "../CommandStatus.ts"
import type { Settings } from "../Options.ts"
import type { BindCommand } from "../Pdu.ts"
import * as BackOff from "./backOff.ts"
import type { Delivery, Link } from "./Link.ts"
import * as Links from "./Link.ts"
import type { Outbox } from "./Outbox.ts"
import type { WireError } from "./Wire.ts"
import * as Wire from "./Wire.ts"

/** Why the message centre does not let us bind. */
export class BindError extends Data.TaggedError("BindError")<{
  readonly words: string
  /** Nothing changes until somebody changes a setting. */
  readonly isForSetting: boolean
}> {}

export interface Surroundings {
  readonly settings: Settings
  readonly outbox: Outbox
  readonly deliver: (link: Link, delivery: Delivery) => void
}

/** The version of SMPP that we speak. */
const interfaceVersion = 0x34

/**
 * How long a session that ends waits for the answers to what it has written and for ours to what was delivered, and then for
 * that to its unbind, in milliseconds.
 */
const lastAnswers = 3000
const lastWord = 1000

const elapsed = (clock: Clock.Clock) => (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** Waits for what was written and for what is being stored, takes leave, and ends the connection. */
const leave = Effect.fnUntraced(function*(link: Link) {
  link.stop()
  const quiet = Effect.gen(function*() {
    while (link.isOpen() && (link.load() > 0 || link.owed() > 0)) yield* Effect.sleep(10)
  })
  yield* Effect.timeoutOption(quiet, lastAnswers)
  if (link.isOpen()) yield* Effect.timeoutOption(link.request("unbind", {}), lastWord)
  link.close("we have ended the session")
})

const bind = Effect.fnUntraced(function*(link: Link, command: BindCommand, settings: Settings) {
  const { addressRange, connectTimeout, password, systemId, systemType } = settings
  const request = link.request(command, {
    systemId,
    password,
    systemType,
    interfaceVersion,
    addrTon: 0,
    addrNpi: 0,
    addressRange
  })
  const answer = yield* Effect.timeoutOrElse(request, {
    duration: connectTimeout,
    orElse: () => Effect.succeed<Links.Answer>({ _tag: "Silent" })
  })
  if (answer._tag === "Response") {
    const { status } = answer
    if (status === CommandStatus.codes.ok) return
    const { name, words } = CommandStatus.of(status)
    return yield* new BindError({ words: `${name}: ${words}`, isForSetting: CommandStatus.isForSetting(status) })
  }
  const words = answer._tag === "Silent" ? "the operator does not answer the bind" : yield* link.closed
  return yield* new BindError({ words, isForSetting: false })
})

/** Opens a session, which is ended with the scope. */
export const open = Effect.fnUntraced(
  function*(
    { deliver, outbox, settings }: Surroundings,
    command: BindCommand
  ): Effect.fn.Return<Link, WireError | BindError, Scope.Scope> {
    const now = elapsed(yield* Clock.Clock)
    const wire = yield* Wire.open(settings)
    const link = Links.make({ wire, settings, outbox, now, deliver })
    // Timers are looked at often enough that none is late by more than a quarter.
    const shortest = Math.min(settings.responseTimeout, settings.enquireEvery, ...Object.values(settings.pauses))
    const tick = Effect.andThen(Effect.sleep(Math.min(Math.max(shortest / 4, 5), 1000)), Effect.sync(link.tick))
    yield* Effect.forkScoped(Effect.forever(tick))
    yield* bind(link, command, settings)
    yield* Effect.addFinalizer(() => leave(link))
    if (command !== "bind_receiver") link.begin()
    return link
  }
)

/** Serves one session to its end, and says why it has ended. */
const served = (place: Surroundings, command: BindCommand, bound: () => void) =>
  Effect.scoped(Effect.gen(function*() {
    const link = yield* open(place, command)
    bound()
    yield* Effect.logInfo("SMPP is bound", { carrier: place.settings.id, command })
    return yield* link.closed
  }))

/** Keeps a session open for ever. @param waits is told when the next try is */
export const keep = Effect.fnUntraced(function*(
  place: Surroundings,
  command: BindCommand,
  waits: (until: Instant.Instant) => void
): Effect.fn.Return<never> {
  const { id, reconnect } = place.settings
  const now = elapsed(yield* Clock.Clock)
  let failures = 0
  for (;;) {
    let since = Infinity
    const ending = yield* served(place, command, () => void (since = now())).pipe(
      Effect.map((words) => ({ words, isLost: true, isForSetting: false })),
      Effect.catch((error) => {
        const isForSetting = error._tag === "BindError" && error.isForSetting
        return Effect.succeed({ words: error.words, isLost: false, isForSetting })
      }),
      // Whatever it was, the session is opened again.
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.succeed({ words: `a defect: ${RequestLog.origin(cause)}`, isLost: true, isForSetting: false })
      )
    )
    const { isForSetting, isLost, words } = ending
    // A session that has lasted counts as none that failed. It lasts from when it is bound: connecting may take long, too.
    failures = now() - since > reconnect.longest ? 0 : failures + 1
    const wait = BackOff.wait(Math.max(0, failures - 1), isForSetting, yield* Random.next, reconnect)
    waits(Instant.plus(yield* Instant.now, wait))
    const log = isForSetting ? Effect.logError : Effect.logWarning
    yield* log(isLost ? "SMPP has lost a session" : "SMPP cannot bind", { carrier: id, words, wait })
    yield* Effect.sleep(wait)
  }
})
