/**
 * The templates of the automatic replies: they are right by the rules that hold for everybody's, and there is one for
 * each thing that the service answers (decisions 7.7).
 */
import { Channel } from "@signalbox/core/Channel"
import { all } from "@signalbox/core/Commit"
import * as AutoReplies from "@signalbox/core/internal/account/AutoReplies"
import * as DefinitionCheck from "@signalbox/core/internal/definition/DefinitionCheck"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import type { Json } from "@signalbox/core/Json"
import type { Template, TemplateRevision } from "@signalbox/core/Template"
import { templateName, Templates } from "@signalbox/core/Template"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const { puts } = all(AutoReplies.create(Given.accountId(1), { now: Given.now, ids: Given.ids() }))
const kept = <Value>(kind: string) => puts.filter((put) => put.kind === kind).map(({ value }) => value as Value)
const templates = kept<Template>("template")

describe("automatic replies", () => {
  it("are three: opt-in, opt-out and help [TPL-015]", () => {
    expect(templates.map(({ autoReplyAction }) => autoReplyAction)).toEqual(["OPT_IN", "OPT_OUT", "HELP"])
    for (const key of ["id", "name"] as const) expect(new Set(templates.map((each) => each[key])).size).toBe(3)
  })

  it.each(templates)("$name is right by every rule, approved, and can be shown on every channel", (template) => {
    expect(DefinitionCheck.check(template.definition as unknown as Json, template.category)).toEqual([])
    expect(template).toMatchObject({ account: Given.accountId(1), status: "APPROVED", revision: 1, updatedAt: null })
    const compiled = Renderer.compile(template.definition, template.language)
    const texts = Channel.literals.map((channel) => Renderer.render(compiled, channel, {})?.plain)
    expect(new Set(texts).size).toBe(1)
    // One segment, whatever it costs.
    expect(texts[0]!.length).toBeLessThanOrEqual(160)
  })

  it("say this, until the account says it otherwise", () => {
    const said = [
      ["OPT_IN", "opt_in", "You are subscribed again. Reply HELP for help, or STOP to end these messages."],
      ["OPT_OUT", "opt_out", "You are unsubscribed and get no more messages from us. Reply START to subscribe again."],
      [
        "HELP",
        "help",
        "Reply STOP to end these messages, or START to subscribe again. For anything else, please contact us directly."
      ]
    ] as const
    expect(templates).toStrictEqual(said.map(([autoReplyAction, name, template], index) => {
      const content = { type: "text", template }
      return {
        id: templates[index]!.id,
        account: Given.accountId(1),
        name: `auto_reply_${name}`,
        category: "UTILITY",
        language: "en_US",
        status: "APPROVED",
        revision: 1,
        definition: { body: { multiChannel: content, mms: content }, definitionVersion: "1.0" },
        creationSource: "auto-reply",
        autoReplyAction,
        createdAt: Given.now,
        updatedAt: null
      }
    }))
  })

  it("are found by name and by what they answer, and keep their wording for the messages that are sent from them", () => {
    expect(templates.map(Templates.unique)).toEqual(
      templates.map(({ account, autoReplyAction, name }) => [
        templateName(account, name),
        { index: "auto_reply", key: `${account}/${autoReplyAction}` }
      ])
    )
    expect(kept<TemplateRevision>("template_revision")).toEqual(
      templates.map(({ category, createdAt, definition, id, language }) => ({
        template: id,
        revision: 1,
        category,
        language,
        definition,
        madeAt: createdAt
      }))
    )
  })
})
