import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvColumn, type CsvValue, csvHead, csvLines, fileSafe, unprotected } from './csv.ts'

const one = (value: CsvValue) => csvLines([['It', (row: { value: CsvValue }) => row.value]], [{ value }])
const cell = (value: CsvValue) => one(value).replace(/\r\n$/, '')

/** Reads a CSV text as RFC 4180 defines it. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(pattern)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

describe('a CSV field', () => {
  it.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['she said "go"', '"she said ""go"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' kept ', '" kept "'],
    ['Ünïcødé 足球', 'Ünïcødé 足球'],
  ])('with %j is written as %j', (given, written) => {
    expect(cell(given)).toBe(written)
  })

  it.each([
    '=1+1',
    '+1 555 0100',
    '-2+3',
    '@SUM(A1)',
    '\t1',
    '=HYPERLINK("http://x","y")',
    '  =1+1',
    '＝1+1',
    "=cmd|' /C calc'!A0",
    '-',
    '-1-1',
    '\uFEFF=1',
  ])('with %j is made harmless by an apostrophe', (formula) => {
    expect(parse(one(formula))).toEqual([[`'${formula}`]])
  })

  it.each([
    ['Ann;=1+1', `"Ann;'=1+1"`],
    ['a; @SUM(A1);-2', `"a;' @SUM(A1);'-2"`],
    ['a;b', '"a;b"'],
    ['Go;"=A1;z', `"Go;'""=A1;z"`],
    ['Go; \uFEFF" =A1', `"Go;' \uFEFF"" =A1"`],
    ['Go\n=1+1;z', `"Go\n'=1+1;z"`],
    ['Go\r\n\r\n"@A1', `"Go\r\n\r\n'""@A1"`],
    ['Go\t=1+1', "Go\t'=1+1"],
    ['\t=1', "'\t'=1"],
  ])('with %j starts no formula where cells end at semicolons, tabs or lines', (given, written) => {
    expect(cell(given)).toBe(written)
  })

  it('with a number or an amount stays a number, also below zero', () => {
    expect([cell(-5), cell(2.5), cell('-12.50'), cell('0.00'), cell(null), cell(true), cell(false)]).toEqual([
      '-5',
      '2.5',
      '-12.50',
      '0.00',
      '',
      'Yes',
      'No',
    ])
  })

  it.each(['00020417', '007', '0'.repeat(3), '0210000212345678', '12E4', '12e4'])(
    'with the number %j is not shortened by a spreadsheet, and is read back as it was',
    (number) => {
      expect(cell(number)).toBe(`'${number}`)
      expect(unprotected(cell(number))).toBe(number)
    },
  )

  it.each(['0', '20417', '021.5', '123456789012345', '-0.50', '2026-12-31'])(
    'with %j stays as it is',
    (text) => {
      expect(cell(text)).toBe(text)
    },
  )

  it('with a negative number in exponent notation is not treated as a formula', () => {
    expect(cell(-1e-7)).toBe('-1e-7')
  })
})

it('any text in a CSV file is read back unchanged but for the apostrophes before formulas', () => {
  const hard = fc.string({ unit: fc.constantFrom(...'",;\r\n\t =+-@\'1aé足') })
  const rows = fc.array(fc.tuple(hard, fc.string()), { maxLength: 20 })
  fc.assert(
    fc.property(rows, (given) => {
      const columns = [0, 1].map((at): CsvColumn<string[]> => [`${at}`, (row) => row[at] ?? ''])
      const read = parse(csvLines(columns, given))
      const plain = (text: string) => text.replace(/([;\t\r\n])'(?=(?:"|[^\S\t\r\n])*[=+\-@])/g, '$1')
      const isKept = (text: string, at: number, row: number) =>
        [plain(text), `'${plain(text)}`].includes(plain(read[row]?.[at] ?? ''))
      expect(read.length).toBe(given.length)
      expect(given.every((texts, row) => texts.every((text, at) => isKept(text, at, row)))).toBe(true)
    }),
  )
})

it('no field of a CSV file begins like a formula', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', ' ', '\t', '\n'),
      fc.constantFrom(...'=+-@＝＋－＠'),
      fc.string(),
      (...parts) => {
        const [[written = ''] = []] = parse(one(parts.join('')))
        expect(written.startsWith("'") || /^-?\d+(\.\d+)?$/.test(written)).toBe(true)
      },
    ),
  )
})

/** As a lenient spreadsheet reads it: a quoted part only at a cell's start, and whatever follows it belongs to the cell. */
const cellsOf = (text: string, separator: string): string[] =>
  [
    ...text.matchAll(new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${separator}\r\n]*)(?:[${separator}\r\n]|$)`, 'g')),
  ].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)

it.each([';', '\t'])('no cell is a formula where %j separates cells', (separator) => {
  const hard = fc.string({ unit: fc.constantFrom(...'";\t\n\r =-@\uFEFFa'), maxLength: 12 })
  const columns = [0, 1].map((at): CsvColumn<string[]> => [`${at}`, (row) => row[at] ?? ''])
  fc.assert(
    fc.property(fc.array(fc.tuple(hard, hard), { maxLength: 4 }), fc.constantFrom('', 'x'), (rows, first) => {
      const given = rows.map(([one, two]) => [first + one, two])
      for (const one of cellsOf(csvLines(columns, given), separator)) expect(one).not.toMatch(/^\s*[=@-]/)
    }),
    { numRuns: 2_000 },
  )
})

it('a CSV file begins with a byte order mark and the headings', () => {
  expect(
    csvHead([
      ['Who', () => null],
      ['When, there', () => null],
    ]),
  ).toBe('\uFEFFWho,"When, there"\r\n')
})

it('a CSV file name has only lowercase letters, digits and dashes', () => {
  expect(fileSafe('  Łions & Café: "Fall" 2026 / ../etc  ')).toBe('ions-cafe-fall-2026-etc')
  expect(fileSafe('足球')).toBe('')
  expect(fileSafe(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59))
})
