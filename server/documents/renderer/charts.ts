/** Charts as lines and areas: sharp at any size, and distinct without color. */
import { demandRoom, INK, INSIDE, LEFT, LINE, type Paper, QUIET, SUNKEN, TURF } from './page.ts'
import { put } from './page-text.ts'

type Look = 'pledged' | 'earned' | 'collected'
type Box = { x: number; y: number; width: number; height: number }

/** Outlined, striped, solid. */
function bar({ doc }: Paper, look: Look, { x, y, width, height }: Box): void {
  if (width <= 0) return
  doc.lineWidth(1.25).strokeColor(TURF)
  if (look === 'collected') doc.rect(x, y, width, height).fillAndStroke(TURF, TURF)
  if (look === 'pledged') doc.rect(x, y, width, height).stroke()
  if (look !== 'earned') return
  doc.save().rect(x, y, width, height).clip().lineWidth(3)
  for (let at = x - height; at < x + width; at += 6.5)
    doc
      .moveTo(at, y + height)
      .lineTo(at + height, y)
      .stroke()
  doc.restore()
  doc.lineWidth(1.25).strokeColor(TURF).rect(x, y, width, height).stroke()
}

type Lane = { look: Look; label: string; text: string; value: number }

/** Three lanes to one finish line; never stacked, never summed. */
export function lanes(
  paper: Paper,
  given: { goal: { label: string; value: number }; lanes: readonly Lane[] },
): void {
  const { doc } = paper
  const height = 20
  const step = 36
  const name = 78
  const figure = 112
  demandRoom(paper, given.lanes.length * step + 40)
  const x = LEFT + name
  const width = INSIDE - name - figure
  const largest = Math.max(1, given.goal.value, ...given.lanes.map(({ value }) => value))
  const top = paper.y + 22
  const finish = x + (width * given.goal.value) / largest
  put(
    doc,
    given.goal.label,
    { x: finish - 160, y: top - 7, width: 160, align: 'right' },
    { size: 9, color: QUIET },
  )
  given.lanes.forEach(({ look, label, text, value }, index) => {
    const y = top + index * step
    put(doc, label, { x: LEFT, y: y + 15, width: name }, { size: 12, weight: 700 })
    doc.rect(x, y, width, height).fill(SUNKEN)
    bar(paper, look, { x, y, width: (width * Math.max(0, value)) / largest, height })
    const place = { x: x + width, y: y + 16, width: figure, align: 'right' } as const
    put(doc, text, place, { size: 19, family: 'display', weight: 800 })
  })
  const bottom = top + (given.lanes.length - 1) * step + height
  doc
    .lineWidth(1.5)
    .strokeColor(INK)
    .moveTo(finish, top - 4)
    .lineTo(finish, bottom + 4)
    .stroke()
  paper.y = bottom + 24
}

type Result = {
  name: string
  value: number
  text: string
  lastYear: number | null
  target: number | null
  note: string
}

/** A result as a bar; last year is a dashed line, the target a solid one. */
export function resultBars(paper: Paper, results: readonly Result[]): void {
  const { doc } = paper
  const height = 12
  const step = 30
  const name = 130
  const figure = 60
  const x = LEFT + name
  const width = INSIDE - name - figure
  for (const { name: label, value, text, lastYear, target, note } of results) {
    demandRoom(paper, step + 8)
    const largest = Math.max(1, value, lastYear ?? 0, target ?? 0)
    const y = paper.y + 4
    const at = (one: number) => x + (width * one) / largest
    put(doc, label, { x: LEFT, y: y + 10, width: name - 10 }, { size: 10, weight: 700 })
    doc.rect(x, y, width, height).fill(SUNKEN)
    if (value > 0) doc.rect(x, y, at(value) - x, height).fill(TURF)
    const mark = (one: number | null, isDashed: boolean) => {
      if (one === null || one <= 0) return
      doc.save().lineWidth(1.5).strokeColor(INK)
      if (isDashed) doc.dash(2.5, { space: 2 })
      doc
        .moveTo(at(one), y - 3)
        .lineTo(at(one), y + height + 3)
        .stroke()
        .restore()
    }
    mark(lastYear, true)
    mark(target, false)
    put(
      doc,
      text,
      { x: x + width, y: y + 11, width: figure, align: 'right' },
      { size: 14, family: 'display', weight: 800 },
    )
    put(doc, note, { x, y: y + height + 11, width }, { size: 8.5, color: QUIET })
    paper.y += step
  }
  if (results.length > 0) paper.y += 8
}

type Column = { label: string; value: number }

/** What each match earned, in order, with three reference lines. */
export function columnsChart(
  paper: Paper,
  columns: readonly Column[],
  textOf: (value: number) => string,
): void {
  const { doc } = paper
  const height = 110
  const name = 64
  demandRoom(paper, height + 34)
  const x = LEFT + name
  const width = INSIDE - name
  const top = paper.y + 8
  const largest = Math.max(1, ...columns.map(({ value }) => value))
  for (const part of [0, 0.5, 1]) {
    const y = top + height * (1 - part)
    doc
      .lineWidth(0.6)
      .strokeColor(part === 0 ? INK : LINE)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke()
    put(
      doc,
      textOf(largest * part),
      { x: LEFT, y: y + 3, width: name - 8, align: 'right' },
      { size: 8.5, color: QUIET },
    )
  }
  const step = width / columns.length
  const inside = Math.min(26, step * 0.68)
  const every = Math.ceil(30 / step)
  columns.forEach(({ label, value }, index) => {
    const left = x + index * step + (step - inside) / 2
    const tall = (height * Math.max(0, value)) / largest
    bar(paper, 'earned', { x: left, y: top + height - tall, width: inside, height: tall })
    if (index % every === 0) put(doc, label, { x: left - 2, y: top + height + 12 }, { size: 8, color: QUIET })
  })
  paper.y = top + height + 26
}
