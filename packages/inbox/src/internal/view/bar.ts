import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { go, link, useInbox } from "../inbox.ts"
import type { Clock } from "../source/shapes.ts"
import { brand } from "./brand.ts"
import { clock } from "./clock.ts"
import { quietHours } from "./quietHours.ts"
import { resetButton } from "./resetButton.ts"
import { search } from "./search.ts"
import { themeButton } from "./themeButton.ts"

interface Properties {
  readonly time: Clock | null
  /** Called when an account's own settings may have changed. */
  readonly onChange: () => void
}

const Bar = ({ onChange, time }: Properties): VNode => {
  const inbox = useInbox()
  const { account, accounts, address, source } = inbox
  const choose = (id: string): void => {
    const chosen = accounts.find((each) => each.id === id)
    if (chosen !== undefined) go(link({ ...inbox, account: chosen }, address.view))
  }
  return el(
    "header.bar",
    {},
    brand(link(inbox, "phones")),
    accounts.length < 2 ? el("span.soft", {}, account.name) : el(
      "select.chip",
      {
        "aria-label": "Account",
        value: account.id,
        onChange: ({ currentTarget }) => choose(currentTarget.value)
      },
      ...accounts.map(({ id, name }) => el("option", { value: id, key: id }, name))
    ),
    search(),
    source.control === null ? null : clock({ time }),
    source.control === null ? null : quietHours({ onChange }),
    source.control === null ? null : resetButton(),
    themeButton()
  )
}

/** The bar above all views: the account, the search, and the time. */
export const bar = (properties: Properties): VNode => view(Bar, properties)
