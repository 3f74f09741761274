import { render } from "preact"
import { emulatorSource } from "./source/emulatorSource.ts"
import { app } from "./view/app.ts"

const root = document.getElementById("inbox")
if (root !== null) render(app({ source: emulatorSource }), root)
