/**
 * Tests hold what a send must be to be accepted (specification "Messages", decisions 5.2 and part 2).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { createTemplate, send } from "./internal/actions.ts"
import { anyFields, failure, success } from "./internal/answers.ts"
import { flawed, single } from "./internal/flaws.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import type { Sent, Template } from "./internal/resources.ts"
import { definition, greeted, greeting, parameters, phone, phones, unknownId } from "./internal/samples.ts"
import { sendFlaws } from "./internal/sendFlaws.ts"
import type { Reply } from "./Reply.ts"

interface Prepared {
  template: Template
}

const fields = (given: () => Given, prepared: Prepared): void => {
  const post = (body: unknown): Promise<Reply> => given().client.post("/v3/messages", body)

  it(
    "that are wrong are named, each by itself " +
      "[ERR-003, ERR-004, ERR-005, ERR-008, MSG-033, MSG-036, MSG-039, MSG-040]",
    async () => {
      for (const { body, code, fields } of single(sendFlaws(prepared.template.id))) {
        failure(await post(body), 400, code, fields)
      }
    }
  )

  propWith({ runs: 60 })(
    "that are wrong are all named, under the code that they share [ENV-027]",
    flawed(sendFlaws(unknownId)),
    async ({ body, code, fields }) => {
      failure(await post(body), 400, code, fields)
    }
  )

  it("are looked at before the template is looked for", async () => {
    const body = { to: [phone(1)], template: { id: unknownId }, channel: ["fax"] }
    failure(await post(body), 400, "VALIDATION_006", ["channel[0]"])
  })

  it("that are null or empty count as left out", async () => {
    const nothing = { text: null, media_urls: [], scheduled_at: null, subject: null, channel: null }
    await send(given().client, { to: [phone(1)], template: { id: prepared.template.id, name: null }, ...nothing })
  })

  it("that nobody knows are ignored", async () => {
    await send(given().client, { to: [phone(1)], template: { id: prepared.template.id, extra: 1 }, extra: { a: [] } })
  })
}

const recipients = (given: () => Given, prepared: Prepared): void => {
  const to = (to: unknown): Promise<Reply> =>
    given().client.post("/v3/messages", { to, template: { id: prepared.template.id }, channel: ["sms"] })

  it("are at least one [MSG-032, MSG-033]", async () => {
    const { details } = failure(await to([]), 400, "VALIDATION_001", ["to"])
    expect(details?.["to"]?.join()).toMatch(/at least one/i)
    failure(await to(undefined), 400, "VALIDATION_001", ["to"])
  })

  it("are at most 1,000 [LIM-010, MSG-035]", async () => {
    const { recipients } = success<Sent>(await to(phones(1000)), 202)
    expect(recipients.map((each) => each.to)).toEqual(phones(1000))
    failure(await to(phones(1001)), 400, "VALIDATION_001", ["to"])
    failure(await to(Array.from({ length: 1001 }, () => phone(1))), 400, "VALIDATION_001", ["to"])
  })

  it.each([
    "",
    "+",
    "+1",
    "12015550123",
    "+02015550123",
    "+1 201-555-0123",
    "+1(201)5550123",
    "+120155501234567890",
    "+12015550123x1",
    "tel:+12015550123",
    "0012015550123",
    "+1201555012٣",
    "++12015550123"
  ])("that are no E.164 number are refused: %s [ERR-004, MSG-034]", async (number) => {
    failure(await to([phone(1), number]), 400, "VALIDATION_002", ["to[1]"])
  })

  it.each(["+1201", "+120155501", "+999123456789"])("that no numbering plan has are refused: %s", async (number) => {
    failure(await to([number]), 400, "VALIDATION_002", ["to[0]"])
  })

  propWith({ runs: 40 })(
    "of any text but a number are refused [MSG-034]",
    fc.oneof(fc.string(), fc.stringMatching(/^\+?[0-9 ()-]{1,20}$/))
      .filter((text) => !/^\+[1-9][0-9]{6,14}$/.test(text.trim())),
    async (text) => {
      failure(await to([text]), 400, "VALIDATION_002", ["to[0]"])
    }
  )

  it("may have blanks around them, and are shown without", async () => {
    const { recipients } = success<Sent>(await to([` ${phone(1)}\t`, phone(2)]), 202)
    expect(recipients.map((each) => each.to)).toEqual([phone(1), phone(2)])
  })
}

const channels = (given: () => Given, prepared: Prepared): void => {
  const channel = (channel: unknown): Promise<Reply> =>
    given().client.post("/v3/messages", { to: [phone(1)], template: { id: prepared.template.id }, channel })

  it("are five, and no other [ERR-009, MSG-044]", async () => {
    for (const wrong of ["fax", "SMS", "Sms", "sent", "auto", "email", " sms"]) {
      const { details } = failure(await channel([wrong]), 400, "VALIDATION_006", ["channel[0]"])
      for (const right of ["auto_detect", "sms", "whatsapp", "rcs", "mms"]) {
        expect(details?.["channel[0]"]?.join()).toContain(right)
      }
    }
  })

  it("are all accepted [MSG-043]", async () => {
    const body = { to: [phone(1)], template: { id: unknownId }, sandbox: true }
    for (const right of ["auto_detect", "sms", "whatsapp", "rcs", "mms"]) {
      const { recipients } = await send(given().client, { ...body, channel: [right] })
      expect(recipients.map((each) => each.channel)).toEqual([right])
    }
  })

  it("are auto_detect when none is asked for [MSG-041, MSG-042]", async () => {
    for (const none of [undefined, null, []]) {
      const { recipients } = success<Sent>(await channel(none), 202)
      expect(recipients.map((each) => each.channel)).toEqual(["auto_detect"])
    }
  })

  it("leave out what the template can never do", async () => {
    failure(await channel(["sms", "mms"]), 400, "VALIDATION_001", ["template"])
  })
}

/** Returns whether a value that is there may be sent, as decisions 5.2 say. */
const isSendable = (value: string): boolean => !/[\r\n\t]| {5}/.test(value)

const values = (given: () => Given, prepared: Prepared): void => {
  const sendWith = (parameters: object, channel = ["sms"]): Promise<Reply> =>
    given().client.post("/v3/messages", {
      to: [phone(1)],
      template: { id: prepared.template.id, parameters },
      channel
    })
  const refused = async (value: string, channel?: ReadonlyArray<string>): Promise<void> => {
    const reply = await sendWith({ ...parameters, name: value }, channel === undefined ? undefined : [...channel])
    failure(reply, 400, "VALIDATION_008", ["template.parameters.name"])
  }
  const shown = async (parameters: object, channel?: ReadonlyArray<string>): Promise<string | null> =>
    success<Sent>(await sendWith(parameters, channel === undefined ? undefined : [...channel]), 202).recipients[0]!.body

  it("with a newline are refused [ERR-011, MSG-058, VAR-028]", () => refused("Ada\nLovelace"))
  it("with a carriage return are refused [VAR-029]", () => refused("Ada\rLovelace"))
  it("with a tab are refused [VAR-030]", () => refused("Ada\tLovelace"))
  it("with five spaces in a row are refused [VAR-031]", () => refused("Ada     Lovelace"))

  it("with four spaces in a row are accepted [VAR-032]", async () => {
    expect(await shown({ ...parameters, name: "Ada    L" })).toBe("Hello Ada    L, order 1815 is ready.")
  })

  it("that are blank are refused where whatsapp is pinned [VAR-033]", async () => {
    for (const blank of ["", " ", "    "]) {
      await refused(blank, ["whatsapp"])
      await refused(blank, ["sms", "whatsapp"])
    }
  })

  it("that are blank are accepted elsewhere [VAR-034]", async () => {
    expect(await shown({ ...parameters, name: "" }, ["auto_detect"])).toBe("Hello , order 1815 is ready.")
  })

  propWith({ runs: 60 })(
    "are accepted or refused for what is in them [ERR-011, VAR-028, VAR-029, VAR-030, VAR-031]",
    fc.string({
      unit: fc.constantFrom(" ", "  ", "a", "é", "{{0}}", "\n", "\r", "\t", "$&", "\\", "  "),
      maxLength: 10
    }),
    async (value) => {
      if (isSendable(value)) {
        expect(await shown({ ...parameters, name: value })).toBe(`Hello ${value}, order 1815 is ready.`)
      } else await refused(value)
    }
  )

  it("that are wrong are all named", async () => {
    const reply = await sendWith({ name: "a\n", order: "b\t" })
    failure(reply, 400, "VALIDATION_008", ["template.parameters.name", "template.parameters.order"])
  })

  it("may be numbers and true or false", async () => {
    expect(await shown({ name: true, order: 1815 })).toBe("Hello true, order 1815 is ready.")
    expect(await shown({ name: 0.5, order: -1 })).toBe("Hello 0.5, order -1 is ready.")
  })

  it("may be keyed by the variable's id, if no variable has that name", async () => {
    expect(await shown({ 0: "Ada", 1: "1815" })).toBe(greeted)
    expect(await shown({ 0: "Bob", name: "Ada", order: "1815" })).toBe(greeted)
  })

  it("of unknown names are ignored", async () => {
    expect(await shown({ ...parameters, nobody: "x", header_image: "https://example.com/a.png" })).toBe(greeted)
    // Nobody reads it, so nothing is wrong with it.
    expect(await shown({ ...parameters, nobody: "a\nb" })).toBe(greeted)
  })

  it("of names that every object has are like any others", async () => {
    const names = ["constructor", "toString", "__proto__", "hasOwnProperty"]
    for (const name of names) {
      const { id } = await createTemplate(given().client, definition(`Hi {{${name}}}!`, name))
      const sent = async (parameters: object): Promise<string | null> =>
        success<Sent>(
          await given().client.send("POST", "/v3/messages", {
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ to: [phone(1)], template: { id, parameters: "?" }, channel: ["sms"] })
              .replace("\"?\"", JSON.stringify(parameters))
          }),
          202
        ).recipients[0]!.body
      expect(await sent(Object.fromEntries([[name, "Ada"]])), name).toBe("Hi Ada!")
      expect(await sent({}), name).toBe(null)
    }
  })
}

const templates = (given: () => Given, prepared: Prepared): void => {
  const post = (template: object, client = given().client): Promise<Reply> =>
    client.post("/v3/messages", { to: [phone(1)], template: { ...template, parameters } })

  it("are found by id [MSG-037]", async () => {
    const { id, name } = prepared.template
    const expected = { template_id: id, template_name: name, recipients: [{ body: greeted }] }
    expect(success<Sent>(await post({ id }), 202)).toMatchObject(expected)
  })

  it("are found by name [MSG-038]", async () => {
    const { id, name } = prepared.template
    expect(success<Sent>(await post({ name }), 202)).toMatchObject({ template_id: id, template_name: name })
  })

  it("are found by id when both are given", async () => {
    const { id } = prepared.template
    expect(success<Sent>(await post({ id, name: "nobody" }), 202)).toMatchObject({ template_id: id })
    failure(await post({ id: unknownId, name: prepared.template.name }), 404, "RESOURCE_002")
  })

  it("that nobody knows are 404 RESOURCE_002 [ERR-013]", async () => {
    failure(await post({ id: unknownId }), 404, "RESOURCE_002")
    failure(await post({ name: "nobody" }), 404, "RESOURCE_002")
    failure(await post({ name: prepared.template.name.toUpperCase() }), 404, "RESOURCE_002")
  })

  it("of another account are not found, by id or by name", async () => {
    const { id, name } = prepared.template
    failure(await post({ id }, given().other), 404, "RESOURCE_002")
    failure(await post({ name }, given().other), 404, "RESOURCE_002")
    failure(await post({ id }, given().profile), 404, "RESOURCE_002")
  })

  it("that are wrong by id or by name do not become accidents", async () => {
    for (const name of ["", "__proto__", "a".repeat(5000), "\u0000"]) {
      const reply = await post({ name })
      failure(reply, reply.status, reply.status === 404 ? "RESOURCE_002" : "VALIDATION_001", anyFields)
    }
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Sends that are checked (${name})`, () => {
    const prepared = {} as Prepared
    const given = server(start, async ({ client }) => {
      // It need not be approved to be accepted for sending.
      prepared.template = await createTemplate(client, greeting)
    })
    describe("fields", () => fields(given, prepared))
    describe("recipients", () => recipients(given, prepared))
    describe("channels", () => channels(given, prepared))
    describe("values of variables", () => values(given, prepared))
    describe("templates", () => templates(given, prepared))
  })
}
