import type { VNode } from "preact"
import { useLayoutEffect, useState } from "preact/hooks"
import { el, view } from "../element.ts"

const themes = ["system", "light", "dark"] as const
type Theme = (typeof themes)[number]

const place = "signalbox-theme"

/** A browser that keeps nothing for pages follows its system. */
const kept = (): Theme => {
  try {
    return themes.find((theme) => theme === localStorage.getItem(place)) ?? "system"
  } catch {
    return "system"
  }
}

const keep = (theme: Theme): void => {
  try {
    localStorage.setItem(place, theme)
  } catch {
    // The choice then lasts as long as the page.
  }
}

const ThemeButton = (): VNode => {
  const [theme, setTheme] = useState(kept)
  useLayoutEffect(() => {
    if (theme === "system") delete document.documentElement.dataset["theme"]
    else document.documentElement.dataset["theme"] = theme
    keep(theme)
  }, [theme])
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system"
  return el("button.chip", {
    type: "button",
    title: `Change to ${next}`,
    onClick: () => setTheme(next)
  }, `Colours: ${theme}`)
}

/** Goes from the system's colours to light, to dark, and back. */
export const themeButton = (): VNode => view(ThemeButton, {})
