import DefaultTheme from "vitepress/theme-without-fonts"
import { watchSearch } from "./search.ts"
import "./style.css"

export default {
  extends: DefaultTheme,
  enhanceApp: () => {
    if (typeof document !== "undefined") watchSearch()
  }
}
