import { describe, expect, it } from 'vitest'
import { readAddresses } from './ambassador-list.ts'

const read = (text: string) =>
  readAddresses(text)?.map(({ line, email, name, reason }) => [line, email ?? reason, name])

describe('addresses as people keep them', () => {
  it('one a line, parted by commas or semicolons, with names and without', () => {
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

  it('a spreadsheet with a head: its e-mail column only, whatever else stands there', () => {
    const csv = '\ufeffPlayer,Parent,E-mail,Backup\nMax,"Love, Ann",ann@x.org,other@x.org\nMia,Bo,,bo@x.org\n'
    expect(read(csv)).toEqual([
      [2, 'ann@x.org', 'Max Love, Ann'],
      [3, 'No e-mail address here', null],
    ])
  })

  it('a spreadsheet without a head: the cell with an address, the others are its name', () => {
    expect(read('Ann\tLove\tann@x.org\nBo,Fox,bo@x.org,555 0100')).toEqual([
      [1, 'ann@x.org', 'Ann Love'],
      [2, 'bo@x.org', 'Bo Fox 555 0100'],
    ])
  })

  it('names the line of what is none', () => {
    expect(read('ann@x\nhello\nbo@x.org, cy@@x.org\n=HYPERLINK("mailto:a@x.org")\nd\ufffd@x.org')).toEqual([
      [1, 'Not an e-mail address', null],
      [2, 'No e-mail address here', null],
      [3, 'bo@x.org', null],
      [3, 'Not an e-mail address', null],
      [4, 'Not an e-mail address', null],
      [5, 'Holds characters that cannot be read: save the file as CSV (UTF-8)', null],
    ])
  })

  it('sees through what nobody sees, and is not led astray by quotes', () => {
    expect(read('\u200bann@x.org\u200b\n"Bo "the Fox" <bo@x.org>\n"open, cy@x.org')).toEqual([
      [1, 'ann@x.org', null],
      [2, 'bo@x.org', 'Bo the Fox'],
      [3, 'cy@x.org', '"open'],
    ])
  })

  it('ends on whatever it is given, and refuses to read for ever', () => {
    expect(readAddresses('\n'.repeat(2_000))).toBeNull()
    expect(readAddresses(' \n\n')).toEqual([])
    const [only] = readAddresses(`${'"'.repeat(20_000)}@${'<'.repeat(20_000)}`) ?? []
    expect(only?.reason).toBe('Not an e-mail address')
    expect(only?.text.length).toBeLessThanOrEqual(80)
  })
})
