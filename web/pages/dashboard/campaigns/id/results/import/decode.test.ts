import { expect, it } from 'vitest'
import { decodeCsv } from './decode.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding))
const SEASON = 'date,opponent,goals\n2026-09-12,Atlético,2'

it.each<[string, Uint8Array, object]>([
  ['UTF-8', bytes(SEASON), { text: SEASON }],
  ['UTF-8 with a byte order mark', bytes(`\ufeff${SEASON}`), { text: SEASON }],
  ['an empty file', bytes(''), { problem: 'The file is empty' }],
  ['a file above 1 MB', new Uint8Array(1_000_001), { problem: 'The file is larger than 1 MB' }],
  [
    'UTF-16',
    bytes(`\ufeff${SEASON}`, 'utf16le'),
    { problem: 'The file is in UTF-16. In your spreadsheet, save it as CSV (UTF-8).' },
  ],
  [
    'Latin-1',
    bytes(SEASON, 'latin1'),
    {
      problem:
        'The file is not in UTF-8, so some characters would be garbled. In your spreadsheet, save it as CSV (UTF-8).',
    },
  ],
  [
    'a workbook',
    bytes('PK\u0003\u0004'),
    { problem: 'This is a spreadsheet file, not a CSV file. In your spreadsheet, save it as CSV (UTF-8).' },
  ],
])('a results file is read, or refused with a reason: %s', (_, file, expected) => {
  expect(decodeCsv(file)).toEqual(expected)
})
