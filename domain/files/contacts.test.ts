import { describe, expect, it } from 'vitest'
import { readContacts } from './contacts.ts'

/** Each person as the screen lists them; whoever is listed twice, with the line of the first. */
const read = (text: string) => {
  const { kind, people } = readContacts(text)
  return [
    kind,
    ...people.map(({ line, name, emails, reason, sameAs }) => [
      line,
      name,
      sameAs ?? (emails.length > 0 ? emails.join(' ') : reason),
    ]),
  ]
}

/** A note with a line break stands there without quotes. */
const GOOGLE = `\ufeffFirst Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value
Ann,,Love,,,,,Jr.,,,,,,,Met at the game
ask her @ halftime: call ann@old.example?,,* myContacts,* ,ann.love@gmail.com,Other,ann@work.example ::: a.love@work.example,Mobile,+1 808-555-0101
Ann,,Love,,,,,,,,,,,,,,* myContacts,* ,AnnLove@gmail.com,,,,
Ann,,Love (work),,,,,,,,,,,,,,* myContacts,* ,a.n.n.love+pta@gmail.com,,,,
Siobhán,,O'Connor,,,,,,,,,,,,,,* myContacts,* ,o'connor@mail.example,,,,
Jürgen,,Müller,,,,,,,,,,,,,,* myContacts,* ,jürgen@müller.example,,,,
,,,,,,,,,,,,,,,,* myContacts,* ,post@xn--mller-kva.example,,,,
Grandma,,,,,,,,,,,,,,,,* myContacts,,,,,Mobile,(808) 555-0102
Phisher,,,,,,,,,,,,,,,,* myContacts,* ,x@аpple.example,,,,
`

describe('contacts exported by Google', () => {
  it('are one person per mailbox, with their addresses to choose from, and none from a note', () => {
    expect(read(GOOGLE)).toEqual([
      'google',
      [2, 'Ann Love', 'ann.love@gmail.com ann@work.example a.love@work.example'],
      [4, 'Ann Love', 2],
      [5, 'Ann Love (work)', 2],
      [6, "Siobhán O'Connor", "o'connor@mail.example"],
      [7, 'Jürgen Müller', 'jürgen@xn--mller-kva.example'],
      [8, null, 'post@xn--mller-kva.example'],
      [9, 'Grandma', 'No email address'],
      [10, 'Phisher', 'x@xn--pple-43d.example'],
    ])
    const { people } = readContacts(GOOGLE)
    expect(people[4]?.text).toBe('jürgen@müller.example')
    expect(people.at(-1)?.reason).toBe('The domain mixes alphabets, so it may imitate another one')
  })

  it('are the same with any ends of lines, and quotes around a line break', () => {
    expect(read(GOOGLE.replaceAll('\n', '\r\n'))).toEqual(read(GOOGLE))
    expect(read(GOOGLE.replace('Met at', '"Met at').replace('example?', 'example?"'))).toEqual(read(GOOGLE))
    const more = GOOGLE.replace('at the game', 'at, er,\n\nthe\ngame').replace('Met at, er,', '"Met at, er,"')
    expect(read(more)[1]).toEqual(read(GOOGLE)[1])
  })

  it('may have the columns from before 2024', () => {
    const csv = [
      'Name,Given Name,Additional Name,Family Name,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Organization 1 - Name',
      'Ann B. Love,Ann,B.,Love,,* myContacts,* Home,ann@x.org,',
      'Max,,,,,* myContacts,,max@x.org ::: m@x.org,',
      ',,,,ask bo@x.org,* myContacts,,club@x.org,Reef Club',
    ].join('\r\n')
    expect(read(csv)).toEqual([
      'google',
      [2, 'Ann B. Love', 'ann@x.org'],
      [3, 'Max', 'max@x.org m@x.org'],
      [4, 'Reef Club', 'club@x.org'],
    ])
  })

  it('may have no address at all', () => {
    const csv = 'First Name,Last Name,File As,Notes,Labels\nAnn,Love,,ann@x.org,* myContacts\n'
    expect(read(csv)).toEqual(['google', [2, 'Ann Love', 'No email address']])
  })
})

describe('contacts exported by Outlook', () => {
  it('are read with up to three addresses', () => {
    const csv = [
      'Title,First Name,Middle Name,Last Name,Suffix,Company,Notes,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,E-mail 3 Address',
      'Ms.,Ann,,Love,,Reef,ask cy@x.org,ann@x.org,SMTP,Ann Love (ann@x.org),ann@work.example,a@work.example',
      ',,,,,Reef Club,,/o=Exchange/cn=reef,EX,Reef,club@x.org,',
    ].join('\r\n')
    expect(read(csv)).toEqual([
      'outlook',
      [2, 'Ann Love', 'ann@x.org ann@work.example a@work.example'],
      [3, 'Reef Club', 'club@x.org'],
    ])
  })
})

describe('cards of a phone or an address book', () => {
  it('of version 2.1 are quoted-printable', () => {
    const vcf = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCr=',
      'gen;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen=20M=C3=BCller',
      'NOTE;ENCODING=QUOTED-PRINTABLE:call=0D=0A=',
      'EMAIL:old@x.org',
      'EMAIL;HOME:home@x.org',
      'EMAIL;WORK;PREF:work@x.org',
      'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQ=',
      ' AAAA=',
      '',
      'END:VCARD',
    ].join('\r\n')
    expect(read(vcf)).toEqual(['vcard', [1, 'Jürgen Müller', 'work@x.org home@x.org']])
    const latin = vcf.replaceAll('UTF-8', 'ISO-8859-1').replaceAll('=C3=BC', '=FC')
    expect(read(latin)[1]).toContain('Jürgen Müller')
  })

  it('of version 3.0 fold long lines, and protect signs by a backslash', () => {
    const vcf = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Ann',
      '  Love\\, Jr.',
      'N:Love;Ann;;;Jr.',
      'item1.EMAIL;type=INTERNET;type=HOME:ann@ho',
      ' me.example',
      'item1.X-ABLabel:ann@label.example',
      'EMAIL;TYPE="INTERNET,pref":ann@x.org',
      'NOTE:bo@x.org',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:',
      'N:Fox;Bo;;;',
      'EMAIL:bo@x.org',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:club@x.org',
      'ORG:Reef Club;Juniors',
      'EMAIL:club@x.org',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;Grandma;;;',
      'END:VCARD',
    ].join('\n')
    expect(read(vcf)).toEqual([
      'vcard',
      [1, 'Ann Love, Jr.', 'ann@x.org ann@home.example'],
      [12, 'Bo Fox', 'bo@x.org'],
      [18, 'Reef Club', 'club@x.org'],
      [24, 'Grandma', 'No email address'],
    ])
  })

  it('of version 4.0 number the usual addresses, and a group of them is no one', () => {
    const vcf = [
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN;PREF=1:Ann Love',
      'EMAIL:c@x.org',
      'EMAIL;PREF=2:b@x.org',
      'EMAIL;TYPE=work;PREF=1:mailto:a@x.org',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:4.0',
      'KIND:group',
      'FN:Parents',
      'MEMBER:mailto:d@x.org',
      'EMAIL:parents@x.org',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Ann at work',
      'EMAIL:B+team@x.org',
      'EMAIL:e@x.org',
      'END:VCARD',
    ].join('\r\n')
    expect(read(vcf)).toEqual([
      'vcard',
      [1, 'Ann Love', 'a@x.org b@x.org c@x.org e@x.org'],
      [15, 'Ann at work', 1],
    ])
  })

  it('are read as far as a file that breaks off goes', () => {
    expect(read('BEGIN:VCARD\nFN:Ann\nEMAIL:ann@x.org\nBEGIN:VCARD\nFN:Bo\nEMAIL:b')).toEqual([
      'vcard',
      [1, 'Ann', 'ann@x.org'],
      [4, 'Bo', 'Not an email address'],
    ])
  })
})

describe('another table with an email column', () => {
  it('is read by the usual names of columns, with any separator', () => {
    for (const sign of [',', ';', '\t']) {
      const csv = ['Full name,Phone,Email,Notes', 'Ann Love,555 0100,ann@x.org,or bo@x.org'].join('\n')
      expect(read(csv.replaceAll(',', sign))).toEqual(['csv', [2, 'Ann Love', 'ann@x.org']])
    }
    expect(read('Email,FIRST_NAME,Surname\nann@x.org,Ann,Love')[1]).toEqual([2, 'Ann Love', 'ann@x.org'])
  })

  it('is refused where its quotes are never closed', () => {
    expect(() => readContacts('Name,Email\n"Ann,ann@x.org\nBo,bo@x.org')).toThrow(/not readable as CSV/)
  })
})

describe('an address at a domain beyond ASCII', () => {
  it.each([
    ['post@müller.example', 'post@xn--mller-kva.example', null],
    ['Post@MÜLLER.example', 'post@xn--mller-kva.example', null],
    ['иван@пример.рф', 'иван@xn--e1afmkfd.xn--p1ai', null],
    ['x@аpple.example', 'x@xn--pple-43d.example', expect.stringContaining('imitate')],
    ['x@日本.example', 'x@xn--wgv71a.example', null],
    ['x@mü/ller.example', null, 'Not an email address'],
  ])('%s is kept as %s', (typed, kept, reason) => {
    const [person] = readContacts(typed).people
    expect(person).toMatchObject({ emails: kept === null ? [] : [kept], reason })
  })

  it('is the same mailbox as that address in ASCII', () => {
    expect(read('post@müller.example\npost@xn--mller-kva.example').at(-1)).toEqual([2, null, 1])
  })
})

describe('a person who is listed twice', () => {
  it('takes the first name there is, and addresses that no one else has', () => {
    const csv =
      'Name,Email,Email 2\n,ann@x.org,\nBo,bo@x.org,\nAnn,Ann+kids@x.org,bo@x.org\nAnna,ann@x.org,a@x.org'
    expect(read(csv)).toEqual([
      'csv',
      [2, 'Ann', 'ann@x.org a@x.org'],
      [3, 'Bo', 'bo@x.org'],
      [4, 'Ann', 2],
      [5, 'Anna', 2],
    ])
  })
})

it('signs that turn text around and line breaks are no part of a name', () => {
  expect(read('Name,Email\n"\u202eAnn\n\u2067Love",ann@x.org')[1]).toEqual([2, 'Ann Love', 'ann@x.org'])
})

it('more than 2,000 people are refused', () => {
  expect(() => readContacts('a@x.org,'.repeat(2_001))).toThrow(/more than 2,000 people/)
  expect(() => readContacts(`Email\n${'a@x.org\n'.repeat(2_001)}`)).toThrow(/more than 2,000 people/)
  expect(() => readContacts('BEGIN:VCARD\nEND:VCARD\n'.repeat(2_001))).toThrow(/more than 2,000 people/)
})

const MOST = 800_000
it.each([
  ['BEGIN:VCARD\nX', '\n x'],
  ['BEGIN:VCARD\nN;QUOTED-PRINTABLE:', '=\n'],
  ['BEGIN:VCARD\nFN:', '\\;'],
  ['BEGIN:VCARD\n', 'EMAIL:a@x.org\n'],
  ['BEGIN:VCARD\n', 'BEGIN:VCARD\n'],
  ['Email,Name\n', '"'],
  ['Email,Name\n', '"a",'],
  ['Email\n', 'a@x.org:::'],
  ['Email\n', ',\n'],
  ['Email\n', `${','.repeat(40)}\n`],
  ['', '",'],
  ['', 'a@x.org,'],
  ['', '<a@'],
  ['', ' '],
  ['x@', 'ü.'],
])('a hostile file that begins with %j and goes on with %j takes no long time', (head, more) => {
  const start = performance.now()
  try {
    readContacts(head + more.repeat((MOST - head.length) / more.length))
  } catch (error) {
    expect((error as Error).constructor.name).toBe('FileProblem')
  }
  expect(performance.now() - start).toBeLessThan(5_000)
})
