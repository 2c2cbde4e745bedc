/**
 * What a bank is sent when it disputes a charge: who agreed to what and when, what was earned match by match, what
 * they were emailed and what was charged. As many pages as needed; the same facts give the same bytes.
 */
import { brand } from '#web/content/brand.ts'
import { closePaper, INSIDE, LEFT, openPaper, rule } from './page.ts'
import { heading, record } from './page-blocks.ts'
import { type Ink, putLines } from './page-text.ts'

export type EvidencePart = {
  title: string
  /** Label and value; an empty label makes a paragraph. */
  rows: (readonly [label: string, value: string])[]
}
export type EvidenceFacts = { title: string; subtitle: string; parts: EvidencePart[]; madeOn: string }

const TITLE: Ink = { size: 30, family: 'display', weight: 800 }
const MAX_TITLE_LINES = 3
const TITLE_STEP = 32

export function drawEvidence({ title, subtitle, parts, madeOn }: EvidenceFacts): Promise<Buffer> {
  const paper = openPaper({ title, kind: 'Evidence', note: madeOn, drawnOn: madeOn })
  const place = { x: LEFT, y: paper.y + 18, width: INSIDE }
  paper.y += putLines(paper.doc, title, place, TITLE, MAX_TITLE_LINES) * TITLE_STEP + 4
  record(paper, ['', subtitle])
  for (const part of parts) {
    paper.y += 6
    heading(paper, part.title)
    rule(paper)
    paper.y += 6
    for (const row of part.rows) record(paper, row)
  }
  return closePaper(paper, `${brand.name}, ${madeOn}`)
}
