/**
 * A browser that translates a page replaces each text node with a `<font>` that holds the translation, and React goes on with
 * the node that is gone: a new amount would never be shown, and removing the text would end the page with an error. Here the
 * node that was replaced and what stands for it stay one thing, for every page at once. The translator then translates what
 * is new again.
 */
const standIns = new WeakMap<Node, Element>()

const isFont = (node: Node | null | undefined): node is HTMLElement =>
  node instanceof HTMLElement && node.tagName === 'FONT'

/** Also where a translator first adds the one and then removes the other. */
function note(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const [text] = removedNodes
    if (!(text instanceof Text)) continue
    const font = [addedNodes[0], previousSibling, nextSibling].find(isFont)
    if (font) standIns.set(text, font)
  }
}

/** Before React hydrates: the page may be translated at any moment from then on. */
export function surviveTranslation(): void {
  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })

  /** What stands on the page for a node that is not there, if anything does. */
  const standInOf = (node: Node): Element | null => {
    if (node.isConnected) return null
    note(observer.takeRecords())
    const font = standIns.get(node)
    return font?.isConnected ? font : null
  }
  /** The child of `parent` that is the node, stands for it, or contains it. */
  const placeIn = (parent: Node, node: Node): Node | null => {
    let at: Node | null = node.isConnected ? node : standInOf(node)
    while (at && at.parentNode !== parent) at = at.parentNode
    return at
  }

  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const place = child.parentNode === this ? child : placeIn(this, child)
    removeChild.call(this, place ?? child)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    standInOf(node)?.remove()
    const place = before && before.parentNode !== this ? placeIn(this, before) : before
    insertBefore.call(this, node, place ?? before)
    return node
  }
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    enumerable: true,
    get(this: Text): string | null {
      return value?.get?.call(this)
    },
    set(this: Text, text: string | null) {
      value?.set?.call(this, text)
      standInOf(this)?.replaceWith(this)
    },
  })
}
