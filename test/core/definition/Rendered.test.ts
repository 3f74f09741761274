/** Rendered messages are kept as they are, and read again as they were kept (decisions 3.2). */
import * as Rendered from "@signalbox/core/internal/definition/Rendered"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

const read = Schema.decodeUnknownSync(Rendered.Rendered)

it("a rendered message is read as it was kept, and a plain text is nothing but its text", () => {
  const button = { type: "URL", value: "https://a.example", text: "Go", postbackData: null }
  const whole = {
    header: "Header",
    headerMedia: { type: "image", url: "https://a.example/a.png" },
    content: "Content",
    footer: "Footer",
    buttons: [button, { ...button, text: null, postbackData: "p" }],
    media: ["https://a.example/b.png"],
    subject: "Subject",
    plain: "Header\n\nContent\n\nFooter"
  }
  expect(read(whole)).toStrictEqual(whole)
  const plain = {
    header: null,
    headerMedia: null,
    content: "Hi",
    footer: null,
    buttons: null,
    media: [],
    subject: null,
    plain: "Hi"
  }
  expect(Rendered.fromText("Hi")).toStrictEqual(plain)
  expect(read(plain)).toStrictEqual(plain)
})
