import { describe, expect, it } from 'vitest'
import { readContacts } from './contacts.ts'

const peopleIn = (text: string) => readContacts(text).people
const read = (text: string) =>
  peopleIn(text).map(({ line, emails, name, reason }) => [line, emails[0] ?? reason, name])
const cells = (text: string) => read(text).map(([, ...rest]) => rest)

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
      [3, 'No email address', 'Mia Bo'],
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
    expect(() => readContacts('\n'.repeat(2_000))).toThrow(/too many lines/)
    expect(peopleIn(' \n\n')).toEqual([])
    const [only] = peopleIn(`${'"'.repeat(20_000)}@${'<'.repeat(20_000)}`)
    expect(only?.reason).toBe('Not an email address')
    expect(only?.text.length).toBeLessThanOrEqual(80)
  })
})

it('a row that was emptied in a spreadsheet is skipped', () => {
  expect(peopleIn(',,\nName,E-mail,\n,,\nAnn,ann@x.org,\n"","",""\n')).toMatchObject([
    { line: 4, emails: ['ann@x.org'], reason: null },
  ])
})

describe('the email column of an ambassador list', () => {
  it.each(['Email', 'e-mail', 'EMAIL ADDRESS', 'e-mail_address', 'email-address', 'emailaddress', 'Mail'])(
    'is the one with the heading %j',
    (head) => {
      expect(cells(`Backup,${head}\nother@x.org,ann@x.org`)).toEqual([['ann@x.org', null]])
    },
  )

  it.each(['my email', 'email 2', 'email.address', 'mailbox', 'my mail', 'e--mail'])(
    'is not one with the heading %j',
    (head) => {
      expect(cells(`Backup,${head}\nother@x.org,ann@x.org`)).toEqual([
        ['No email address in this line', null],
        ['other@x.org', null],
        ['ann@x.org', null],
      ])
    },
  )

  it('is not looked for when the first line holds an address', () => {
    expect(cells('Email,bo@x.org\nann@x.org,cy@x.org')).toEqual([
      ['bo@x.org', 'Email'],
      ['ann@x.org', null],
      ['cy@x.org', null],
    ])
  })

  it.each([
    ['can be the first column', 'Email,Backup\nann@x.org,other@x.org', 'ann@x.org'],
    ['is found below empty lines', ' \n\nEmail,Backup\nann@x.org,other@x.org', 'ann@x.org'],
    ['is reported as missing when a line ends before it', 'Name,Email\nann@x.org', 'No email address'],
  ])('%s', (_, text, found) => {
    expect(cells(text)).toEqual([[found, null]])
  })
})

describe('an email address', () => {
  it.each([
    ['MAILTO: ann@x.org', 'ann@x.org', null],
    ['Ann < ann@x.org >', 'ann@x.org', 'Ann'],
    ['"Ann"  "Love" <ann@x.org>', 'ann@x.org', 'Ann Love'],
    ['"Ann ""Annie"" Love" <ann@x.org>', 'ann@x.org', 'Ann Annie Love'],
    ['"ann@x.org"', 'ann@x.org', null],
    ['Ann,,Love,ann@x.org', 'ann@x.org', 'Ann Love'],
    ['mailto: ann@x.org', 'ann@x.org', null],
    ['"Ann ""Nan"" Love",ann@x.org', 'ann@x.org', 'Ann "Nan" Love'],
    // At most 80 characters come from other cells.
    [`${'x'.repeat(90)},ann@x.org`, 'ann@x.org', 'x'.repeat(80)],
  ])('is read from %j together with the name', (line, email, name) => {
    expect(cells(line)).toEqual([[email, name]])
  })

  it.each(['Ann <ann@x.org> again', 'see mailto:ann@x.org', 'ann love@x.org'])(
    'is not recognized in %j',
    (line) => {
      expect(cells(line)).toEqual([['Not an email address', null]])
    },
  )

  it('takes no name from other cells when its line has a second address', () => {
    expect(cells('Ann,ann@x.org,bo@x.org')).toEqual([
      ['ann@x.org', null],
      ['bo@x.org', null],
    ])
  })
})

describe('the quoted text of a line', () => {
  const textOf = (line: string) => peopleIn(line)[0]?.text

  it('is complete up to 80 characters, without surrounding spaces', () => {
    expect(textOf(`  ${'x'.repeat(80)} `)).toBe('x'.repeat(80))
    expect(textOf('ann@x.org')).toBe('ann@x.org')
  })

  it('is shortened from 81 characters on', () => {
    expect(textOf('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`)
  })

  it('is only the wrong cell when the other cells are valid', () => {
    expect(peopleIn('bo@x.org; ann@x').map(({ text }) => text)).toEqual(['bo@x.org; ann@x', 'ann@x'])
  })

  it('may hold tabs and no other control characters', () => {
    expect(cells('Ann\tann@x.org')).toEqual([['ann@x.org', 'Ann']])
    expect(cells('Ann\u0007,ann@x.org')?.[0]?.[0]).toMatch(/cannot be read/)
  })
})

it('an ambassador list has at most 2,000 lines, with any of the three line endings', () => {
  expect(peopleIn('\n'.repeat(1_999))).toEqual([])
  expect(peopleIn('a@x.org\rb@x.org\r\nc@x.org\nd@x.org').map(({ line }) => line)).toEqual([1, 2, 3, 4])
})

it('a text without any line has no addresses', () => {
  expect(cells('\n\n')).toEqual([])
})
