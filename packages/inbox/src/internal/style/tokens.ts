/**
 * Colours, in light and in dark. Colour is a signal here: green is done, amber waits, red has stopped, blue is read or
 * chosen. Each keeps a contrast of 4.5 to 1 on every surface that it stands on, edges of controls 3 to 1.
 */
const light = {
  paper: "#f6f5f1",
  card: "#ffffff",
  ink: "#1d2421",
  soft: "#58625d",
  line: "#dedcd3",
  edge: "#868b86",
  rail: "#efede6",
  go: "#14713f",
  "go-soft": "#e2f1e8",
  wait: "#875600",
  "wait-soft": "#fbf0d9",
  stop: "#b3261e",
  "stop-soft": "#fbe7e4",
  info: "#1c57b0",
  "info-soft": "#e6eefb",
  sms: "#e9e9eb",
  whatsapp: "#d9fdd3",
  rcs: "#d7e6ff",
  mms: "#ece4fa",
  written: "#1c57b0",
  "on-written": "#ffffff",
  phone: "#fbfaf7",
  shadow: "0 1px 2px #0001, 0 6px 24px #0000000f"
}

const dark: typeof light = {
  paper: "#101513",
  card: "#171e1b",
  ink: "#e7ece9",
  soft: "#9fada6",
  line: "#2a3430",
  edge: "#6d7a74",
  rail: "#141a18",
  go: "#4cc38a",
  "go-soft": "#12291f",
  wait: "#f0b23e",
  "wait-soft": "#2c2310",
  stop: "#ff8177",
  "stop-soft": "#331a18",
  info: "#84b1ff",
  "info-soft": "#16233a",
  sms: "#2b3330",
  whatsapp: "#12382a",
  rcs: "#1a2c4d",
  mms: "#2b2342",
  written: "#84b1ff",
  "on-written": "#0c1424",
  phone: "#131917",
  shadow: "0 1px 2px #0006, 0 8px 28px #0005"
}

const declared = (colours: typeof light): string =>
  Object.entries(colours).map(([name, value]) => `--${name}:${value}`).join(";")

/** The page follows the system unless it was told otherwise. */
export const tokens = `
:root{color-scheme:light;${declared(light)}}
:root[data-theme=dark]{color-scheme:dark;${declared(dark)}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${declared(dark)}}}
`
