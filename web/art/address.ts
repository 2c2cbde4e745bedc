/** The URL of a campaign's drawn picture. Separate from the drawing code, which the browser never needs. */
const VARIANTS = 8

/** The same campaign always gets the same camera. */
export const variantOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % VARIANTS

export const artPath = (cause: string, id: string, size: 'card' | 'wide'): string =>
  `/art/${cause}-${variantOf(id)}${size === 'wide' ? '-wide' : ''}.svg`
