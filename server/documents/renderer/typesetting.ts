/** Lines of text on a page, set in runs (a letter may be in the other family) and measured, so that long text fits or breaks. */
import { keepLetters } from './glyphs.ts'
import { type Face, printedRuns } from './typefaces.ts'

type Doc = PDFKit.PDFDocument
export type Setting = { faces: readonly Face[]; size: number }
type Lines = { lines: string[]; size: number }

/** Between baselines, as a fraction of the size. */
const LEADING = { display: 0.98, text: 1.32 } as const

/** pdfkit can embed a typeface that fontkit has already parsed; its types allow only the bytes. */
const sourceOf = ({ font }: Face) => font as unknown as Uint8Array

function use(doc: Doc, { face, size }: { face: Face; size: number }): void {
  doc.registerFont(face.name, sourceOf(face)).font(face.name).fontSize(size)
  keepLetters(doc)
}

export function widthOf(doc: Doc, text: string, { faces, size }: Setting): number {
  return (printedRuns(text, faces) ?? []).reduce((width, run) => {
    use(doc, { face: run.face, size })
    return width + doc.widthOfString(run.text)
  }, 0)
}

/** Sets one line with its baseline at `y`. */
export function setLine(
  doc: Doc,
  text: string,
  at: { x: number; y: number },
  { faces, size }: Setting,
): void {
  let { x } = at
  for (const { face, text: part } of printedRuns(text, faces) ?? []) {
    use(doc, { face, size })
    doc.text(part, x, at.y, { lineBreak: false, baseline: 'alphabetic' })
    x += doc.widthOfString(part)
  }
}

/** As many letters as fit, and the rest; at least one, so that it terminates. */
function broken(doc: Doc, word: string, width: number, setting: Setting): [string, string] {
  const letters = [...word]
  let count = letters.length
  while (count > 1 && widthOf(doc, letters.slice(0, count).join(''), setting) > width) count -= 1
  return [letters.slice(0, count).join(''), letters.slice(count).join('')]
}

/** The text in lines of this width, broken between words, or within a single word that is too long. */
export function linesOf(doc: Doc, text: string, width: number, setting: Setting): string[] {
  const lines: string[] = []
  let line = ''
  const words = text.split(' ')
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(doc, longer, setting) <= width) line = longer
    else if (line) {
      lines.push(line)
      line = ''
      words.unshift(word)
    } else {
      const [head, rest] = broken(doc, word, width, setting)
      lines.push(head)
      if (rest) words.unshift(rest)
    }
  }
  return line ? [...lines, line] : lines
}

type Box = { width: number; most: number; sizes: readonly number[] }

/** The largest of these sizes that needs no more lines than `most`; at the smallest, excess text is cut off. */
export function fitted(doc: Doc, text: string, faces: readonly Face[], { width, most, sizes }: Box): Lines {
  let lines: string[] = []
  let size = 0
  for (size of sizes) {
    lines = linesOf(doc, text, width, { faces, size })
    if (lines.length <= most) return { lines, size }
  }
  const last = [...(lines[most - 1] ?? '')]
  while (last.length > 1 && widthOf(doc, `${last.join('')}…`, { faces, size }) > width) last.pop()
  return { lines: [...lines.slice(0, most - 1), `${last.join('').trimEnd()}…`], size }
}

/** Sets lines below each other, with the first one's capitals starting at `y`. @returns where the next element may start. */
export function setLines(
  doc: Doc,
  { lines, size }: Lines,
  at: { x: number; y: number },
  faces: readonly Face[],
  leading: keyof typeof LEADING,
): number {
  const step = size * LEADING[leading]
  lines.forEach((line, index) => {
    setLine(doc, line, { x: at.x, y: at.y + size * 0.74 + index * step }, { faces, size })
  })
  return at.y + lines.length * step
}
