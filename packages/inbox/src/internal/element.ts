/**
 * Elements with checked properties: Preact's own `h` takes any properties for any tag.
 */
import type { ComponentChildren, JSX, VNode } from "preact"
import { h } from "preact"

type Tags = JSX.IntrinsicElements
type Tag = keyof Tags & string
/** A tag with its classes, such as `span.lamp.go`. */
type Selector = Tag | `${Tag}.${string}`
type TagOf<S extends string> = S extends `${infer Name}.${string}` ? Name & Tag : S & Tag

/** Makes an element. Classes of the selector come before those of the properties. */
export const el = <const S extends Selector>(
  selector: S,
  properties: Tags[TagOf<S>],
  ...children: ReadonlyArray<ComponentChildren>
): VNode => {
  const [tag = "div", ...classes] = selector.split(".")
  const given: { readonly class?: unknown } = properties
  const all = [...classes, ...typeof given.class === "string" && given.class !== "" ? [given.class] : []].join(" ")
  return h(tag, { ...properties, ...(all === "" ? {} : { class: all }) } as object, ...children)
}

/** Makes an element of a component, with its properties and the key that tells it from its neighbours. */
export const view = <P extends object>(
  component: (properties: P) => VNode | null,
  properties: P & { readonly key?: string | number }
): VNode => h(component as (properties: object) => VNode | null, properties as object)
