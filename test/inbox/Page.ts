/**
 * An emulator with its inbox in a Chromium, shared by the tests of a file.
 */
import type { Browser, BrowserContext, Page } from "playwright-core"
import * as Chromium from "../browser/Chromium.ts"
import type { EmulatorProcess } from "../emulator/EmulatorProcess.ts"
import * as Emulators from "../emulator/EmulatorProcess.ts"

export interface Shown {
  readonly page: Page
  readonly context: BrowserContext
  /** Everything that a page said it does not like, and each request to another host. */
  readonly wrong: Array<string>
}

export interface Options {
  readonly width?: number
  readonly height?: number
  readonly theme?: "light" | "dark"
  /** A context in which other pages are open already. */
  readonly context?: BrowserContext
}

export interface Inbox {
  readonly url: string
  readonly apiKey: string
  /** Opens an address of the inbox, such as `#/phones`. */
  readonly open: (address: string, options?: Options) => Promise<Shown>
  /** Asks the API or the control as a client beside the page does. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly stop: () => Promise<void>
}

/** An answer of the API, or what the control answers, which is different for each call. */
// oxlint-disable-next-line typescript/no-explicit-any -- Tests look into answers of a dozen calls.
export type Answer = any

const key = "11111111-1111-4111-8111-111111111111"

export const start = async (): Promise<Inbox> => {
  let emulator: EmulatorProcess | undefined
  let browser: Browser | undefined
  const stop = async (): Promise<void> => {
    await browser?.close()
    await emulator?.stop()
  }
  try {
    ;[emulator, browser] = await Promise.all([Emulators.start({ API_KEY: key }), Chromium.launch()])
  } catch (error) {
    await stop()
    throw error
  }
  const { apiKey, url } = emulator
  const running = browser
  return {
    url,
    apiKey,
    stop,
    ask: async (method, path, body) => {
      const answer = await fetch(`${url}/${path}`, {
        method,
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      const json = JSON.parse(text) as Answer
      return json?.data ?? json
    },
    open: async (address, { context: given, height = 920, theme = "light", width = 1560 } = {}) => {
      const wrong: Array<string> = []
      const context = given ?? await running.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: "reduce",
        timezoneId: "UTC"
      })
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      page.on("request", (request) => {
        if (new URL(request.url()).origin !== url) wrong.push(`asked ${request.url()}`)
      })
      page.on("pageerror", (error) => wrong.push(String(error)))
      page.on("console", (message) => {
        if (message.type() === "error") wrong.push(message.text())
      })
      await page.goto(`${url}/${address}`)
      await page.locator(".frame").waitFor()
      return { page, context, wrong }
    }
  }
}
