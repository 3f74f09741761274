/** A decision is held to what it has read: its commit expects it, or a reason says why it may be older. */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { ref } from "@signalbox/core/internal/row/Kind"
import { Messages } from "@signalbox/core/Message"
import { describe, expect, it } from "vitest"
import { forgotten } from "../DecisionWatch.ts"
import * as Given from "../Given.ts"

const message = Given.message()
const read = ref(Messages, message.id)
const expected = { ref: read, version: 1 }
const puts = [Commit.put(Messages, message)]

describe("a decision that has read a row", () => {
  const of = (name: string, commit: Partial<Commit.Commit>, reads = [read]) =>
    forgotten({ name, reads, commit: Commit.make(commit) })

  it("and neither expects it nor has a reason, has forgotten it", () => {
    expect(of("some", { puts: [Commit.put(Contacts, Given.contact())] })).toEqual(["some message"])
  })

  it("and expects it, has not", () => {
    expect(of("answered", { puts, expects: [expected] })).toEqual([])
  })

  it("rests on nothing where it only ends its work", () => {
    expect(of("answered", {})).toEqual([])
  })

  it("may rest on an older one for a reason, but for what it writes", () => {
    expect(of("media_probed", { puts: [Commit.put(Contacts, Given.contact())] })).toEqual([])
    expect(of("media_probed", { puts })).toEqual(["media_probed message, which it writes"])
  })

  it("of settings needs no reason of its own", () => {
    expect(of("answered", { puts, expects: [expected] }, [ref(Accounts, message.account)])).toEqual([])
  })
})
