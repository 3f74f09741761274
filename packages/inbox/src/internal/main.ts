import { render } from "preact"
import { consoleSource } from "./source/consoleSource.ts"
import { emulatorSource } from "./source/emulatorSource.ts"
import { explain } from "./source/source.ts"
import { app } from "./view/app.ts"

const root = document.getElementById("inbox")

const begin = async (place: HTMLElement): Promise<void> => {
  const source = place.dataset["source"] === "console" ? await consoleSource() : emulatorSource
  render(app({ source }), place)
}

if (root !== null) {
  begin(root).catch((error: unknown) => {
    root.textContent = explain(error)
  })
}
