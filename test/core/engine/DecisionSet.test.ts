/** The rows and keys that the commits of a round change, as far as others of their set may expect them. */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import type { ContactId } from "@signalbox/core/Id"
import * as DecisionSet from "@signalbox/core/internal/engine/DecisionSet"
import { contactNumber, Contacts } from "@signalbox/core/internal/row/Contact"
import { ref } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import * as Exit from "effect/Exit"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const contact = (number: number) =>
  Given.contact({
    id: `cccccccc-0000-7000-8000-${String(number).padStart(12, "0")}` as ContactId,
    phone: Given.phone(number)
  })
const [one, two, three] = [contact(1), contact(2), contact(3)]
const number = ({ account, phone }: typeof one) => contactNumber(account, phone)
const row = ({ id }: typeof one): Commit.Expected => ({ ref: ref(Contacts, id), version: 1 })
const free = (of: typeof one): Commit.Expected => ({ free: number(of) })

it("a commit meets the rows and keys that those before it change, of what was loaded", () => {
  const facts = new FactStore([Commit.put(Contacts, one)]).load(
    Needs.all(Needs.rows(Contacts, [one.id, two.id]), Needs.uniques([number(one), number(three)]))
  )
  const touched = new DecisionSet.Touched(facts)
  const met = () =>
    [row(one), row(two), row(three), free(one), free(two), free(three)].map((expected) =>
      touched.meets(Commit.make({ expects: [{ ref: ref(Accounts, one.id), version: 1 }, expected] }))
    )
  expect(met()).toEqual([false, false, false, false, false, false])
  touched.add(Commit.make({ deletes: [ref(Contacts, two.id), ref(Contacts, three.id)] }))
  // Nobody of the set can expect the third row, since it was not loaded.
  expect(met()).toEqual([false, true, false, false, false, false])
  touched.add(Commit.make({ puts: [Commit.put(Contacts, three)] }))
  expect(met()).toEqual([false, true, false, false, false, true])
  touched.add(Commit.make({ puts: [Commit.put(Contacts, two)] }))
  expect(met()).toEqual([false, true, false, false, false, true])
  touched.add(Commit.make({ puts: [Commit.put(Contacts, one)] }))
  expect(met()).toEqual([true, true, false, true, false, true])
  expect(touched.meets(Commit.make({}))).toBe(false)
})

it("a function that throws costs nobody else anything", () => {
  const bug = new Error("a bug")
  expect([
    DecisionSet.attempt(() => 1),
    DecisionSet.attempt(() => {
      throw bug
    })
  ]).toEqual([Exit.succeed(1), Exit.die(bug)])
})
