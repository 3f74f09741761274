/**
 * The contact of a number that was only an entry of the suppression list until now.
 */
import { put } from "@signalbox/core/Commit"
import { Contacts } from "@signalbox/core/Contact"
import { plus } from "@signalbox/core/Instant"
import * as KnownContact from "@signalbox/core/internal/contact/KnownContact"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

prop(
  "a contact of a suppressed number is as old as what makes it, not as the suppression",
  fc.integer({ min: 1, max: 1_000_000_000 }),
  fc.option(fc.nat({ max: 1000 })),
  (later, changed) => {
    const suppressed = Given.contact({
      suppressedAt: Given.now,
      isOnlySuppressed: true,
      updatedAt: changed === null ? null : plus(Given.now, changed)
    })
    const { account, phone } = suppressed
    const store = new FactStore([put(Contacts, suppressed)])
    const now = plus(Given.now, later)
    const facts = store.load(KnownContact.needs({ id: account }, phone))
    const known = KnownContact.of({ id: account }, phone, { facts, now, ids: Given.ids() })
    expect(known.isNew).toBe(true)
    const { isOnlySuppressed: _, ...kept } = suppressed
    expect(known.contact).toEqual({ ...kept, createdAt: now, updatedAt: null })
  }
)
