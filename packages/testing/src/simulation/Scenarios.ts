/**
 * Scripts of what has gone wrong before, each with the promise that it is about. Whoever changes the service or brings
 * a store or a carrier of their own plays them too.
 */
import type { Script, Step } from "./Script.ts"
import { account, carrier, node, script, send } from "./Script.ts"

export interface Scenario {
  readonly title: string
  /** The invariants that it is about, by name. */
  readonly about: ReadonlyArray<string>
  readonly script: Script
}

/** Single sends by one account, so many in a second. */
const stream = (count: number, perSecond: number, first: number, of = 0): ReadonlyArray<Step> =>
  Array.from({ length: count }, (_, index) => ({
    at: Math.floor(index * 1000 / perSecond),
    act: send({ account: of, first: first + index })
  }))

export const scenarios = {
  slowCarrier: {
    title: "a send of 1,000 through a carrier that takes 20 a second",
    about: ["waiting-is-not-failing"],
    script: script({
      carriers: [carrier("one", { perSecond: 20 })],
      accounts: [account({ hasWebhook: false })],
      steps: [{ at: 0, act: send({ count: 1000 }) }]
    })
  },
  slowCarrierOfTwo: {
    title: "a send of 1,000 through a carrier that takes 20 a second, with another one to go on to",
    about: ["one-carrier-at-a-time"],
    script: script({
      carriers: [carrier("one", { perSecond: 20 }), carrier("two", { perSecond: 20 })],
      accounts: [account({ hasWebhook: false })],
      steps: [{ at: 0, act: send({ count: 1000 }) }]
    })
  },
  throwingCarrier: {
    title: "a carrier that takes what it is handed, and throws",
    about: ["handed-over-once"],
    script: script({
      carriers: [carrier("one", { throws: 1, knows: false, receiptLost: 1 })],
      steps: [{ at: 0, act: send({ count: 3 }) }, { at: 40_000, act: { _tag: "TopUp", account: 0, amount: 1 } }]
    })
  },
  shortCarrier: {
    title: "a carrier that answers for one message less than it took",
    about: ["waiting-is-not-failing"],
    script: script({
      carriers: [carrier("one", { short: 1 })],
      steps: [{ at: 0, act: send({ count: 3 }) }, { at: 40_000, act: { _tag: "TopUp", account: 0, amount: 1 } }]
    })
  },
  silentCarrier: {
    title: "a carrier that tells of some, and then never ends",
    about: ["handed-over-once", "waiting-is-not-failing", "one-carrier-at-a-time"],
    script: script({
      carriers: [carrier("one", { hangs: 1, knows: false, receiptLost: 1 }), carrier("two")],
      steps: [{ at: 0, act: send({ count: 20 }) }, { at: 40_000, act: { _tag: "TopUp", account: 0, amount: 1 } }]
    })
  },
  lateCarrier: {
    title: "a carrier that tells everything after its time, with another one to go on to",
    about: ["handed-over-once", "waiting-is-not-failing", "one-carrier-at-a-time", "money-is-exact"],
    script: script({
      carriers: [carrier("one", { late: 1, answersWithin: 5000, receiptAfter: 15_000 }), carrier("two")],
      steps: [{ at: 0, act: send({ count: 20 }) }, { at: 20_000, act: { _tag: "TopUp", account: 0, amount: 1 } }]
    })
  },
  lateReceipts: {
    title: "receipts that come when a send with an order of channels goes on, or after that",
    about: ["nothing-is-due-in-vain", "one-carrier-at-a-time", "money-is-exact", "receipts-are-kept"],
    script: script({
      carriers: [carrier("one", { receiptAfter: 10_000, receiptLost: 0.3 }), carrier("two", { refuses: 0.3 })],
      steps: [
        ...[0, 50, 100].map((at) => ({
          at,
          act: send({
            first: at,
            count: 20,
            channel: "auto_detect",
            fallback: { channels: ["mms", "sms"], after: 10 }
          })
        })),
        { at: 5000, act: { _tag: "Kill", node: 0, restartAfter: 100 } },
        { at: 40_000, act: { _tag: "TopUp", account: 0, amount: 1 } }
      ]
    })
  },
  talkingCarrier: {
    title: "a carrier that tells everything twice, and of attempts that it was not handed",
    about: ["handed-over-once", "one-carrier-at-a-time", "money-is-exact", "receipts-are-kept"],
    script: script({
      carriers: [carrier("one", { twice: 1, strays: 1 }), carrier("two", { strays: 1 })],
      steps: [{ at: 0, act: send({ count: 20 }) }, { at: 20, act: send({ first: 100, count: 20 }) }]
    })
  },
  busyCarrier: {
    title: "a carrier that is too busy for most of what it is handed",
    about: ["a-busy-carrier-is-left-alone", "handed-over-once", "waiting-is-not-failing", "first-attempts-in-order"],
    script: script({
      carriers: [carrier("one", { busy: 0.8, busyMillis: 2000 }), carrier("two")],
      steps: [{ at: 0, act: send({ count: 40 }) }, { at: 30_000, act: { _tag: "TopUp", account: 0, amount: 1 } }]
    })
  },
  busyRecipients: {
    title: "a carrier that is too busy for some recipients",
    about: ["a-busy-carrier-is-left-alone", "handed-over-once", "waiting-is-not-failing"],
    script: script({
      carriers: [carrier("one", { busy: 0.8, busyMillis: 6000, busyHolds: "recipient" }), carrier("two")],
      steps: [{ at: 0, act: send({ count: 40 }) }, { at: 30_000, act: { _tag: "TopUp", account: 0, amount: 1 } }]
    })
  },
  standingLine: {
    title: "a carrier that is too busy for anything for 17 minutes, with another one to go on to",
    about: ["waiting-is-not-failing", "one-carrier-at-a-time", "a-busy-carrier-is-left-alone", "money-is-exact"],
    script: script({
      carriers: [carrier("one", { busy: 1, busyMillis: 20_000 }), carrier("two")],
      accounts: [account({ hasWebhook: false })],
      steps: [{ at: 0, act: send({ count: 3 }) }, { at: 17 * 60_000, act: { _tag: "TopUp", account: 0, amount: 1 } }]
    })
  },
  pacedCarrier: {
    title: "two accounts and two nodes at a carrier that wishes 20 parts a second and 10 at the same time",
    about: ["no-faster-than-its-pace", "nobody-waits-for-another-account", "waiting-is-not-failing"],
    script: script({
      nodes: [node(), node()],
      carriers: [carrier("one", { pace: { perSecond: 20, inFlight: 10 }, latency: 200 })],
      accounts: [account({ hasWebhook: false }), account({ hasWebhook: false })],
      steps: [
        { at: 0, act: send({ account: 0, count: 100 }) },
        { at: 500, act: send({ account: 1, first: 1000, count: 30, long: true, node: 1 }) }
      ]
    })
  },
  severalParts: {
    title: "an SMS of three parts, each with receipts of its own in any order",
    about: ["receipts-are-kept", "money-is-exact"],
    script: script({
      carriers: [carrier("one", { reference: "parts", receipts: 2, receiptLost: 0.2, receiptAfter: 10 })],
      steps: [{ at: 0, act: send({ count: 20, long: true }) }]
    })
  },
  twoDeaths: {
    title: "two nodes that die, one after the other, while a carrier has their messages",
    about: ["handed-over-once", "one-carrier-at-a-time", "waiting-is-not-failing"],
    script: script({
      nodes: [node(), node(), node()],
      carriers: [carrier("one", { latency: 10_000, knows: false, receiptLost: 1 }), carrier("two")],
      steps: [
        { at: 0, act: send({ count: 30 }) },
        ...[0, 1, 2].map((each): Step => ({
          at: 5000 + each * 6000,
          act: { _tag: "Kill", node: each, restartAfter: 2000 }
        }))
      ]
    })
  },
  lostHandOver: {
    title: "a hand-over that is kept, and whose answer is lost",
    about: ["handed-over-once", "committed-before-handed-over", "waiting-is-not-failing"],
    script: script({
      carriers: [carrier("one", { knows: false, receiptAfter: 20_000 })],
      steps: [
        { at: 0, act: { _tag: "FailCommits", about: "submission", count: 1, lost: true } },
        { at: 0, act: send({ count: 64 }) },
        { at: 20_000, act: { _tag: "TopUp", account: 0, amount: 1 } }
      ]
    })
  },
  unstorable: {
    title: "a message of which the store keeps no change, among others",
    about: ["what-fails-is-not-lost", "accepted-is-kept", "money-is-exact"],
    script: script({
      steps: [
        { at: 0, act: { _tag: "Unstorable", phone: 3 } },
        { at: 0, act: send({ count: 20 }) }
      ]
    })
  },
  setClock: {
    title: "a clock that somebody sets a minute back, and right again, while messages pass",
    about: ["who-has-the-wrong-time-works-on-nothing", "waiting-is-not-failing", "comes-to-rest"],
    script: script({
      nodes: [node(), node()],
      carriers: [carrier("one", { latency: 400 })],
      steps: [
        ...stream(60, 2, 0),
        { at: 3000, act: { _tag: "ClockSet", node: 0, ahead: -60_000 } },
        { at: 25_000, act: { _tag: "ClockSet", node: 0, ahead: 0 } }
      ]
    })
  },
  failedCommit: {
    title: "a commit that fails after the carrier accepted",
    about: ["handed-over-once"],
    script: script({
      carriers: [carrier("one", { knows: false, receiptAfter: 20_000 })],
      steps: [
        { at: 0, act: { _tag: "FailCommits", about: "submission", count: 2, lost: false } },
        { at: 0, act: send({ count: 64 }) },
        { at: 20_000, act: { _tag: "TopUp", account: 0, amount: 1 } }
      ]
    })
  },
  rubbishReference: {
    title: "a reference that the database refuses, in one batch with messages of another account",
    about: ["handed-over-once"],
    script: script({
      carriers: [carrier("one", { knows: false, reference: "rubbish", receiptAfter: 25_000 })],
      accounts: [account(), account()],
      steps: [
        { at: 0, act: send({ account: 0 }) },
        { at: 0, act: send({ account: 1, count: 64, first: 100 }) },
        { at: 20_000, act: { _tag: "TopUp", account: 0, amount: 1 } }
      ]
    })
  },
  fastClock: {
    title: "a node whose clock is 40 seconds ahead, while the other one sends 200",
    about: ["one-carrier-at-a-time"],
    script: script({
      nodes: [node(), node(40_000)],
      carriers: [carrier("one", { latency: 400 }), carrier("two", { latency: 400 })],
      accounts: [account({ hasWebhook: false })],
      steps: [{ at: 0, act: send({ count: 200 }) }]
    })
  },
  hangingMedia: {
    title: "a media host of one account that hangs, while another account sends plain text",
    about: ["nobody-waits-for-a-file-of-another-account"],
    script: script({
      accounts: [account({ hasWebhook: false }), account({ hasWebhook: false })],
      steps: [
        { at: 0, act: send({ account: 0, channel: "mms", media: "hangs", count: 8 }) },
        { at: 0, act: send({ account: 1, first: 100 }) },
        { at: 1000, act: send({ account: 1, first: 101 }) },
        { at: 3000, act: send({ account: 1, first: 102 }) }
      ]
    })
  },
  backlog: {
    title: "the backlog of one account before the single message of another",
    about: ["nobody-waits-for-another-account"],
    script: script({
      carriers: [carrier("one", { perSecond: 100 })],
      accounts: [account({ hasWebhook: false }), account({ hasWebhook: false })],
      steps: [
        { at: 0, act: send({ account: 0, count: 1000 }) },
        { at: 500, act: send({ account: 1, first: 2000 }) }
      ]
    })
  },
  restart: {
    title: "an endpoint that restarts for half a second while 20 messages a second pass",
    about: ["a-restart-switches-nothing-off", "first-attempts-in-order"],
    script: script({
      steps: [...stream(60, 20, 0), { at: 1000, act: { _tag: "Receiver", account: 0, millis: 500, mood: "refuses" } }]
    })
  },
  failedSettle: {
    title: "a settle of a delivery that fails",
    about: ["first-attempts-in-order"],
    script: script({
      steps: [
        { at: 0, act: { _tag: "FailCommits", about: "delivery", count: 1, lost: false } },
        { at: 0, act: send({ count: 20 }) }
      ]
    })
  },
  abortedRequest: {
    title: "a client that goes away in the middle of a request and asks again",
    about: ["a-key-waits-for-nobody"],
    script: script({
      steps: [1, 3, 5, 8, 12].map((abortAfter, index) => ({
        at: index * 20_000,
        act: send({ first: index, abortAfter, retries: 2 })
      }))
    })
  },
  refusalInLine: {
    title: "a recipient who says no while the message waits in line at its carrier",
    about: ["no-hand-over-after-a-no"],
    script: script({
      carriers: [carrier("one", { perSecond: 20 })],
      accounts: [account({ hasWebhook: false })],
      steps: [
        { at: 0, act: send({ count: 300 }) },
        { at: 3000, act: { _tag: "Suppress", account: 0, phone: 299, on: true } }
      ]
    })
  },
  spendCap: {
    title: "three nodes that send with what is left of a spend cap, at carriers that refuse some of it",
    about: ["no-spend-cap-is-passed", "money-is-exact"],
    script: script({
      nodes: [node(), node(), node()],
      carriers: [carrier("one", { refuses: 0.3 }), carrier("two")],
      accounts: [account({ spendCap: 3000 })],
      steps: Array.from({ length: 24 }, (_, index) => ({
        at: 50 * index,
        act: send({ first: 3 * index, count: 3, node: index % 3 })
      }))
    })
  }
} satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
