/** A file of results that is malformed, hostile or too large enters nothing, and says which lines are wrong (R19). */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { ImportPreview } from '#domain/schemas/import.ts'
import { expectStatus } from '#tests/app.ts'
import { fieldsOf, org, refused, season, setUpTarget } from '#tests/bad-input/target.ts'

setUpTarget()

const HEAD = 'date,time,opponent,venue,goals,wins'
const GOOD_ROW = '2026-09-05,19:00,Cove,home,2,1'
const send = (path: '' | '/preview', form: object) =>
  org.scorer.post<ImportPreview & ErrorBody>(`${season.path}/imports${path}`, form)
const preview = async (text: string, more: object = {}): Promise<ImportPreview> =>
  expectStatus(await send('/preview', { text, ...more }), 200)

/** The import refuses the file, the preview refuses it or lists what is wrong, and neither changes anything. */
async function refusalOf(text: string): Promise<string> {
  const shown = await send('/preview', { text })
  const imported = await refused(await send('', { text }), 400)
  if (shown.status === 400) {
    expect(shown.body.message).toBe(imported.message)
    expect(fieldsOf(imported)).toEqual(['file'])
    return imported.message
  }
  expect(shown.status).toBe(200)
  const { errors, problems, questions } = shown.body
  expect(errors.length + problems.length + questions.length).toBeGreaterThan(0)
  for (const { line, reason } of errors.slice(0, 50)) expect(imported.fields?.[`line ${line}`]).toBe(reason)
  return imported.message
}

describe('an import of results is refused:', () => {
  it.each<[string, string, RegExp]>([
    ['no columns for the date and a statistic', `a,b,c\n1,2,3`, /Choose the column with the date/],
    ['no column for the opponent', `date,goals\n2026-09-05,2`, /Choose the column with the opponent/],
    ['no rows', HEAD, /no rows/],
    ['only blank lines', '\n\n\n', /The file is empty/],
    ['NUL bytes', `${HEAD}\n2026-09-05,19:00,Co\u0000ve,home,2,1`, /bytes that are no text/],
    ['an image file', '\u0089PNG\r\n\u001a\n\u0000\u0000', /bytes that are no text/],
    [
      'a quote that is never closed',
      `${HEAD}\n2026-09-05,19:00,"Cove,home,2,1`,
      /not readable as CSV near line \d/,
    ],
    [
      'a formula',
      `${HEAD}\n${GOOD_ROW}\n2026-09-06,19:00,"=HYPERLINK(""http://x"")",home,2,1`,
      /^Nothing was imported. Line 3: .*formula/,
    ],
    ['a formula that starts with @', `${HEAD}\n2026-09-06,19:00,@SUM(A1),home,2,1`, /Line 2: .*formula/],
    ['a formula that starts with +', `${HEAD}\n2026-09-06,19:00,+SUM(A1),home,2,1`, /Line 2: .*formula/],
    ['the same match twice', `${HEAD}\n${GOOD_ROW}\n${GOOD_ROW}`, /Line 3 is the same as line 2/],
    [
      'the same match twice, its opponent in other case',
      `${HEAD}\n${GOOD_ROW}\n2026-09-05,,COVE,home,2,1`,
      /Lines 2 and 3 are about one match/,
    ],
    ['an extra cell', `${HEAD}\n${GOOD_ROW},9`, /Line 2: has 7 cells/],
    [
      'a date that does not exist',
      `${HEAD}\n2026-02-30,19:00,Cove,home,2,1`,
      /Line 2: "2026-02-30" is not a date/,
    ],
    ['a date in the year 0', `${HEAD}\n0000-01-01,19:00,Cove,home,2,1`, /Line 2: "0000-01-01" is not a date/],
    [
      'a time that does not exist',
      `${HEAD}\n2026-09-05,25:00,Cove,home,2,1`,
      /Line 2: "25:00" is not a time/,
    ],
    [
      'an opponent of more than 200 characters',
      `${HEAD}\n2026-09-05,19:00,${'x'.repeat(201)},home,2,1`,
      /Line 2: .*200 characters/,
    ],
    ['a negative number', `${HEAD}\n2026-09-05,19:00,Cove,home,-2,1`, /Line 2: "-2" .*in goals/],
    [
      'a number with three decimals',
      `${HEAD}\n2026-09-05,19:00,Cove,home,2.001,1`,
      /Line 2: "2.001" .*in goals/,
    ],
    ['a number in words', `${HEAD}\n2026-09-05,19:00,Cove,home,two,1`, /Line 2: "two" .*in goals/],
    [
      'a number above the limit',
      `${HEAD}\n2026-09-05,19:00,Cove,home,1000001,1`,
      /Line 2: "1000001" .*in goals/,
    ],
    ...['Co\ud800ve', 'S\ufffdo Paulo'].map((opponent): [string, string, RegExp] => [
      `text in another encoding, ${JSON.stringify(opponent)}`,
      `${HEAD}\n2026-09-05,19:00,${opponent},home,2,1`,
      /Line 2: contains characters that cannot be read: save the file as UTF-8/,
    ]),
    [
      'a bad row after blank lines, with its line number',
      `${HEAD}\n\n${GOOD_ROW}\n\n2026-02-30,19:00,Bay,home,2,1`,
      /Line 5: /,
    ],
    [
      'a bad row with a line break in a cell, with the line that it ends on',
      `${HEAD}\n${GOOD_ROW}\n2026-09-07,19:00,"Sand\nBay",home,two,1`,
      /Line 4: "two"/,
    ],
  ])('%s', async (_, text, message) => {
    expect(await refusalOf(text)).toMatch(message)
  })

  it('a hundred thousand rows', async () => {
    const rows = Array.from({ length: 100_000 }, () => '1,2,3')
    expect(await refusalOf(`date,opponent,goals\n${rows.join('\n')}`)).toMatch(/more than 2,000 rows/)
    const long = Array.from({ length: 100_000 }, (_, index) => `2026-09-05,19:00,Team ${index},home,2,1`)
    const text = `${HEAD}\n${long.join('\n')}`
    for (const path of ['', '/preview'] as const) await refused(await send(path, { text }), 413)
    const whole = `${HEAD}\n${long.slice(0, 30_000).join('\n')}`
    expect(fieldsOf(await refused(await send('', { text: whole }), 400))).toEqual(['text'])
  })

  it('many wrong rows, of which the refusal names the first fifty and the preview all', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `2026-02-30,19:00,Team ${index},home,2,1`)
    const text = `${HEAD}\n${rows.join('\n')}`
    expect((await preview(text)).errors).toHaveLength(120)
    expect(fieldsOf(await refused(await send('', { text }), 400))).toHaveLength(50)
  })

  it('thousands of columns', async () => {
    const columns = (length: number) => Array.from({ length }, (_, index) => `c${index}`).join()
    expect(await refusalOf(`${columns(201)}\n${columns(201)}`)).toBe(
      'The file has more than 200 columns: delete the ones that are not needed',
    )
    expect((await preview(`${columns(200)}\n${columns(200)}`)).columns).toHaveLength(200)
    expect(await refusalOf(`${columns(20_000)}\n1`)).toMatch(/A line has more than 100,000 characters/)
  })

  it('a total above the limit, and no row of it is saved', async () => {
    const text = `date,opponent,goals\n2026-09-05,Cove,1000000\n2026-09-06,Bay,1000000`
    await refused(await send('', { text }), 409)
  })

  it('a stale preview, with the new one in the answer', async () => {
    const text = `${HEAD}\n${GOOD_ROW}`
    const stale = await refused(await send('', { text, previewId: 'another' }), 409)
    expect(stale).toMatchObject({ code: 'stale', details: { preview: { totals: { results: 2, new: 1 } } } })
  })
})

describe('an odd file of results is read:', () => {
  const told = async (text: string, more: object = {}) => {
    const { rows, problems, questions, errors } = await preview(text, more)
    expect({ problems, questions, errors }).toEqual({ problems: [], questions: [], errors: [] })
    return rows.map(({ name, figures }) => `${name}: ${figures.map(({ after }) => after).join(', ')}`)
  }

  it.each<[string, string, string]>([
    ['a decimal comma between semicolons', `date;opponent;goals\n2026-09-05;Cove;2,5`, 'vs. Cove: 2.5'],
    ['two columns with the same name', `date,opponent,goals,goals\n2026-09-05,Cove,2,3`, 'vs. Cove: 2'],
    ['two columns for the date', `date,opponent,goals,Date\n2026-09-05,Cove,2,2026-09-06`, 'vs. Cove: 2'],
    ['two columns like one statistic', `date,opponent,goals,goal\n2026-09-05,Cove,2,3`, 'vs. Cove: 2'],
    [
      'a column name in another encoding',
      `date,opponent,goals,Tor\ufffde\n2026-09-05,Cove,2,3`,
      'vs. Cove: 2',
    ],
    [
      'UTF-16 without a byte order mark',
      [...`${HEAD}\n${GOOD_ROW}`].map((one) => `${one}\u0000`).join(''),
      'vs. Cove: 2, 1',
    ],
    ['quotes in the middle of a cell', `${HEAD}\n2026-09-05,19:00,Co"ve"s,home,2,1`, 'vs. Co"ve"s: 2, 1'],
    ['a column that is called "win"', `date,opponent,goals,win\n2026-09-05,Cove,2,1`, 'vs. Cove: 2, 1'],
    ['a missing cell', `${HEAD}\n2026-09-05,19:00,Cove,home,2`, 'vs. Cove: 2'],
    ['control characters in a name', `${HEAD}\n2026-09-05,19:00,Co\u0007ve,home,2,1`, 'vs. Cove: 2, 1'],
    ['a line break in a name', `${HEAD}\n2026-09-07,19:00,"Sand\nBay",home,2,1`, 'vs. Sand Bay: 2, 1'],
  ])('%s', async (_, text, row) => {
    expect(await told(text)).toEqual([row])
  })

  it('a match whose opponent nobody wrote down', async () => {
    expect(await told(`${HEAD}\n${GOOD_ROW}\n2026-09-06,19:00,,home,3,0`)).toEqual([
      'vs. Cove: 2, 1',
      'Game: 3, 0',
    ])
  })

  it('a column chosen as a statistic of nobody is not read', async () => {
    const text = 'date,opponent,goals,points\n2026-09-05,Cove,2,7'
    expect(await told(text, { columns: { points: randomUUID() } })).toEqual(['vs. Cove: 2'])
  })

  it('two thousand players of one day are one match', async () => {
    const rows = Array.from({ length: 2_000 }, (_, nth) => `2026-09-05,Cove,Player ${nth},1`)
    expect(await told(`date,opponent,player,goals\n${rows.join('\n')}`)).toEqual(['vs. Cove: 2000'])
  })
})
