import { describe, expect, it } from 'vitest'
import { readAddresses } from './ambassador-list.ts'

const read = (text: string) => readAddresses(text)?.map(({ email, name, reason }) => [email ?? reason, name])

describe('the email column of an ambassador list', () => {
  it.each(['Email', 'e-mail', 'EMAIL ADDRESS', 'e-mail_address', 'email-address', 'emailaddress', 'Mail'])(
    'is the one with the heading %j',
    (head) => {
      expect(read(`Backup,${head}\nother@x.org,ann@x.org`)).toEqual([['ann@x.org', null]])
    },
  )

  it.each(['my email', 'email 2', 'email.address', 'mailbox', 'my mail', 'e--mail'])(
    'is not one with the heading %j',
    (head) => {
      expect(read(`Backup,${head}\nother@x.org,ann@x.org`)).toEqual([
        ['No email address in this line', null],
        ['other@x.org', null],
        ['ann@x.org', null],
      ])
    },
  )

  it('can be the first column', () => {
    expect(read('Email,Backup\nann@x.org,other@x.org')).toEqual([['ann@x.org', null]])
  })

  it('is not looked for when the first line holds an address', () => {
    expect(read('Email,bo@x.org\nann@x.org,cy@x.org')).toEqual([
      ['bo@x.org', 'Email'],
      ...[
        ['ann@x.org', null],
        ['cy@x.org', null],
      ],
    ])
  })

  it('is found below empty lines', () => {
    expect(read(' \n\nEmail,Backup\nann@x.org,other@x.org')).toEqual([['ann@x.org', null]])
  })

  it('is reported as missing when a line ends before it', () => {
    expect(read('Name,Email\nann@x.org')).toEqual([['No email address in this line', null]])
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
  ])('is read from %j together with the name', (line, email, name) => {
    expect(read(line)).toEqual([[email, name]])
  })

  it.each(['Ann <ann@x.org> again', 'see mailto:ann@x.org', 'ann love@x.org'])(
    'is not recognized in %j',
    (line) => {
      expect(read(line)).toEqual([['Not an email address', null]])
    },
  )

  it('takes no name from other cells when its line has a second address', () => {
    expect(read('Ann,ann@x.org,bo@x.org')).toEqual([
      ['ann@x.org', null],
      ['bo@x.org', null],
    ])
  })

  it('takes at most 80 characters of name from other cells', () => {
    expect(read(`${'x'.repeat(90)},ann@x.org`)).toEqual([['ann@x.org', 'x'.repeat(80)]])
  })
})

describe('the quoted text of a line', () => {
  const textOf = (line: string) => readAddresses(line)?.[0]?.text

  it('is complete up to 80 characters, without surrounding spaces', () => {
    expect(textOf(`  ${'x'.repeat(80)} `)).toBe('x'.repeat(80))
    expect(textOf('ann@x.org')).toBe('ann@x.org')
  })

  it('is shortened from 81 characters on', () => {
    expect(textOf('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`)
  })

  it('is only the wrong cell when the other cells are valid', () => {
    expect(readAddresses('bo@x.org; ann@x')?.map(({ text }) => text)).toEqual(['bo@x.org; ann@x', 'ann@x'])
  })

  it('may hold tabs and no other control characters', () => {
    expect(read('Ann\tann@x.org')).toEqual([['ann@x.org', 'Ann']])
    expect(read('Ann\u0007,ann@x.org')?.[0]?.[0]).toMatch(/cannot be read/)
  })
})

it('an ambassador list has at most 2,000 lines, with any of the three line endings', () => {
  expect(readAddresses('\n'.repeat(1_999))).toEqual([])
  expect(readAddresses('a@x.org\rb@x.org\r\nc@x.org\nd@x.org')?.map(({ line }) => line)).toEqual([1, 2, 3, 4])
})
