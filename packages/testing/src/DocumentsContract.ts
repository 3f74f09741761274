/**
 * The contract of every place for documents (port `Documents`).
 */
import type { Document, Held } from "@signalbox/core/Documents"
import { Documents } from "@signalbox/core/Documents"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const now = Instant.make(1_800_000_000_000)
const later = (millis: number) => Instant.plus(now, millis)

const document = (account: AccountId, size = 8): Document => ({
  id: randomUUID(),
  account,
  key: "business_registration",
  fileName: "registration.pdf",
  contentType: "application/pdf",
  bytes: Uint8Array.from({ length: size }, (_, index) => index % 256)
})

const plenty = 1_000_000

/** @param layer the storage that provides the documents */
export const suite = (name: string, layer: () => Layer.Layer<never, unknown>): void => {
  describe(`documents (${name})`, () => {
    let runtime: ManagedRuntime.ManagedRuntime<never, unknown>
    beforeAll(() => {
      runtime = ManagedRuntime.make(layer())
    })
    afterAll(() => runtime.dispose())

    const use = <A, E>(ask: (documents: Documents) => Effect.Effect<A, E>): Promise<A> =>
      runtime.runPromise(Effect.flatMap(Documents, ask))

    const newAccount = () => randomUUID() as AccountId

    it("are there until their time, byte for byte", async () => {
      const one = document(newAccount(), 1000)
      expect(await use(({ put }) => put([one], later(1000), plenty, now))).toBe("Put")
      expect(await use(({ find }) => find(one.id, later(999)))).toEqual(one)
      expect(await use(({ find }) => find(one.id, later(1000)))).toBeNull()
    })

    it("are kept for good, or removed, as they are told", async () => {
      const [kept, removed] = [document(newAccount()), document(newAccount())]
      for (const each of [kept, removed]) await use(({ put }) => put([each], later(1000), plenty, now))
      await use(({ keep }) => keep(kept.id))
      await use(({ remove }) => remove([removed.id, randomUUID()]))
      await use(({ keep }) => keep(removed.id))
      expect(await use(({ find }) => find(kept.id, later(1e9)))).toEqual(kept)
      expect(await use(({ find }) => find(removed.id, now))).toBeNull()
    })

    it("are read one after the other by their ids, and put elsewhere as they were", async () => {
      const [account, other] = [newAccount(), newAccount()]
      const own = [document(account), document(account), document(account, 0)].toSorted((one, two) =>
        one.id < two.id ? -1 : 1
      )
      await use(({ put }) => put(own.toReversed(), later(1000), plenty, now))
      await use(({ put }) => put([document(other)], later(1000), plenty, now))
      await use(({ keep }) => keep(own[1]!.id))
      const kept = own.map((each, index) => ({ document: each, until: index === 1 ? null : later(1000) }))
      const read = async (of: AccountId) => {
        const found: Array<Held> = []
        for (let after = "";;) {
          const held = await use(({ next }) => next(of, after))
          if (held === null) return found
          found.push(held)
          after = held.document.id
        }
      }
      expect(await read(account)).toEqual(kept)
      await use(({ remove }) => remove(own.map(({ id }) => id)))
      expect(await read(account)).toEqual([])
      for (const each of [...kept, { ...kept[0]!, until: null }]) await use(({ restore }) => restore(each))
      expect(await read(account)).toEqual(kept)
    })

    it("of one account have room for so many bytes, all of a form or none", async () => {
      const account = newAccount()
      const [first, second, third] = [document(account, 60), document(account, 30), document(account, 30)]
      expect(await use(({ put }) => put([first], later(1000), 100, now))).toBe("Put")
      expect(await use(({ put }) => put([second, third], later(1000), 100, now))).toBe("Full")
      expect(await use(({ find }) => find(second.id, now))).toBeNull()
      // Others have room of their own, and what is over takes none.
      expect(await use(({ put }) => put([document(newAccount(), 100)], later(1000), 100, now))).toBe("Put")
      expect(await use(({ put }) => put([second, third], later(5000), 100, later(1000)))).toBe("Put")
    })

    it("of two forms at the same time do not both take the room that is left", async () => {
      const account = newAccount()
      const forms = Array.from({ length: 6 }, () => document(account, 40))
      const outcomes = await Promise.all(forms.map((each) => use(({ put }) => put([each], later(1000), 100, now))))
      expect(outcomes.filter((outcome) => outcome === "Put")).toHaveLength(2)
    })
  })
}
