import { createContext } from 'react'

/**
 * Where floating elements are rendered: inside the dialog they belong to, so that they can be scrolled and reached while
 * everything behind the dialog is inert. Null: at the end of the page.
 */
export const Layer = createContext<HTMLElement | null>(null)

/** Behind what is over the page, at the same z-index: of two dialogs, the second's veil covers the first. */
export const veilClass = 'fixed inset-0 z-45 animate-appear bg-veil'
