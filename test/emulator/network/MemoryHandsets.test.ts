/**
 * The handsets of the networks in memory: what each shows and has written at an instant, in which order, and on which page of the
 * list it stands.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Written } from "@signalbox/emulator/network/Handset"
import * as MemoryNetwork from "@signalbox/emulator/network/MemoryNetwork"
import { Network } from "@signalbox/emulator/network/Network"
import * as Play from "@signalbox/emulator/network/Play"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import { step, submission } from "../Submissions.ts"

const [one, two, three] = [1, 2, 3].map(Given.phone) as [PhoneNumber, PhoneNumber, PhoneNumber]
const [acme, beta] = [Given.accountId(1), Given.accountId(2)]
const at = (millis: number): Instant.Instant => Instant.plus(Given.now, millis)

const fresh = <A, E>(effect: Effect.Effect<A, E, Network>): Promise<A> =>
  effect.pipe(Effect.provide(Layer.fresh(MemoryNetwork.layer)), Effect.runPromise)

/** A carrier takes a message now, which its handset shows so many milliseconds later. */
const show = Effect.fnUntraced(
  function*(number: number, to: PhoneNumber, delayMillis: number, account = acme, channel: "sms" | "rcs" = "sms") {
    const network = yield* Network
    yield* network.script(to, [step({ delayMillis })])
    yield* network.submit(
      Given.carrierId("sms-a"),
      [submission(number, { to, account, channel })],
      Play.plain(Given.now)
    )
  }
)

const written = (number: number, millis: number, account: AccountId = acme): Written => ({
  message: Given.messageId(number),
  account,
  channel: "sms",
  to: null,
  text: null,
  media: [],
  at: at(millis)
})

const numbersOf = (all: ReadonlyArray<{ readonly message: string }>): ReadonlyArray<number> =>
  all.map(({ message }) => Number.parseInt(message.slice(-12), 16))

it("a handset shows what has come by now, in the order in which it came, and what was taken first before the rest", () =>
  fresh(Effect.gen(function*() {
    const { received } = yield* Network
    for (const [number, delay] of [[1, 30], [2, 10], [3, 20], [4, 10]] as const) yield* show(number, one, delay)
    yield* show(5, two, 0)
    const seen = (millis: number) => Effect.map(received(one, at(millis)), numbersOf)
    expect([yield* seen(9), yield* seen(10), yield* seen(29), yield* seen(30)]).toStrictEqual([
      [],
      [2, 4],
      [2, 4, 3],
      [2, 4, 3, 1]
    ])
    expect(yield* received(three, at(1000))).toStrictEqual([])
  })))

it("arrivals are the latest of a phone or of all, of a channel or of any, behind an instant", () =>
  fresh(Effect.gen(function*() {
    const { arrivals } = yield* Network
    yield* show(1, one, 30)
    yield* show(2, two, 10, acme, "rcs")
    // Of two at one instant the one that was taken first comes first, whatever phone it is on.
    yield* show(3, two, 20, beta, "rcs")
    yield* show(4, one, 20)
    const all = { now: at(30), phone: null, channel: null, since: null, limit: 10 } as const
    const found = (parts: Partial<Parameters<typeof arrivals>[0]>) =>
      Effect.map(arrivals({ ...all, ...parts }), (each) => numbersOf(each.map(({ received }) => received)))
    expect(yield* found({})).toStrictEqual([2, 3, 4, 1])
    expect(yield* found({ limit: 4 })).toStrictEqual([2, 3, 4, 1])
    expect(yield* found({ limit: 2 })).toStrictEqual([4, 1])
    expect(yield* found({ now: at(29) })).toStrictEqual([2, 3, 4])
    expect(yield* found({ phone: one })).toStrictEqual([4, 1])
    expect(yield* found({ phone: three })).toStrictEqual([])
    expect(yield* found({ channel: "rcs" })).toStrictEqual([2, 3])
    expect(yield* found({ channel: "rcs", phone: one })).toStrictEqual([])
    expect(yield* found({ since: at(9) })).toStrictEqual([2, 3, 4, 1])
    expect(yield* found({ since: at(10) })).toStrictEqual([3, 4, 1])
    expect(yield* found({ since: at(30) })).toStrictEqual([])
    expect((yield* arrivals({ ...all, phone: two })).map(({ account, phone }) => [account, phone]))
      .toStrictEqual([[acme, two], [beta, two]])
  })))

it("handsets are listed by what each has shown or written last, page by page", () =>
  fresh(Effect.gen(function*() {
    const { handsets, write } = yield* Network
    yield* show(1, two, 20)
    yield* show(2, one, 20)
    yield* show(3, one, 5, beta)
    yield* write(three, written(4, 30, beta))
    yield* write(two, written(5, 10, beta))
    const line = (phone: PhoneNumber, account: AccountId, last: number, count: number) => ({
      phone,
      account,
      lastAt: at(last),
      count
    })
    const whole = [line(three, beta, 30, 1), line(one, acme, 20, 2), line(two, acme, 20, 2)]
    expect(yield* handsets(at(30), null, 10)).toStrictEqual(whole)
    expect(yield* handsets(at(30), null, 2)).toStrictEqual(whole.slice(0, 2))
    expect(yield* handsets(at(30), three, 1)).toStrictEqual(whole.slice(1, 2))
    expect(yield* handsets(at(30), three, 2)).toStrictEqual(whole.slice(1))
    expect(yield* handsets(at(30), two, 10)).toStrictEqual([])
    expect(yield* handsets(at(30), Given.phone(9), 10)).toStrictEqual([])
    // Nothing that is still to come counts, or makes a handset be seen.
    expect(yield* handsets(at(10), null, 10)).toStrictEqual([line(two, beta, 10, 1), line(one, beta, 5, 1)])
    expect(yield* handsets(at(4), null, 10)).toStrictEqual([])
    // Of two at one instant what the handset shows comes first, whose account it is then.
    yield* write(one, written(6, 20, beta))
    expect((yield* handsets(at(20), null, 1))[0]).toStrictEqual(line(one, acme, 20, 3))
    yield* write(one, written(7, 21, beta))
    expect((yield* handsets(at(21), null, 1))[0]).toStrictEqual(line(one, beta, 21, 4))
  })))

it("handsets of one instant are listed by their numbers", () =>
  fresh(Effect.gen(function*() {
    const { handsets, write } = yield* Network
    for (const number of [2, 1, 4, 3]) yield* write(Given.phone(number), written(number, 5))
    expect((yield* handsets(at(5), null, 10)).map(({ phone }) => phone)).toStrictEqual([1, 2, 3, 4].map(Given.phone))
  })))

it("a handset keeps what it has written, the latest of it for whoever asks, until all is wiped", () =>
  fresh(Effect.gen(function*() {
    const network = yield* Network
    for (const number of [1, 2, 3]) yield* network.write(one, written(number, number))
    yield* show(4, two, 0)
    expect(yield* network.written(one, 10)).toStrictEqual([1, 2, 3].map((number) => written(number, number)))
    expect(numbersOf(yield* network.written(one, 2))).toStrictEqual([2, 3])
    expect(yield* network.written(two, 10)).toStrictEqual([])
    yield* network.wipe
    expect([yield* network.written(one, 10), yield* network.received(two, at(0))]).toStrictEqual([[], []])
    expect(yield* network.handsets(at(1000), null, 10)).toStrictEqual([])
  })))
