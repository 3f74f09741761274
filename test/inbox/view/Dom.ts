/**
 * As much of a document as the views use: elements, their events, and what a view finds by a selector. What a browser
 * makes of a page is asked of a browser; here a view answers within a millisecond.
 */

export interface Happening {
  readonly type: string
  readonly target: Element
  readonly currentTarget: Element
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly preventDefault: () => void
  readonly stopPropagation: () => void
}

export type Hearer = (happening: Happening) => void

export class Text {
  readonly nodeType = 3
  readonly childNodes: ReadonlyArray<never> = []
  readonly firstChild = null
  parentNode: Element | null = null
  data: string

  constructor(data: string) {
    this.data = data
  }

  get nextSibling(): Child | null {
    return behind(this)
  }

  remove(): void {
    this.parentNode?.removeChild(this)
  }

  insertBefore(): never {
    throw new Error("A text has no children.")
  }

  appendChild(): never {
    throw new Error("A text has no children.")
  }

  removeChild(): never {
    throw new Error("A text has no children.")
  }
}

export type Child = Element | Text

const behind = (child: Child): Child | null => {
  const all = child.parentNode?.childNodes ?? []
  return all[all.indexOf(child) + 1] ?? null
}

/** One step of a selector, such as `li`, `.rows` or `dialog[open]`. */
const meets = (element: Element, step: string): boolean => {
  const [tag = ""] = /^[a-z0-9]*/.exec(step) ?? []
  const classes = [...step.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name)
  const attributes = [...step.matchAll(/\[([\w-]+)(?:="?([^\]"]*)"?)?\]/g)]
  return (tag === "" || element.localName === tag) && classes.every((name) => element.classList.contains(name)) &&
    attributes.every(([, name = "", value]) =>
      value === undefined ? element.attributes.has(name) : element.attributes.get(name) === value
    )
}

/** A selector whose steps stand within each other, or directly so behind a `>`. */
const matches = (element: Element, steps: ReadonlyArray<string>): boolean => {
  const [last = "", before] = [steps.at(-1), steps.at(-2)]
  if (!meets(element, last)) return false
  if (before === undefined) return true
  const isDirect = before === ">"
  const rest = steps.slice(0, isDirect ? -2 : -1)
  for (let above = element.parentNode; above !== null; above = above.parentNode) {
    if (matches(above, rest)) return true
    if (isDirect) return false
  }
  return false
}

export class Element {
  readonly nodeType = 1
  readonly attributes = new Map<string, string>()
  readonly childNodes: Array<Child> = []
  readonly style: Record<string, string> = {}
  readonly dataset: Record<string, string> = {}
  readonly localName: string
  readonly ownerDocument: Document
  parentNode: Element | null = null
  scrollTop = 0
  scrollHeight = 0
  clientHeight = 640
  offsetWidth = 390
  /** How often somebody scrolled here. */
  scrolls = 0
  readonly #hearers = new Map<string, Set<Hearer>>()

  constructor(localName: string, ownerDocument: Document) {
    this.localName = localName
    this.ownerDocument = ownerDocument
  }

  get firstChild(): Child | null {
    return this.childNodes[0] ?? null
  }

  get nextSibling(): Child | null {
    return behind(this)
  }

  get textContent(): string {
    return this.childNodes.map((child) => child instanceof Text ? child.data : child.textContent).join("")
  }

  set textContent(text: string) {
    while (this.childNodes.length > 0) this.firstChild?.remove()
    this.appendChild(new Text(text))
  }

  get classList() {
    const all = (): Set<string> =>
      new Set((this.attributes.get("class") ?? "").split(" ").filter((name) => name !== ""))
    const put = (names: Set<string>): void => void this.attributes.set("class", [...names].join(" "))
    return {
      contains: (name: string): boolean => all().has(name),
      add: (name: string): void => put(all().add(name)),
      remove: (name: string): void => put(new Set([...all()].filter((each) => each !== name)))
    }
  }

  insertBefore(child: Child, next: Child | null): Child {
    child.remove()
    const place = next === null ? this.childNodes.length : this.childNodes.indexOf(next)
    if (place < 0) throw new Error("It stands before what is not here.")
    this.childNodes.splice(place, 0, child)
    child.parentNode = this
    return child
  }

  appendChild(child: Child): Child {
    return this.insertBefore(child, null)
  }

  append(child: Child): void {
    this.appendChild(child)
  }

  removeChild(child: Child): Child {
    this.childNodes.splice(this.childNodes.indexOf(child), 1)
    child.parentNode = null
    return child
  }

  remove(): void {
    this.parentNode?.removeChild(this)
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value))
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name)
  }

  addEventListener(type: string, hearer: Hearer): void {
    this.#hearers.set(type, (this.#hearers.get(type) ?? new Set()).add(hearer))
  }

  removeEventListener(type: string, hearer: Hearer): void {
    this.#hearers.get(type)?.delete(hearer)
  }

  hear(happening: Happening): void {
    for (const hearer of this.#hearers.get(happening.type) ?? []) hearer.call(this, happening)
  }

  focus(): void {
    this.ownerDocument.activeElement = this
  }

  select(): void {
    this.ownerDocument.selected = this
  }

  scrollIntoView(): void {
    this.scrolls++
  }

  showModal(): void {
    this.attributes.set("open", "")
  }

  close(): void {
    this.attributes.delete("open")
  }

  within(): ReadonlyArray<Element> {
    return this.childNodes.flatMap((child) => child instanceof Text ? [] : [child, ...child.within()])
  }

  querySelectorAll(selector: string): ReadonlyArray<Element> {
    const all = selector.split(",").map((each) => each.trim().split(/\s+/))
    return this.within().filter((element) => all.some((steps) => matches(element, steps)))
  }

  closest(selector: string): Element | null {
    const all = selector.split(",").map((each) => [each.trim()])
    return all.some((steps) => matches(this, steps)) ? this : this.parentNode?.closest(selector) ?? null
  }
}

/** An element that somebody fills in. */
export class Field extends Element {
  value = ""
  checked = false
}

const fields = new Set(["input", "textarea", "select"])

export class Document {
  readonly documentElement: Element = new Element("html", this)
  readonly body: Element = new Element("body", this)
  readonly baseURI = "http://emulator/"
  title = ""
  visibilityState = "visible"
  activeElement: Element | null = null
  /** Whatever was selected last, for a copy. */
  selected: Element | null = null
  /** The texts that were copied without a clipboard. */
  readonly copied: Array<string> = []

  constructor() {
    this.documentElement.append(this.body)
  }

  createElement(localName: string): Element {
    return fields.has(localName) ? new Field(localName, this) : new Element(localName, this)
  }

  createElementNS(_: string, localName: string): Element {
    return this.createElement(localName)
  }

  createTextNode(text: string): Text {
    return new Text(text)
  }

  getElementById(id: string): Element | null {
    return this.documentElement.within().find((element) => element.attributes.get("id") === id) ?? null
  }

  querySelectorAll(selector: string): ReadonlyArray<Element> {
    return this.documentElement.querySelectorAll(selector)
  }

  execCommand(name: string): void {
    if (name === "copy" && this.selected instanceof Field) this.copied.push(this.selected.value)
  }
}
