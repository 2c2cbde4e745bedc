import { describe, expect, it } from 'vitest'
import { readAddresses } from './ambassador-list.ts'

const read = (text: string) =>
  readAddresses(text)?.map(({ line, email, name, reason }) => [line, email ?? reason, name])

describe('a pasted list of ambassadors', () => {
  it('is read with commas, semicolons or line ends between addresses, with and without names', () => {
    expect(
      read('ann@x.org\n\n Bo Love <BO@x.org>, <cy@x.org>; mailto:di@x.org\r\n"Fox, Ed" <ed@x.org>'),
    ).toEqual([
      [1, 'ann@x.org', null],
      [3, 'bo@x.org', 'Bo Love'],
      [3, 'cy@x.org', null],
      [3, 'di@x.org', null],
      [4, 'ed@x.org', 'Fox, Ed'],
    ])
  })

  it('takes as long as it is, whatever is between its brackets', () => {
    const spaces = ' '.repeat(20_000)
    expect(read(`<${spaces}a@b`)).toEqual([[1, 'Not an email address', null]])
    expect(read(`Ann <${spaces}ann@x.org${spaces}>`)).toEqual([[1, 'ann@x.org', 'Ann']])
    expect(read('<a>b@x.org>')).toEqual([[1, 'Not an email address', null]])
  })

  it('from a spreadsheet with headings takes addresses from the e-mail column only', () => {
    const csv = '\ufeffPlayer,Parent,E-mail,Backup\nMax,"Love, Ann",ann@x.org,other@x.org\nMia,Bo,,bo@x.org\n'
    expect(read(csv)).toEqual([
      [2, 'ann@x.org', 'Max Love, Ann'],
      [3, 'No email address in this line', null],
    ])
  })

  it('from a spreadsheet without headings takes the address, and the other cells as its name', () => {
    expect(read('Ann\tLove\tann@x.org\nBo,Fox,bo@x.org,555 0100')).toEqual([
      [1, 'ann@x.org', 'Ann Love'],
      [2, 'bo@x.org', 'Bo Fox 555 0100'],
    ])
  })

  it('names the line and the reason of every address that is not valid', () => {
    expect(read('ann@x\nhello\nbo@x.org, cy@@x.org\n=HYPERLINK("mailto:a@x.org")\nd\ufffd@x.org')).toEqual([
      [1, 'Not an email address', null],
      [2, 'No email address in this line', null],
      [3, 'bo@x.org', null],
      [3, 'Not an email address', null],
      [4, 'Not an email address', null],
      [5, 'Contains characters that cannot be read: save the file as CSV (UTF-8)', null],
    ])
  })

  it('is read despite invisible characters and unbalanced quotes', () => {
    expect(read('\u200bann@x.org\u200b\n"Bo "the Fox" <bo@x.org>\n"open, cy@x.org')).toEqual([
      [1, 'ann@x.org', null],
      [2, 'bo@x.org', 'Bo the Fox'],
      [3, 'cy@x.org', '"open'],
    ])
  })

  it('is refused beyond 2,000 lines, and hostile text is read without hanging', () => {
    expect(readAddresses('\n'.repeat(2_000))).toBeNull()
    expect(readAddresses(' \n\n')).toEqual([])
    const [only] = readAddresses(`${'"'.repeat(20_000)}@${'<'.repeat(20_000)}`) ?? []
    expect(only?.reason).toBe('Not an email address')
    expect(only?.text.length).toBeLessThanOrEqual(80)
  })
})

it('a row that was emptied in a spreadsheet is skipped', () => {
  expect(readAddresses(',,\nName,E-mail,\n,,\nAnn,ann@x.org,\n"","",""\n')).toMatchObject([
    { line: 4, email: 'ann@x.org', reason: null },
  ])
})
