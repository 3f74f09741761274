import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { lamp } from "../part/lamp.ts"
import { explain } from "../source/source.ts"
import { plural } from "../words.ts"

type Answer = 204 | 500 | "hang" | { readonly status: number; readonly delay_ms: number }

interface Receiver {
  readonly name: string
  readonly answer: Answer
  readonly got: ReadonlyArray<unknown>
}

const answers: ReadonlyArray<readonly [Answer, string]> = [
  [204, "takes it (204)"],
  [500, "fails (500)"],
  ["hang", "never answers"],
  [{ status: 204, delay_ms: 3000 }, "takes it after 3 s"]
]

const same = (one: Answer, other: Answer): boolean => JSON.stringify(one) === JSON.stringify(other)

const Receivers = (): VNode | null => {
  const inbox = useInbox()
  const { reload, value } = useLoaded(inbox.live, {
    key: "receivers",
    load: () => control<ReadonlyArray<Receiver>>(inbox, "GET", "receivers"),
    wakes: ({ type }) => type === "delivery"
  })
  if (value === null || value.length === 0) return null
  const set = (name: string, answer: Answer) => (): void => {
    control(inbox, "PUT", `receivers/${name}`, { answer }).then(reload, (error: unknown) => inbox.say(explain(error)))
  }
  return el(
    "section",
    { "aria-labelledby": "receivers", style: { marginTop: "18px" } },
    el("h2", { id: "receivers", style: { fontSize: "14px", marginBottom: "8px" } }, "Built-in receivers"),
    el(
      "ul.stack",
      {},
      ...value.map(({ answer, got, name }) => {
        return el(
          "li",
          { key: name },
          el(
            "div.row",
            {},
            lamp(same(answer, 204) ? "go" : same(answer, 500) ? "stop" : "wait"),
            el("b", {}, name),
            el("span.soft.push", {}, `${plural(got.length, "request")} so far`)
          ),
          el(
            "div.row",
            {},
            ...answers.map(([each, words]) =>
              el("button.chip", {
                type: "button",
                key: words,
                "aria-pressed": same(each, answer),
                onClick: set(name, each)
              }, words)
            )
          )
        )
      })
    )
  )
}

/** The receivers of the emulator, with switches for what they answer. */
export const receivers = (): VNode => view(Receivers, { key: "receivers" })
