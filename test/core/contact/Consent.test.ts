/**
 * The consent of a contact to purposes: the whole contact after each change, and the part that is forgotten when much was said
 * (decisions 17.5).
 */
import * as Consent from "@signalbox/core/internal/contact/Consent"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const contact = Given.contact()
const saying = (purposes: NonNullable<Contact["purposes"]>, parts: Partial<Contact> = {}) =>
  Given.contact({ ...parts, purposes })

describe("the consent of a contact", () => {
  it("has what was said last about each purpose, and is the same contact where nothing changes", () => {
    const news = saying({ news: "opt_in", tips: "opt_out" })
    expect(Consent.toPurposes(news, { news: "opt_in", gone: null }, [])).toBe(news)
    expect(Consent.toPurposes(news, { news: "opt_out" }, [])).toEqual(saying({ news: "opt_out", tips: "opt_out" }))
    expect(Consent.toPurposes(news, { news: null, more: "opt_in" }, [])).toEqual(
      saying({ tips: "opt_out", more: "opt_in" })
    )
    expect(Consent.toPurposes(news, { news: null, tips: null }, [])).toEqual(contact)
    expect(Consent.saidOf(news, "toString")).toBeNull()
    expect(Consent.shown(news, [])).toBeNull()
    expect(Consent.shown(news, [{ name: "tips" }, { name: "more" }])).toEqual({ tips: "opt_out", more: null })
  })

  it("loses every opt-in to an opt-out from all, and gets none of them back", () => {
    const news = saying({ news: "opt_in", tips: "opt_out" })
    expect(Consent.toAll(news, true)).toEqual(saying({ tips: "opt_out" }, { optOut: true }))
    expect(Consent.toAll(Consent.toAll(news, true), false)).toEqual(saying({ tips: "opt_out" }))
    expect(Consent.toAll(news, false)).toBe(news)
    const out = saying({ tips: "opt_out" }, { optOut: true })
    expect(Consent.toAll(out, true)).toBe(out)
    expect(Consent.toAll(saying({ news: "opt_in" }, { optOut: true }), true)).toEqual(Given.contact({ optOut: true }))
  })

  it("forgets what is about no purpose any more when more was said than is kept, and not before", () => {
    const said = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`old-${index}`, "opt_in" as const]))
    const added = (count: number) => Consent.toPurposes(saying(said(count)), { news: "opt_in" }, [{ name: "news" }])
    expect(added(99)).toEqual(saying({ ...said(99), news: "opt_in" }))
    expect(added(100)).toEqual(saying({ news: "opt_in" }))
    const purposes = [{ name: "news" }, { name: "tips" }, { name: "old-7" }]
    expect(Consent.toPurposes(saying(said(100)), { news: "opt_in" }, purposes))
      .toEqual(saying({ "old-7": "opt_in", news: "opt_in" }))
  })
})
