/**
 * A case is given what it works with: the running server, and clients for the accounts that exist in it.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { TestContext } from "vitest"
import { afterAll, beforeAll } from "vitest"
import type { HttpClient } from "../HttpClient.ts"
import * as Client from "../HttpClient.ts"
import type { FreshAccount, HttpSubject, Start, WantedAccount } from "../HttpSubject.ts"

export interface Given {
  readonly subject: HttpSubject
  /** Sends no key. */
  readonly nobody: HttpClient
  /** The organization. */
  readonly client: HttpClient
  readonly other: HttpClient
  /** The organization's first profile, with its own key. */
  readonly profile: HttpClient
}

export const withKey = (given: Given, apiKey: string): HttpClient => given.nobody.as({ "x-api-key": apiKey })

/** The organization, acting as one of its profiles. */
export const actingAs = ({ nobody, subject }: Given, profileId: string): HttpClient =>
  nobody.as({ "x-api-key": subject.apiKey, "x-profile-id": profileId })

/** Starts a server for the cases around the call, and stops it after them. */
export const server = (start: Start, prepare?: (given: Given) => Promise<void>): () => Given => {
  let given: Given | undefined
  beforeAll(async () => {
    const subject = await start()
    const nobody = Client.make(subject.baseUrl)
    given = {
      subject,
      nobody,
      client: nobody.as({ "x-api-key": subject.apiKey }),
      // Asked for by the cases that need them: a subject may lack these keys, which leaves such cases out.
      get other() {
        return nobody.as({ "x-api-key": subject.otherApiKey })
      },
      get profile() {
        return nobody.as({ "x-api-key": subject.profileApiKey })
      }
    }
    await prepare?.(given)
  })
  afterAll(() => given?.subject.stop())
  return () => {
    if (given === undefined) throw new Error("the server is not up")
    return given
  }
}

/** An account of the case's own, or the case is left out. */
export const account = (given: Given, context: TestContext, wanted?: WantedAccount): Promise<FreshAccount> =>
  given.subject.freshAccount?.(wanted) ?? context.skip("this server makes no accounts")

/** Puts users into accounts, or the case is left out. */
export const people = (given: Given, context: TestContext): NonNullable<HttpSubject["addUser"]> =>
  given.subject.addUser ?? context.skip("this server is given no users")

/** Switches keys off and on, or the case is left out. */
export const keys = (given: Given, context: TestContext): NonNullable<HttpSubject["setKeyActive"]> =>
  given.subject.setKeyActive ?? context.skip("this server revokes no keys")

/** Makes keys that are narrowed down, or the case is left out. */
export const narrowedKeys = (given: Given, context: TestContext): NonNullable<HttpSubject["makeKey"]> =>
  given.subject.makeKey ?? context.skip("this server narrows no keys down")

/** Brings messages as a carrier would, or the case is left out. */
export const carrier = (given: Given, context: TestContext): NonNullable<HttpSubject["receive"]> =>
  given.subject.receive ?? context.skip("this server is brought no messages")

/** Says how messages end, or the case is left out. */
export const handsets = (given: Given, context: TestContext): NonNullable<HttpSubject["script"]> =>
  given.subject.script ?? context.skip("this server's carriers do as they like")

/** Puts numbers on suppression lists, or the case is left out. */
export const suppression = (given: Given, context: TestContext): NonNullable<HttpSubject["suppress"]> =>
  given.subject.suppress ?? context.skip("this server suppresses no numbers")

/** Takes numbers off suppression lists, or the case is left out. */
export const release = (given: Given, context: TestContext): NonNullable<HttpSubject["unsuppress"]> =>
  given.subject.unsuppress ?? context.skip("this server suppresses no numbers")

/** Makes inherited contacts, or the case is left out. */
export const inheritance = (given: Given, context: TestContext): NonNullable<HttpSubject["inherit"]> =>
  given.subject.inherit ?? context.skip("this server has no inherited contacts")

/** Reports consent as a carrier would, or the case is left out. */
export const signals = (given: Given, context: TestContext): NonNullable<HttpSubject["signal"]> =>
  given.subject.signal ?? context.skip("this server's carriers report no consent")

/** Makes voice tokens, or the case is left out. */
export const voiceTokens = (given: Given, context: TestContext): NonNullable<HttpSubject["voiceToken"]> =>
  given.subject.voiceToken ?? context.skip("this server makes no voice tokens")

/** A reviewer that does as told, or the case is left out. */
export const reviewer = (given: Given, context: TestContext): NonNullable<HttpSubject["review"]> =>
  given.subject.review ?? context.skip("this server's reviewer takes no orders")

/** A provisioner that does as told, or the case is left out. */
export const provisioner = (given: Given, context: TestContext): NonNullable<HttpSubject["provision"]> =>
  given.subject.provision ?? context.skip("this server's provisioner takes no orders")

/** Reads what handsets received, or the case is left out. */
export const inbox = (given: Given, context: TestContext): NonNullable<HttpSubject["received"]> =>
  given.subject.received ?? context.skip("this server shows no handsets")

const patienceMillis = 30_000
const longestPauseMillis = 40

/** Looks until what it sees is as wanted, less and less often. Fails with what it saw last. */
export const eventually = async <A>(look: () => Promise<A>, holds: (seen: A) => boolean): Promise<A> => {
  const deadline = performance.now() + patienceMillis
  for (let pause = 5;; pause = Math.min(pause * 1.5, longestPauseMillis)) {
    const seen = await look()
    if (holds(seen)) return seen
    if (performance.now() > deadline) throw new Error(`Not in time. Last seen: ${JSON.stringify(seen)}`)
    await sleep(pause)
  }
}
