/** The service finds out a template's name, category and language by itself (decisions 3.4). */
import * as Naming from "@signalbox/core/Naming"
import * as Definitions from "@signalbox/testing/generate/Definitions"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const word = fc.string({ unit: fc.constantFrom("a", "B", "c", "7"), minLength: 1, maxLength: 14 })
const sentence = fc.array(word, { minLength: 1, maxLength: 10 })
/** A name leaves these out. */
const between = fc.constantFrom(
  " ",
  ", ",
  " - ",
  "\n",
  " {{0:variable}} ",
  " https://example.com/x?y=z ",
  " 🎉 ",
  " “ "
)

describe("Naming.name", () => {
  prop("is the first six words in lower case, joined by _, at most 60 characters", sentence, between, (words, gap) => {
    const expected = words.slice(0, 6).join("_").toLowerCase().slice(0, 60)
    expect(Naming.name(Given.definition(words.join(gap)))).toBe(expected)
  })

  prop("is legal as a WhatsApp name, and the same again", Definitions.valid, (definition) => {
    const name = Naming.name(definition)
    expect(name).toMatch(/^[a-z0-9_]{0,60}$/)
    expect(Naming.name(structuredClone(definition))).toBe(name)
  })

  it.each([
    ["Your order {{0:variable}} has been shipped, see https://acme.example/t", "your_order_has_been_shipped_see"],
    ["¡Olá, João! Sua encomenda está à porta.", "ola_joao_sua_encomenda_esta_a"],
    ["{{0:variable}}", ""],
    ["🎉🎉", ""],
    ["one two three four five six seven", "one_two_three_four_five_six"]
  ])("of %j is %j", (template, name) => {
    expect(Naming.name(Given.definition(template))).toBe(name)
  })
})

describe("what names a template", () => {
  const body = Given.definition("Your order {{0:variable}} is here", "order")
  const header = (type: "text" | "image", template: string, ...variables: ReadonlyArray<string>) => ({
    ...body,
    header: { type, template, variables: Given.definition("", ...variables).body.multiChannel?.variables ?? [] }
  })

  it("is its header where that is a text that is always the same, else its body", () => {
    expect(Naming.name(body)).toBe("your_order_is_here")
    expect(Naming.name(header("text", "Good news"))).toBe("good_news")
    expect(Naming.name({ ...body, header: { type: "text", template: "Good news" } })).toBe("good_news")
    expect(Naming.name(header("text", "News for {{0}}", "name"))).toBe("your_order_is_here")
    expect(Naming.name(header("image", "an image"))).toBe("your_order_is_here")
  })

  it("is the body for SMS where there is none for all channels", () => {
    const [sms, whatsapp] = ["Words of SMS", "Words of WhatsApp"].map((template) => ({ template }))
    const own = { body: { whatsapp: whatsapp!, sms: sms! } }
    expect(Naming.name(own)).toBe("words_of_sms")
    expect(Naming.name({ body: { ...own.body, multiChannel: { template: "Words of all" } } })).toBe("words_of_all")
    expect(Naming.name({ body: { whatsapp: whatsapp! } })).toBe("")
  })
})

describe("Naming.category", () => {
  it("looks for promotions in the body, in the words of a text header and on buttons", () => {
    const plain = Given.definition("Your parcel is here")
    const button = { id: 1, type: "QUICK_REPLY", props: { text: "Sale!" } } as const
    expect(Naming.category({ ...plain, header: { type: "text", template: "A {{sale}} gift" } })).toBe("UTILITY")
    expect(Naming.category({ ...plain, header: { type: "text", template: "Sale" } })).toBe("MARKETING")
    expect(Naming.category({ ...plain, header: { type: "image", template: "https://a.example/sale" } })).toBe("UTILITY")
    expect(Naming.category({ ...plain, buttons: [{ ...button, props: { text: "Go" } }, button] })).toBe("MARKETING")
  })

  it("is AUTHENTICATION with what only such a template has, and UTILITY where the rest breaks its rules", () => {
    const code = Given.definition("Here it is {{0}}", "it")
    const otp = (otpType: string) => [{ id: 1, type: "COPY_CODE", props: { text: "Copy", otpType } } as const]
    expect(Naming.category(code)).toBe("UTILITY")
    expect(Naming.category({ ...code, authenticationConfig: {} })).toBe("AUTHENTICATION")
    expect(Naming.category({ ...code, buttons: otp("ONE_TAP") })).toBe("AUTHENTICATION")
    expect(Naming.category({ ...code, buttons: otp("") })).toBe("UTILITY")
    const header = { type: "text", template: "Sale" } as const
    expect(Naming.category({ ...code, header, authenticationConfig: {} })).toBe("UTILITY")
  })

  const promotions = [
    "sale",
    "discount",
    "20 % off",
    "offer",
    "promo",
    "coupon",
    "deal",
    "shop",
    "buy now",
    "subscribe"
  ]
    .concat(["free", "new arrival", "limited time"])

  it.each(["code", "otp", "passcode", "PIN", "verification", "Verify"])(
    "is AUTHENTICATION with %j and one variable",
    (each) => {
      expect(Naming.category(Given.definition(`Here: ${each} {{0:variable}}.`, "code"))).toBe("AUTHENTICATION")
    }
  )

  it("is not AUTHENTICATION without a variable, with two, or with a link", () => {
    expect(Naming.category(Given.definition("Your code"))).toBe("UTILITY")
    expect(Naming.category(Given.definition("Your code {{0}} {{1}}", "a", "b"))).toBe("UTILITY")
    expect(Naming.category(Given.definition("Your code {{0}} https://acme.example", "a"))).toBe("UTILITY")
    expect(Naming.category(Given.definition("Decode {{0}}", "a"))).toBe("UTILITY")
  })

  it("falls back to UTILITY when what looks like AUTHENTICATION has an emoji", () => {
    expect(Naming.category(Given.definition("Your code is {{0:variable}} 🎉", "code"))).toBe("UTILITY")
    expect(Naming.category(Given.definition("Free code {{0:variable}} 1️⃣", "code"))).toBe("UTILITY")
    expect(Naming.category(Given.definition("Your code #1 © ™ is {{0:variable}}", "code"))).toBe("AUTHENTICATION")
  })

  it.each(promotions)("is MARKETING with %j", (promotion) => {
    expect(Naming.category(Given.definition(`Come: ${promotion.toUpperCase()} today`))).toBe("MARKETING")
  })

  it("is UTILITY otherwise", () => {
    expect(Naming.category(Given.definition("Your order {{0}} has been shipped.", "order"))).toBe("UTILITY")
    expect(Naming.category(Given.definition("The workshop and the salesman"))).toBe("UTILITY")
  })

  prop("is one of the three, and the same again", Definitions.valid, (definition) => {
    expect(["MARKETING", "UTILITY", "AUTHENTICATION"]).toContain(Naming.category(definition))
    expect(Naming.category(structuredClone(definition))).toBe(Naming.category(definition))
  })
})

describe("Naming.language", () => {
  it.each([
    ["Ваш заказ отправлен", "ru"],
    ["Η παραγγελία σας στάλθηκε", "el"],
    ["تم شحن طلبك", "ar"],
    ["ההזמנה שלך נשלחה", "he"],
    ["주문이 발송되었습니다", "ko"],
    ["ご注文を発送しました", "ja"],
    ["您的订单已发货", "zh_CN"],
    ["คำสั่งซื้อของคุณถูกจัดส่งแล้ว", "th"],
    ["आपका ऑर्डर भेज दिया गया है", "hi"],
    ["Your order has been shipped and is on the way to you", "en_US"],
    ["Su pedido ha sido enviado y está en camino por la noche", "es"],
    ["Votre commande a été expédiée et vous est livrée dans la journée", "fr"],
    ["Ihre Bestellung ist unterwegs und wurde mit der Post verschickt", "de"],
    ["Il tuo ordine è stato spedito con la posta e gli altri", "it"],
    ["Sua encomenda foi enviada para você com uma nota em anexo", "pt_BR"],
    ["Uw bestelling is verzonden met de post en een brief van ons", "nl"],
    ["Order 12", "en_US"],
    ["", "en_US"],
    // As many stop words of Spanish as of Italian.
    ["con con", "en_US"]
  ])("of %j is %s", (template, language) => {
    expect(Naming.language(Given.definition(template))).toBe(language)
  })

  prop("is a language code that can be asked for, and the same again", Definitions.valid, (definition) => {
    expect(Naming.language(definition)).toMatch(/^[a-z]{2,3}(_[A-Z]{2})?$/)
    expect(Naming.language(structuredClone(definition))).toBe(Naming.language(definition))
  })

  it("does not take placeholders for words", () => {
    expect(Naming.language(Given.definition("{{der}} {{die}} {{das}} order", "der", "die", "das"))).toBe("en_US")
  })
})
