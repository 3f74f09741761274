/**
 * From a definition to a carrier: whatever the validator accepts can be created, reviewed and sent, and each carrier is
 * handed what its channel can show.
 */
import { Accounts } from "@signalbox/core/Account"
import type { Channel } from "@signalbox/core/Channel"
import * as Commits from "@signalbox/core/Commit"
import type { Definition } from "@signalbox/core/Definition"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import type { Json } from "@signalbox/core/Json"
import { Store } from "@signalbox/core/Store"
import * as WholeDefinitions from "@signalbox/testing/generate/WholeDefinitions"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const channels: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]

/** Values that fit every pattern of the generated variables. */
const valueFor = (regex: string | null): string => (regex?.startsWith("^[0-9]") === true ? "123456" : "abc")

/** One carrier for each channel, and what they were asked to take once the template is sent. */
const sent = async (
  definition: Definition,
  parameters: Readonly<Record<string, string>>,
  asked: { readonly channel: ReadonlyArray<string>; readonly category?: string; readonly language?: string },
  served: ReadonlyArray<Channel> = channels
) => {
  const carriers = served.map((channel) => Scene.carrier(`carrier-${channel}`, [channel]))
  const messages = await Bench.run(
    Bench.layer({ carriers: carriers.map(({ carrier }) => carrier) }),
    Effect.gen(function*() {
      yield* Scene.seed(1_000_000)
      const store = yield* Store
      const account = { ...Scene.account, channels, allowMms: true }
      yield* store.commit([Commits.make({ puts: [Commits.put(Accounts, account)] })])
      const { channel, ...more } = asked
      const created = yield* Scene.ask("templates.create", {
        definition: definition as unknown as Json,
        submit_for_review: true,
        ...more
      })
      expect(created.status).toBe(201)
      yield* Bench.idle
      const answer = yield* Scene.ask("messages.send", {
        to: [Given.phone(1)],
        template: { id: created.data["id"] as string, parameters },
        channel
      })
      expect(answer.status).toBe(202)
      yield* Bench.idle
      return yield* Scene.messages
    })
  )
  const submissions = carriers.flatMap((carrier) => carrier.asked)
  return { messages, submissions }
}

describe("a template that was accepted", () => {
  propWith({ runs: 40 })(
    "is handed over on every channel that it has a body for, as that channel shows it, with a STOP chip on RCS [VAR-001, BTN-002, CNS-022]",
    WholeDefinitions.valid,
    async (definition) => {
      const compiled = Renderer.compile(definition, "en")
      const slots = channels.flatMap((channel) => Renderer.slots(compiled, channel))
      // A name may stand for two variables, of which one has a pattern: that one goes last, so that it wins.
      const ordered = slots.toSorted((one, other) => Number(one.regex !== null) - Number(other.regex !== null))
      const parameters = Object.fromEntries(ordered.map(({ name, regex }) => [name, valueFor(regex)]))
      const able = Renderer.renderable(definition)
      const patterns = able.flatMap((channel) => Renderer.slots(compiled, channel)).filter(({ regex }) =>
        regex !== null
      )
      if (patterns.some(({ name, regex }) => !new RegExp(`^(?:${regex})$`, "u").test(parameters[name]!))) return
      const { submissions } = await sent(definition, parameters, { channel: able, language: "en", category: "UTILITY" })
      expect(submissions.map(({ channel }) => channel).toSorted()).toEqual(able.toSorted())
      for (const { channel, rendered } of submissions) {
        const shown = Renderer.render(compiled, channel, parameters)!
        const stop = { type: "QUICK_REPLY", value: "STOP", text: "STOP", postbackData: "STOP" }
        const hasOwn = (shown.buttons ?? []).some(({ type, value }) => type === "QUICK_REPLY" && value === "STOP")
        const chips = [...shown.buttons ?? [], ...(hasOwn ? [] : [stop])]
        expect(rendered).toEqual(channel === "rcs" ? { ...shown, buttons: chips } : shown)
      }
    }
  )

  const variable = (id: number, name: string) => ({
    id,
    name,
    type: "variable" as const,
    props: { variableType: "text" as const, sample: "x" }
  })

  it("is charged by the segments of the text as SMS has it, with header and footer", async () => {
    const definition: Definition = {
      header: { type: "text", template: "x".repeat(60) },
      body: { multiChannel: { template: "y".repeat(60) } },
      footer: { type: "text", template: "z".repeat(60) }
    }
    const { messages } = await sent(definition, {}, { channel: ["sms"] })
    expect(messages.at(-1)?.attempts.map(({ segments }) => segments)).toEqual([2])
  })

  it("fails when a value is missing that any of its routes would need", async () => {
    const definition: Definition = {
      body: {
        sms: { template: "{{0}}", variables: [variable(0, "a")] },
        whatsapp: { template: "Hi" },
        mms: { template: "{{0}}", variables: [variable(0, "a")] }
      }
    }
    const auto = await sent(definition, {}, { channel: ["auto_detect"] })
    expect(auto.messages.map(({ code, status }) => [status, code])).toEqual([["FAILED", "VALIDATION_008"]])
    const without = await sent(definition, {}, { channel: ["auto_detect"] }, ["whatsapp"])
    expect(without.submissions.map(({ rendered }) => rendered.plain)).toEqual(["Hi"])
    const pinned = await sent(definition, {}, { channel: ["whatsapp"] })
    expect(pinned.submissions.map(({ rendered }) => rendered.plain)).toEqual(["Hi"])
  })

  it("tells in its history which values are missing, by ten names at most", async () => {
    const missing = async (count: number) => {
      const variables = Array.from({ length: count }, (_, id) => variable(id, `v${id}`))
      const definition: Definition = {
        body: { multiChannel: { template: variables.map(({ id }) => `{{${id}}}`).join(" and "), variables } }
      }
      const { messages } = await sent(definition, { v0: "here" }, { channel: ["sms"] })
      return messages.at(-1)?.history.at(-1)?.description
    }
    expect(await missing(1)).not.toContain("v0")
    expect(await missing(3)).toBe("A template variable is missing or invalid: v1, v2")
    expect(await missing(14)).toBe(
      "A template variable is missing or invalid: v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, and 3 more"
    )
  })

  it("has the sentences of its language [TPL-023, TPL-028]", async () => {
    const definition: Definition = {
      body: { multiChannel: { template: "Code {{0}}.", variables: [variable(0, "code")] } },
      authenticationConfig: { addSecurityRecommendation: true, codeExpirationMinutes: 3 }
    }
    const texts = async (language: string) => {
      const { submissions } = await sent(definition, { code: "42" }, { channel: ["sms"], language })
      return submissions.map(({ rendered }) => rendered.plain)
    }
    expect(await texts("de")).toEqual([
      "Code 42. Geben Sie diesen Code an niemanden weiter.\n\nDer Code läuft in 3 Minuten ab."
    ])
    expect(await texts("en_US")).toEqual([
      "Code 42. Do not share this code with anyone.\n\nThe code expires in 3 minutes."
    ])
  })
})
