/** A CSV file of results that is malformed, hostile or too large is refused with the lines that are wrong (R19). */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ErrorBody } from '#domain/schemas/error.ts'
import { fieldsOf, org, refused, season, setUpTarget } from '#tests/bad-input/target.ts'

setUpTarget()

describe('a CSV import of results is refused:', () => {
  const path = () => `${season.path}/results/imports`
  const HEAD = 'date,time,opponent,venue,goals,wins'
  const GOOD_ROW = '2026-09-05,19:00,Cove,home,2,1'

  /** The import refuses the file, the preview refuses it or lists its errors, and neither changes anything. */
  async function refusalOf(csv: string): Promise<string> {
    const preview = await org.scorer.post<ErrorBody & { errors: { line: number; reason: string }[] }>(
      `${path()}/preview`,
      { csv },
    )
    const imported = await refused(await org.scorer.post(path(), { csv }), 400)
    if (preview.status === 400) {
      expect(preview.body.message).toBe(imported.message)
      return imported.message
    }
    expect(preview.status).toBe(200)
    expect(preview.body.errors.length).toBeGreaterThan(0)
    for (const { line, reason } of preview.body.errors.slice(0, 50))
      expect(imported.fields?.[`line ${line}`]).toBe(reason)
    return imported.message
  }

  it.each<[string, string, RegExp]>([
    [
      'no columns for the date, the opponent and a statistic',
      `a,b,c\n1,2,3`,
      /No column is matched to the date\. No column is matched to the opponent\. No column is matched to a statistic/,
    ],
    ['a comma inside a number', `date;opponent;goals\n2026-09-05;Cove;2,5`, /Line 2: "2,5" in column goals/],
    [
      'two columns with the same name',
      `date,opponent,goals,goals\n2026-09-05,Cove,2,3`,
      /Two columns have the name "goals"/,
    ],
    [
      'two columns whose names differ only in case',
      `date,opponent,goals,x,X\n2026-09-05,Cove,2,3,4`,
      /the name "x"/,
    ],
    ['two columns for the date', `date,opponent,goals,Date\n2026-09-05,Cove,2,2026-09-05`, /Two columns/],
    [
      'column names in another encoding',
      `date,opponent,goals,Tor\ufffde\n2026-09-05,Cove,2,3`,
      /The first line contains characters that cannot be read: save the file as CSV \(UTF-8\)/,
    ],
    [
      'two columns for one statistic',
      `date,opponent,goals,goal\n2026-09-05,Cove,2,3`,
      /Two columns count the same statistic/,
    ],
    ['no rows', HEAD, /no rows/],
    ['only blank lines', '\n\n\n', /no rows/],
    ['NUL bytes', `${HEAD}\n2026-09-05,19:00,Co\u0000ve,home,2,1`, /NUL bytes/],
    ['an image file', '\u0089PNG\r\n\u001a\n\u0000\u0000', /NUL bytes/],
    ['UTF-16 read as UTF-8', [...`${HEAD}\n${GOOD_ROW}`].map((one) => `${one}\u0000`).join(''), /NUL bytes/],
    [
      'a quote that is never closed',
      `${HEAD}\n2026-09-05,19:00,"Cove,home,2,1`,
      /not readable as CSV near line \d/,
    ],
    [
      'quotes in the middle of a cell',
      `${HEAD}\n2026-09-05,19:00,Co"ve"s,home,2,1`,
      /not readable as CSV near line 2/,
    ],
    [
      'a formula',
      `${HEAD}\n${GOOD_ROW}\n2026-09-06,19:00,"=HYPERLINK(""http://x"")",home,2,1`,
      /^Nothing was imported. Line 3: .*formula/,
    ],
    ['a formula that starts with @', `${HEAD}\n2026-09-06,19:00,@SUM(A1),home,2,1`, /Line 2: .*formula/],
    [
      'the same match twice',
      `${HEAD}\n${GOOD_ROW}\n${GOOD_ROW}`,
      /Line 3: .*Cove on 2026-09-05 is in the file twice/,
    ],
    [
      'the same match twice, its opponent in other case',
      `${HEAD}\n${GOOD_ROW}\n2026-09-05,20:00,COVE,home,2,1`,
      /Line 3: .*twice/,
    ],
    [
      'a missing cell',
      `${HEAD}\n2026-09-05,19:00,Cove,home,2`,
      /Line 2: has 5 cells where the first line has 6/,
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
      'an unknown venue',
      `${HEAD}\n2026-09-05,19:00,Cove,moon,2,1`,
      /Line 2: "moon" is not home, away or neutral/,
    ],
    ['no opponent', `${HEAD}\n2026-09-05,19:00,,home,2,1`, /Line 2: the opponent is missing/],
    [
      'an opponent of more than 200 characters',
      `${HEAD}\n2026-09-05,19:00,${'x'.repeat(201)},home,2,1`,
      /Line 2: .*200 characters/,
    ],
    ['a negative number', `${HEAD}\n2026-09-05,19:00,Cove,home,-2,1`, /Line 2: "-2" in column goals/],
    [
      'a number with three decimals',
      `${HEAD}\n2026-09-05,19:00,Cove,home,2.001,1`,
      /Line 2: "2.001" in column goals/,
    ],
    ['a number in words', `${HEAD}\n2026-09-05,19:00,Cove,home,two,1`, /Line 2: "two" in column goals/],
    [
      'a number above the limit',
      `${HEAD}\n2026-09-05,19:00,Cove,home,1000001,1`,
      /Line 2: "1000001" in column goals/,
    ],
    [
      'control characters',
      `${HEAD}\n2026-09-05,19:00,Co\u0007ve,home,2,1`,
      /Line 2: contains control characters/,
    ],
    ...['Co\ud800ve', 'S\ufffdo Paulo'].map((opponent): [string, string, RegExp] => [
      `text in another encoding, ${JSON.stringify(opponent)}`,
      `${HEAD}\n2026-09-05,19:00,${opponent},home,2,1`,
      /Line 2: contains characters that cannot be read: save the file as CSV \(UTF-8\)/,
    ]),
    [
      'a bad row after blank lines, with its line number',
      `${HEAD}\n\n${GOOD_ROW}\n\n2026-02-30,19:00,Bay,home,2,1`,
      /Line 5: /,
    ],
    [
      'a bad row after a cell with a line break, with its line number',
      `${HEAD}\n${GOOD_ROW}\n2026-09-07,19:00,"Sand\nBay",home,2,1`,
      /Line [34]: contains control characters/,
    ],
  ])('%s', async (_, csv, message) => {
    expect(await refusalOf(csv)).toMatch(message)
  })

  it('a hundred thousand rows', async () => {
    const rows = Array.from({ length: 100_000 }, () => '1,2,3')
    expect(await refusalOf(`date,opponent,goals\n${rows.join('\n')}`)).toMatch(/more than 2,000 rows/)
    const long = Array.from({ length: 100_000 }, (_, index) => `2026-09-05,19:00,Team ${index},home,2,1`)
    const csv = `${HEAD}\n${long.join('\n')}`
    for (const address of [path(), `${path()}/preview`])
      await refused(await org.scorer.post(address, { csv }), 413)
    const whole = `${HEAD}\n${long.slice(0, 30_000).join('\n')}`
    expect(fieldsOf(await refused(await org.scorer.post(path(), { csv: whole }), 400))).toEqual(['csv'])
  })

  it('many wrong rows, of which the refusal names the first fifty and the preview all', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `2026-02-30,19:00,Team ${index},home,2,1`)
    const csv = `${HEAD}\n${rows.join('\n')}`
    const preview = await org.scorer.post<{ errors: unknown[] }>(`${path()}/preview`, { csv })
    expect(preview.body.errors).toHaveLength(120)
    expect(fieldsOf(await refused(await org.scorer.post(path(), { csv }), 400))).toHaveLength(50)
  })

  it('thousands of columns, or a column matched to an unknown statistic', async () => {
    const columns = (length: number) => Array.from({ length }, (_, index) => `c${index}`).join()
    const wide = columns(201)
    const words = 'The file has more than 200 columns: delete the ones that are not needed'
    expect(await refusalOf(`${wide}\n${wide}`)).toBe(words)
    expect(await refusalOf(`${columns(20_000)}\n1`)).toMatch(/A line has more than 100,000 characters/)
    const answer = await org.scorer.post(`${path()}/columns`, { csv: `${wide}\n${wide}` })
    expect(await refused(answer, 400)).toMatchObject({ fields: { csv: words } })
    const unknown = { csv: 'date,opponent,points\n2026-09-05,Cove,2', columns: { points: randomUUID() } }
    await refused(await org.scorer.post(path(), unknown), 400)
  })

  it('more than a hundred rows of one day', async () => {
    const rows = Array.from({ length: 101 }, (_, nth) => `2026-09-05,Academy ${nth} of Town ${nth},1`)
    expect(await refusalOf(`date,opponent,goals\n${rows.join('\n')}`)).toMatch(
      /Line 102: more than 100 rows have the date 2026-09-05: choose the column with the day of each match/,
    )
  })

  it('a total above the limit, and no row of it is saved', async () => {
    const csv = `date,opponent,goals\n2026-09-05,Cove,1000000\n2026-09-06,Bay,1000000`
    await refused(await org.scorer.post(path(), { csv }), 409)
  })

  it('a stale preview, with the new one in the answer', async () => {
    const csv = `${HEAD}\n${GOOD_ROW}`
    const stale = await refused(await org.scorer.post(path(), { csv, previewId: 'another' }), 409)
    expect(stale).toMatchObject({ code: 'stale', details: { preview: { totals: { new: 2, newEvents: 1 } } } })
  })
})
