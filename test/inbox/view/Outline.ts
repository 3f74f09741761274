/**
 * A part of a page as text, an element a line with all its attributes and, behind it, what it says by itself: whatever
 * a sketch leaves out stands here, such as classes, labels and places of the keyboard.
 */
import type { Element } from "./Dom.ts"
import { Field, Text } from "./Dom.ts"

const instant = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

const stateOf = (element: Element): ReadonlyArray<string> =>
  element instanceof Field
    ? [...element.value === "" ? [] : [` .value=${element.value}`], ...element.checked ? [" .checked"] : []]
    : []

const lines = (element: Element, depth: number): ReadonlyArray<string> => {
  const attributes = [
    ...[...element.attributes].map(([name, value]) => ` ${name}=${JSON.stringify(value)}`),
    ...Object.entries(element.style).map(([name, value]) => ` style.${name}=${JSON.stringify(value)}`)
  ]
  return [
    "  ".repeat(depth) + element.localName + attributes.toSorted().join("") + stateOf(element).join(""),
    ...element.childNodes.flatMap((child) =>
      child instanceof Text
        ? child.data.trim() === "" ? [] : ["  ".repeat(depth + 1) + JSON.stringify(child.data)]
        : lines(child, depth + 1)
    )
  ]
}

/** Returns the outline of an element, in which no instant stands, whose text depends on where the machine is. */
export const outline = (element: Element | undefined): string =>
  element === undefined ? "" : `${lines(element, 0).join("\n")}\n`.replaceAll(instant, "INSTANT")
