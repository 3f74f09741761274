/**
 * VitePress calls its search box a button and each result an option of a list box, with links and buttons within, which
 * screen readers cannot tell. Here the box is a dialog, and its results are a list of links.
 */
const mend = (box: Element): void => {
  box.setAttribute("role", "dialog")
  box.setAttribute("aria-modal", "true")
  box.setAttribute("aria-label", "Search")
  for (const name of ["aria-owns", "aria-expanded", "aria-haspopup", "aria-labelledby"]) box.removeAttribute(name)
  const input = box.querySelector("#localsearch-input")
  input?.setAttribute("aria-label", "Search")
  for (const name of ["aria-labelledby", "aria-activedescendant", "aria-autocomplete"]) input?.removeAttribute(name)
  const list = box.querySelector("ul.results")
  for (const name of ["role", "aria-labelledby"]) list?.removeAttribute(name)
  for (const item of box.querySelectorAll("ul.results > li")) {
    for (const name of ["role", "aria-selected"]) item.removeAttribute(name)
    item.querySelector("a")?.removeAttribute("aria-label")
  }
  for (const key of box.querySelectorAll("kbd")) key.removeAttribute("aria-label")
}

/** Mends the box whenever it opens and whenever its results change. */
export const watchSearch = (): void => {
  const inBox = new MutationObserver(() => mendAll())
  const mendAll = (): void => {
    const box = document.querySelector(".VPLocalSearchBox")
    if (box === null) return
    mend(box)
    // What is mended here must not be told again.
    inBox.takeRecords()
    inBox.observe(box, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["role", "aria-selected", "aria-activedescendant"]
    })
  }
  new MutationObserver(mendAll).observe(document.body, { childList: true })
}
