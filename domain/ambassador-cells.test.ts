import { describe, expect, it } from 'vitest'
import { readAddresses } from './ambassador-list.ts'

const read = (text: string) => readAddresses(text)?.map(({ email, name, reason }) => [email ?? reason, name])

describe('the column of addresses', () => {
  it.each(['Email', 'e-mail', 'EMAIL ADDRESS', 'e-mail_address', 'email-address', 'emailaddress', 'Mail'])(
    'is the one that is called %j',
    (head) => {
      expect(read(`Backup,${head}\nother@x.org,ann@x.org`)).toEqual([['ann@x.org', null]])
    },
  )

  it.each(['my email', 'email 2', 'email.address', 'mailbox', 'my mail', 'e--mail'])(
    'is not one called %j',
    (head) => {
      expect(read(`Backup,${head}\nother@x.org,ann@x.org`)).toEqual([
        ['No e-mail address here', null],
        ['other@x.org', null],
        ['ann@x.org', null],
      ])
    },
  )

  it('may be the first', () => {
    expect(read('Email,Backup\nann@x.org,other@x.org')).toEqual([['ann@x.org', null]])
  })

  it('is not looked for in a first line that holds an address', () => {
    expect(read('Email,bo@x.org\nann@x.org,cy@x.org')).toEqual([
      ['bo@x.org', 'Email'],
      ...[
        ['ann@x.org', null],
        ['cy@x.org', null],
      ],
    ])
  })

  it('may be named after empty lines', () => {
    expect(read(' \n\nEmail,Backup\nann@x.org,other@x.org')).toEqual([['ann@x.org', null]])
  })

  it('may be missing at the end of a line', () => {
    expect(read('Name,Email\nann@x.org')).toEqual([['No e-mail address here', null]])
  })
})

describe('an address', () => {
  it.each([
    ['MAILTO: ann@x.org', 'ann@x.org', null],
    ['Ann < ann@x.org >', 'ann@x.org', 'Ann'],
    ['"Ann"  "Love" <ann@x.org>', 'ann@x.org', 'Ann Love'],
    ['"Ann ""Annie"" Love" <ann@x.org>', 'ann@x.org', 'Ann Annie Love'],
    ['"ann@x.org"', 'ann@x.org', null],
    ['Ann,,Love,ann@x.org', 'ann@x.org', 'Ann Love'],
  ])('%j is read with its name', (line, email, name) => {
    expect(read(line)).toEqual([[email, name]])
  })

  it.each(['Ann <ann@x.org> again', 'see mailto:ann@x.org', 'ann love@x.org'])('%j is none', (line) => {
    expect(read(line)).toEqual([['Not an e-mail address', null]])
  })

  it('beside another of the line has no name from the other cells', () => {
    expect(read('Ann,ann@x.org,bo@x.org')).toEqual([
      ['ann@x.org', null],
      ['bo@x.org', null],
    ])
  })

  it('has at most 80 characters of name from the other cells', () => {
    expect(read(`${'x'.repeat(90)},ann@x.org`)).toEqual([['ann@x.org', 'x'.repeat(80)]])
  })
})

describe('what stands in a line', () => {
  const textOf = (line: string) => readAddresses(line)?.[0]?.text

  it('is shown whole up to 80 characters, without the spaces around', () => {
    expect(textOf(`  ${'x'.repeat(80)} `)).toBe('x'.repeat(80))
    expect(textOf('ann@x.org')).toBe('ann@x.org')
  })

  it('is shortened from 81 on', () => {
    expect(textOf('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`)
  })

  it('is shown of the cell that is wrong', () => {
    expect(readAddresses('bo@x.org; ann@x')?.map(({ text }) => text)).toEqual(['bo@x.org; ann@x', 'ann@x'])
  })

  it('may hold tabs, and no other control character', () => {
    expect(read('Ann\tann@x.org')).toEqual([['ann@x.org', 'Ann']])
    expect(read('Ann\u0007,ann@x.org')?.[0]?.[0]).toMatch(/cannot be read/)
  })
})

it('a text has at most 2,000 lines, ended in any of three ways', () => {
  expect(readAddresses('\n'.repeat(1_999))).toEqual([])
  expect(readAddresses('a@x.org\rb@x.org\r\nc@x.org\nd@x.org')?.map(({ line }) => line)).toEqual([1, 2, 3, 4])
})
