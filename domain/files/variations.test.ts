/** R19, R72: what a file says is read right, or somebody is asked or told; never a wrong value in silence. */
import { describe, expect, it } from 'vitest'
import { type Truth, type Variation, variation } from '#tests/variations.ts'
import { dateTimeIn } from '../places/zone.ts'
import { decodeFile } from './decode.ts'
import { FileProblem } from './file.ts'
import { type MatchRow, type Reading, readSeason } from './read.ts'

const FILES = 2_000
/** As many failures as anyone reads. */
const SHOWN = 10

/** A row as it is compared: what the file says of it. */
const shown = ({ lines, day, time, opponent, venue, isCalledOff, figures }: Truth): string =>
  [
    `lines ${lines.join(',')}`,
    day,
    time ?? 'no time',
    opponent ?? 'nobody',
    venue ?? 'anywhere',
    ...(isCalledOff ? ['called off'] : []),
    ...Object.entries(figures)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`),
  ].join(' | ')

function truthOf(row: MatchRow, timeZone: string): Truth {
  const { lines, start, hasTime, opponent, venue, isCalledOff, figures } = row
  const [day = null, clock = null] = start ? dateTimeIn(timeZone, start).split('T') : []
  return {
    lines,
    day,
    time: hasTime ? clock : null,
    opponent,
    venue,
    isCalledOff,
    figures: Object.fromEntries(figures.map(({ statisticId, quantity }) => [statisticId, quantity])),
  }
}

/** A file that cannot be read at all says so. */
function attempt(...given: Parameters<typeof readSeason>): Reading {
  try {
    return readSeason(...given)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const format = { id: 'none', name: 'None', place: 'season' as const }
    return {
      format,
      name: null,
      isFinal: true,
      head: null,
      columns: [],
      problems: [error.message],
      rows: [],
      questions: [],
      errors: [],
      skipped: [],
      leftOutIds: [],
    }
  }
}

type Outcome = { wrong: string[]; isClean: boolean; reading: Reading; text: string }

function read({ bytes, known, rows: expected }: Variation, answers: Record<string, string>): Outcome {
  const { text } = decodeFile(bytes)
  const reading = attempt(text, known, { columns: {}, answers, leftOut: new Set() })
  const open = reading.questions.filter(({ id }) => answers[id] === undefined)
  const told = new Set([...reading.errors, ...reading.skipped, ...open].map(({ line }) => line))
  const isToldOf = ({ lines }: { lines: number[] }): boolean =>
    reading.problems.length > 0 || told.has(null as never) || lines.some((line) => told.has(line))
  const byLine = new Map(expected.map((row) => [row.lines[0], row]))
  const found = new Set<Truth>()
  const wrong = reading.rows.flatMap((row): string[] => {
    const truth = byLine.get(row.line)
    const is = truthOf(row, known.timeZone)
    if (!truth) return [`additional: ${shown(is)}`]
    found.add(truth)
    // While something about the whole file is open, what is missing is no claim; what is there has to be right.
    const isPartial = isToldOf(truth)
    const figures = isPartial
      ? Object.fromEntries(Object.entries(truth.figures).filter(([name]) => name in is.figures))
      : truth.figures
    const [lines, time] = isPartial ? [is.lines, is.time && truth.time] : [truth.lines, truth.time]
    const said = { ...truth, figures, lines, time }
    const isSummed = isPartial && truth.lines.length > 1
    return shown(said) === shown(is) || isSummed ? [] : [`is     ${shown(is)}\n  truth  ${shown(said)}`]
  })
  const missing = expected
    .filter((row) => !found.has(row) && !isToldOf(row))
    .map((row) => `missing: ${shown(row)}`)
  const isComplete = expected.every((row) => found.has(row)) && reading.errors.length === 0
  return {
    wrong: [...wrong, ...missing],
    reading,
    text,
    isClean: isComplete && open.length === 0 && reading.problems.length === 0,
  }
}

const all = Array.from({ length: FILES }, (_, index) => ({ seed: index + 1, file: variation(index + 1) }))
const report = (seed: number, { kind }: Variation, found: readonly string[], text: string): string =>
  `file ${seed} (${kind}):\n  ${found.slice(0, 3).join('\n  ')}\n${text.slice(0, 500)}`

describe('of files as people and programs write them', () => {
  it('none is read wrong in silence, and nearly all without a question', () => {
    let clean = 0
    const wrong: string[] = []
    const clear = all.filter(({ file }) => file.due === null)
    for (const { file, seed } of clear) {
      const { wrong: found, isClean, text } = read(file, {})
      if (found.length > 0) wrong.push(report(seed, file, found, text))
      else if (isClean) clean += 1
    }
    const share = Math.round((1_000 * clean) / clear.length) / 10
    const files = `${FILES.toLocaleString('en-US')} files`
    console.log(`${files}: ${wrong.length} wrong in silence, ${share} % without a question`)
    expect(wrong.slice(0, SHOWN)).toEqual([])
    expect(share).toBeGreaterThanOrEqual(95)
  })

  it('those that nobody can read without asking are asked about, and read as it is answered', () => {
    const wrong: string[] = []
    for (const { seed, file } of all) {
      if (file.due === null) continue
      const first = read(file, {})
      const ids = first.reading.questions.map(({ id }) => id)
      const missing = Object.keys(file.due).filter((id) => !ids.includes(id))
      const second = read(file, file.due)
      const found = [
        ...missing.map((id) => `does not ask "${id}" but [${ids.join(', ')}] ${first.reading.problems}`),
        ...first.wrong,
        ...second.wrong,
      ]
      const { questions, errors } = second.reading
      if (!second.isClean)
        found.push(`still asks ${questions.map(({ id }) => id)} ${errors.map(({ reason }) => reason)}`)
      if (found.length > 0) wrong.push(report(seed, file, found, first.text))
    }
    expect(wrong.slice(0, SHOWN)).toEqual([])
  })
})
