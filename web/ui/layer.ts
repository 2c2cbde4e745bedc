import { createContext } from 'react'

/**
 * Where what floats is put: inside the dialog that it belongs to, so that it can be scrolled and reached while
 * everything behind the dialog cannot. Null: at the end of the page.
 */
export const Layer = createContext<HTMLElement | null>(null)

/** Behind what is over the page. As high as that: of two dialogs, the veil of the second covers the first. */
export const veilClass = 'fixed inset-0 z-45 animate-appear bg-veil'
