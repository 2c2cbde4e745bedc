/**
 * Rendered pages hold a placeholder where the nonce of the Content-Security-Policy goes. It is as long as a nonce, so
 * that a page is filled by copying bytes: a hundred times less work than searching its text anew for every answer.
 */
import { randomBytes } from 'node:crypto'

const NONCE_BYTES = 18
/** Their bytes stay at hand, for the pages that are asked for most. */
const MOST_TEMPLATES = 500

/** 24 characters, without padding. */
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url')

type Template = { html: string; bytes: Buffer; places: number[] }

function template(html: string, placeholder: string): Template {
  const bytes = Buffer.from(html)
  const places: number[] = []
  for (let at = bytes.indexOf(placeholder); at >= 0; at = bytes.indexOf(placeholder, at + 1)) places.push(at)
  return { html, bytes, places }
}

export function createNonceFiller() {
  // Guessing it would let a stored text carry a script: it is new with every start of the program.
  const placeholder = newNonce()
  const templates = new Map<string, Template>()

  function templateOf(key: string, html: string): Template {
    const known = templates.get(key)
    if (known?.html === html) return known
    templates.delete(key)
    const made = template(html, placeholder)
    const oldest = templates.size >= MOST_TEMPLATES ? templates.keys().next().value : undefined
    if (oldest !== undefined) templates.delete(oldest)
    templates.set(key, made)
    return made
  }

  return {
    placeholder,
    /** A page that is kept under this key. */
    fillKept(key: string, html: string, nonce: string): Uint8Array<ArrayBuffer> {
      const { bytes, places } = templateOf(key, html)
      const filled = new Uint8Array(bytes)
      const text = Buffer.from(filled.buffer)
      for (const place of places) text.write(nonce, place, 'latin1')
      return filled
    },
    fill: (html: string, nonce: string): string => html.replaceAll(placeholder, nonce),
  }
}
