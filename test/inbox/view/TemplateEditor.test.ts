/**
 * The editor of templates: each field is one part of the definition that is saved, and what is shown of a template goes
 * into no other one.
 */
import type { Definition, Variable } from "@signalbox/inbox/internal/source/shapes"
import { templates } from "@signalbox/inbox/internal/view/templates"
import { afterEach, describe, expect, it } from "vitest"
import * as Samples from "./Samples.ts"
import * as Shown from "./Shown.ts"
import { rows } from "./Shown.ts"

afterEach(Shown.forget)

const variable = (name: string, sample: string): Variable => ({
  id: 0,
  name,
  type: "variable",
  props: { variableType: "text", sample }
})

const text = (template: string, ...variables: ReadonlyArray<Variable>) => ({
  type: "text",
  template,
  ...(variables.length === 0 ? {} : { variables })
})

const reply = { id: 1, type: "QUICK_REPLY", props: { text: "When?", quickReplyType: "custom" } }
const track = {
  id: 2,
  type: "URL",
  props: { text: "Track", url: "https://acme.example/{{0:variable}}", variables: [variable("code", "X1")] }
}
const link = (url: string, id: number) => ({ id, type: "URL", props: { text: "Open", urlType: "static", url } })

const definition: Definition = {
  header: text("Order {{0:variable}}", variable("number", "4711")),
  body: { multiChannel: text("Hi {{0:variable}}", variable("name", "Ada")), sms: text("Short") },
  footer: text("Acme…"),
  buttons: [reply, track],
  definitionVersion: "1.0"
}

const isStored = "GET v3/templates/t1"
const saved = "PUT v3/templates/t1"
const revisions = "GET v3/templates/t1/revisions"

const answers: Shown.Answers = {
  [isStored]: { ...Samples.template, definition },
  [saved]: Samples.template,
  [revisions]: {
    revisions: [
      {
        revision: 2,
        is_current: true,
        status: "APPROVED",
        created_at: Shown.wall(12).replace(/T.*/, "T23:00:00.000Z")
      },
      { revision: 1, is_current: false, status: null, created_at: null }
    ]
  },
  "PUT reviews": null
}

const open = (more: Shown.Options = {}) => Shown.view(templates, { hash: "#/templates/t1", answers, ...more })

describe("the editor of a template", () => {
  it("shows each part of the definition as people write it, with its revisions", async () => {
    const page = await open()
    expect(page.asked()).toStrictEqual([isStored, revisions])
    expect(page.sketch()).toStrictEqual(rows(
      ["order", "APPROVED (go)", "All templates -> #/templates"],
      "UTILITY · en_US · write {{name}} where a value belongs.",
      ["Header, text", "[Order {{number}}]", "Body, all channels", "[Hi {{name}}]", "Body, SMS", "[Short]"],
      ["<Another body for RCS>", "<Another body for MMS>", "Footer", "[Acme…]"],
      ["Button 1, QUICK_REPLY", "[When?]", "Button 2, URL", "[Track]"],
      ["<Add a reply>", "<Add a link>", "<Remove the last button>"],
      ["With this value of number", "[4711]", "With this value of name", "[Ada]", "With this value of code", "[X1]"],
      ["Category", "[UTILITY]", "<Submit for review>", "<Save>"],
      ["As the reviewer", "<Approve>", "<Reject>", "<Pause>", "<Lift>"],
      ["Revisions", "(go)", "Revision 2", `in use, APPROVED, ${Shown.wall(12).slice(0, 10)}`],
      ["(off)", "Revision 1", "replaced"],
      ["On the phone", "As each channel shows it, what it weighs, and what it costs to the US."]
    ))
    await page.close()
  })

  it("saves what somebody wrote, and says so", async () => {
    const page = await open()
    await page.fill("Header, text", "Your order {{number}}")
    await page.fill("Body, SMS", "Now {{name}}")
    await page.fill("Footer", "")
    await page.click("Another body for RCS")
    await page.fill("Body, RCS", "Rich {{ name }} and {{other}}")
    await page.fill("Category", "MARKETING")
    await page.fill("With this value of name", "Grace")
    await page.fill("Button 1, QUICK_REPLY", "Now?")
    await page.click("Add a link")
    await page.fill("Address of button 3", "https://acme.example/3")
    await page.click("Add a reply")
    await page.click("Remove the last button")
    const name = variable("name", "Grace")
    const written = {
      header: text("Your order {{0:variable}}", variable("number", "4711")),
      body: {
        multiChannel: text("Hi {{0:variable}}", name),
        sms: text("Now {{0:variable}}", name),
        rcs: text("Rich {{0:variable}} and {{1:variable}}", name, { ...variable("other", "other"), id: 1 })
      },
      buttons: [{ ...reply, props: { ...reply.props, text: "Now?" } }, track, link("https://acme.example/3", 3)],
      definitionVersion: "1.0"
    }
    page.asked()
    await page.click("Save")
    expect(page.asked()).toStrictEqual([[saved, { definition: written, category: "MARKETING" }]])
    await page.fill("Category", "")
    await page.click("Submit for review")
    expect(page.asked()).toStrictEqual([[saved, { definition: written, submit_for_review: true }]])
    expect(page.heard()).toStrictEqual(["order is saved.", "order is being reviewed."])
    await page.close()
  })

  it("makes a new one, and goes to it", async () => {
    const made = { ...Samples.template, id: "t2", name: "hi" }
    const page = await open({
      hash: "#/templates/new",
      answers: {
        "POST v3/templates": made,
        "GET v3/templates/t2": made,
        "GET v3/templates/t2/revisions": { revisions: [] }
      }
    })
    expect(page.sketch().slice(0, 3)).toStrictEqual([
      "New template",
      "All templates -> #/templates",
      "Write {{name}} where a value belongs."
    ])
    expect(page.sketch()).not.toContain("<Approve>")
    await page.fill("Body, all channels", "Hi")
    await page.click("Add a reply")
    await page.click("Save")
    expect(page.asked()).toStrictEqual([
      ["POST v3/templates", {
        definition: {
          body: { multiChannel: text("Hi") },
          buttons: [{ id: 1, type: "QUICK_REPLY", props: { text: "Yes", quickReplyType: "custom" } }],
          definitionVersion: "1.0"
        }
      }],
      "GET v3/templates/t2",
      "GET v3/templates/t2/revisions"
    ])
    expect([page.heard(), page.location.hash]).toStrictEqual([["hi is saved."], "#/templates/t2"])
    expect(page.sketch().slice(0, 2)).toStrictEqual(["hi", "APPROVED (go)"])
    expect(page.sketch()).not.toContain("Revisions")
    await page.close()
  })

  it("takes ten buttons, and none again", async () => {
    const page = await open({ hash: "#/templates/new" })
    expect(page.sketch()).not.toContain("<Remove the last button>")
    for (let count = 0; count < 9; count++) await page.click("Add a link")
    expect(page.sketch()).toContain("<Add a link>")
    await page.click("Add a reply")
    expect(page.sketch()).not.toContain("<Add a link>")
    expect(page.sketch()).not.toContain("<Add a reply>")
    expect(page.field("Address of button 9", 0).value).toBe("https://example.com/")
    await page.click("Remove the last button")
    expect(page.sketch()).toContain("<Add a reply>")
    expect(page.sketch()).not.toContain("Button 10, QUICK_REPLY")
    await page.close()
  })

  it("reviews as the carrier's reviewer does, with a sentence for each outcome", async () => {
    const page = await open()
    page.asked()
    for (const name of ["Approve", "Reject", "Pause", "Lift"]) await page.click(name)
    expect(page.asked()).toStrictEqual(
      ["approve", "reject", "pause", "lift"].map((outcome) => ["PUT reviews", { template: "t1", outcome }])
    )
    expect(page.heard()).toStrictEqual([
      "The template is approved.",
      "The template is rejected.",
      "The template is paused.",
      "The pause is over."
    ])
    page.answers({ "PUT reviews": new Error("It is no carrier's.") })
    await page.click("Pause")
    expect(page.heard()).toStrictEqual(["It is no carrier's."])
    await page.close()
  })

  it("says beside the form why it was refused, until it is saved", async () => {
    const page = await open()
    page.answers({ [saved]: new Error("It has flaws.") })
    await page.click("Save")
    expect(page.sketch()).toContain("It has flaws.")
    expect(page.heard()).toStrictEqual([])
    page.answers({ [saved]: Samples.template })
    await page.click("Save")
    expect(page.sketch()).not.toContain("It has flaws.")
    await page.close()
  })

  it("has room for a body of each channel, and no row of buttons for more than that", async () => {
    const page = await open()
    const between = (one: string, other: string) => {
      const all = page.document.body.within().map(({ attributes, classList }) =>
        classList.contains("row") ? "row" : attributes.get("id")
      )
      return all.slice(all.indexOf(one), all.indexOf(other) + 1).filter((each) => each !== undefined)
    }
    expect(between("body-sms", "footer")).toStrictEqual(["body-sms", "row", "footer"])
    for (const channel of ["RCS", "MMS"]) await page.click(`Another body for ${channel}`)
    expect(between("body-sms", "footer")).toStrictEqual(["body-sms", "body-rcs", "body-mms", "footer"])
    await page.close()
  })

  it("is read again when its own template changes, and keeps what somebody wrote", async () => {
    const page = await open()
    await page.fill("Footer", "mine")
    page.asked()
    for (const [type, id] of [["template", "t2"], ["message", "t1"]] as const) {
      await page.tell(type, { template_id: id })
      await page.pass(1000)
    }
    expect(page.asked().filter((each) => typeof each === "string")).toStrictEqual([])
    page.answers({ [isStored]: { ...Samples.template, status: "PAUSED" } })
    await page.tell("template", { template_id: "t1" })
    await page.pass(40)
    expect(page.asked()).toStrictEqual([isStored, revisions])
    expect(page.sketch().slice(0, 2)).toStrictEqual(["order", "PAUSED (wait)"])
    expect(page.field("Footer", 0).value).toBe("mine")
    await page.close()
  })

  it("tells that it cannot be read, and offers no change where none is allowed", async () => {
    const unknown = await open({ hash: "#/templates/t9" })
    expect(unknown.sketch()).toStrictEqual(["Template", "Nobody answers GET v3/templates/t9"])
    await unknown.close()
    const read = await open({ mayWrite: false, isEmulator: false })
    expect(read.sketch().filter((each) => each.startsWith("<"))).toStrictEqual([
      "<Another body for RCS>",
      "<Another body for MMS>",
      "<Add a reply>",
      "<Add a link>",
      "<Remove the last button>"
    ])
    await read.close()
  })
})

describe("the list of templates", () => {
  it("tells of each its standing, its text and its channels", async () => {
    const stop = { ...Samples.template, id: "t2", name: "bye", status: "REJECTED", auto_reply_action: "STOP" }
    const sms = { ...Samples.template, id: "t3", status: "DRAFT", definition: { body: { sms: text("Short") } } }
    const none = { ...Samples.template, id: "t4", status: "PENDING", definition: { body: { rcs: text("Rich") } } }
    const all = "GET v3/templates?page=1&page_size=100"
    const page = await open({
      hash: "#/templates",
      answers: { [all]: { templates: [Samples.template, stop, sms, none], pagination: { total_count: 1234 } } }
    })
    expect(page.asked()).toStrictEqual([all])
    expect(page.sketch()).toStrictEqual(rows(
      "Templates",
      "1,234 templates. Each shows how its channels look.",
      "New template -> #/templates/new",
      ["(go)", "order -> #/templates/t1", "Approved · UTILITY · en_US", "Hi {{0:variable}}", "sms, whatsapp"],
      ["(stop)", "bye -> #/templates/t2", "Rejected · UTILITY · en_US", "Hi {{0:variable}}"],
      "automatic reply to STOP, on sms, whatsapp",
      ["(info)", "order -> #/templates/t3", "Draft · UTILITY · en_US", "Short", "sms, whatsapp"],
      ["(wait)", "order -> #/templates/t4", "Pending · UTILITY · en_US", "sms, whatsapp"]
    ))
    await page.tell("message")
    await page.pass(40)
    expect(page.asked()).toStrictEqual([])
    await page.tell("template")
    await page.pass(40)
    expect(page.asked()).toStrictEqual([all])
    await page.close()
  })

  it("says that it is read, why it is not, and offers a new one only to who may write", async () => {
    const page = await open({ hash: "#/templates", mayWrite: false })
    expect(page.sketch()).toStrictEqual([
      "Templates",
      "Reading…",
      "Nobody answers GET v3/templates?page=1&page_size=100"
    ])
    await page.close()
  })
})
