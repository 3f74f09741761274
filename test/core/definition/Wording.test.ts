/** Texts that may hold no emoji (decisions 5.4). */
import * as Wording from "@signalbox/core/internal/definition/Wording"
import { expect, it } from "vitest"

it.each(["🎉", "1️⃣", "#️⃣", "🇩🇪", "👩‍👩‍👧", "plain, and then ⏰"])("%s has an emoji", (text) => {
  expect(Wording.hasEmoji(text)).toBe(true)
})

it.each(["", "#1", "7*", "© ™ ®", "1\u20e3", "Ärger"])("%j has none", (text) => {
  expect(Wording.hasEmoji(text)).toBe(false)
})

it("no text of ASCII has one", () => {
  const all = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code))
  expect(new RegExp("\\p{RGI_Emoji}|\\p{Emoji_Presentation}", "v").test(all)).toBe(false)
  expect(Wording.hasEmoji(all)).toBe(false)
})
