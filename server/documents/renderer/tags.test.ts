import { expect, it } from 'vitest'
import { closePaper, openPaper } from './page.ts'
import { facts, heading, paragraph, table } from './page-blocks.ts'

const ROWS = 60
const draw = () => {
  const paper = openPaper({ title: 'Report', kind: 'Season report', note: 'Harbor', drawnOn: '2026-10-13' })
  heading(paper, 'By match')
  paragraph(paper, 'What each match earned.')
  facts(paper, [['Season', '2026']])
  table(
    paper,
    [
      { head: 'Match', share: 0.7 },
      { head: 'Earned', share: 0.3, align: 'right' },
    ],
    Array.from({ length: ROWS }, (_, index) => ({ cells: [`Match ${index + 1}`, '$5.00'] })),
  )
  return closePaper(paper, 'Drawn on October 13, 2026')
}

it('a document says what its parts are, also in a table across pages, and the same facts give the same bytes', async () => {
  const bytes = await draw()
  expect(bytes.equals(await draw())).toBe(true)
  const text = bytes.toString('latin1')
  const count = (type: string): number => text.match(new RegExp(`/S /${type}\\b`, 'g'))?.length ?? 0
  expect(text).toMatch(/\/MarkInfo/)
  expect(text).toMatch(/\/StructTreeRoot/)
  expect(text.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
  expect({ H1: count('H1'), H2: count('H2'), Table: count('Table') }).toEqual({ H1: 1, H2: 1, Table: 1 })
  // The heads of the columns are read once, though they are on each page; the first cell names its row.
  expect({ TR: count('TR'), TH: count('TH'), TD: count('TD') }).toEqual({
    TR: ROWS + 1,
    TH: ROWS + 2,
    TD: ROWS,
  })
})
