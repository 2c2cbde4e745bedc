import type { Block } from './layout.ts'

/** About what an inbox has room for. */
const LONGEST = 150
const FIGURE =
  /\$\d[\d,]*(?:\.\d\d)?|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b/g

/** Amounts and dates that the subject does not have. */
const hasNews = (subject: string, text: string): boolean =>
  (text.match(FIGURE) ?? []).some((figure) => !subject.includes(figure))

/** The first sentence or figure with an amount or a date; a row of a table only where the mail does not begin with one. */
function newsOf(subject: string, lead: string, blocks: readonly Block[]): string | undefined {
  const said = blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [block.text]
    return block.kind === 'board' ? [`${block.caption}: ${block.figure}.`] : []
  })
  const rows = blocks.flatMap((block) =>
    block.kind === 'table' ? block.rows.map(([label, value]) => `${label}: ${value}.`) : [],
  )
  const isRowNeeded = lead.match(FIGURE) === null
  return [...said, ...(isRowNeeded ? rows : [])].find((text) => hasNews(subject, text))
}

const cut = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`

/** What an inbox shows beside the subject: an amount or a date that it does not say, and how the mail begins (R44). */
export function previewOf(subject: string, blocks: readonly Block[]): string {
  const begins = blocks.find((block) => block.kind === 'paragraph' && !block.text.startsWith('Test mode'))
  const lead = begins?.kind === 'paragraph' ? begins.text : ''
  const news = newsOf(subject, lead, blocks)
  return cut([...new Set([news, lead])].filter(Boolean).join(' '))
}
