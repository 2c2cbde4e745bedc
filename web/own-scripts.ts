/**
 * The scripts that a page itself renders, by their hash: the Content-Security-Policy allows these and no other inline script.
 * A hash of whatever script is found in a page, or of one that begins like ours, would also allow one that somebody got into
 * it. So the renderer marks its own: React and the router write a `nonce` on each script they render, here a random text
 * that nobody outside of this one rendering ever sees, and that is removed again before the page leaves the renderer.
 */
import { createHash, randomUUID } from 'node:crypto'

export const newMark = (): string => randomUUID()

/** What the policy calls a script with exactly this text. */
export const sourceOf = (script: string | Buffer): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The page without its marks, and what the policy calls the scripts that had one. */
export function takeMarks(marked: Buffer, mark: string): { html: Buffer; sources: string[] } {
  const attribute = Buffer.from(` nonce="${mark}"`)
  const sources = new Set<string>()
  const pieces: Buffer[] = []
  let start = 0
  for (let at = marked.indexOf(attribute); at >= 0; at = marked.indexOf(attribute, start)) {
    pieces.push(marked.subarray(start, at))
    start = at + attribute.length
    const script = scriptAround(marked, at)
    if (script) sources.add(sourceOf(script))
  }
  return { html: Buffer.concat([...pieces, marked.subarray(start)]), sources: [...sources] }
}

/** The text of the script whose tag is here; null in another element's. React escapes `<` and `>` in attributes. */
function scriptAround(html: Buffer, at: number): Buffer | null {
  const tag = html.lastIndexOf('<', at)
  if (html.toString('latin1', tag, tag + '<script'.length) !== '<script') return null
  return html.subarray(html.indexOf('>', at) + 1, html.indexOf('</script>', at))
}
