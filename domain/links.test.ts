/** What counts as a link in a name (R44). */
import { describe, expect, it } from 'vitest'
import { reasonAgainstName, unlinked } from './links.ts'

const LINK = 'Leave out links and email addresses, and put a space after a period'

describe('a name with something that can be opened is refused', () => {
  it.each([
    'Win a prize at https://evil.test/x',
    'visit WWW.evil',
    'evil.com',
    'Boosters (evil.co.uk)',
    'Go to my-page.xyz!',
    'Refund at paypal-refund.store',
    'evil.ai',
    'bit.to/x',
    'evil.page/claim',
    'evil.bank',
    'Evil.Bank',
    'EVIL.BANK',
    'xn--e1afmkfd.xn--p1ai',
    'почта.рф',
    'ई.भारत',
    '❤️.ws',
    '203.0.113.9/x',
    'Scores at 203.0.113.9',
    '203．0．113．9',
    'evil。com',
    'evil．com',
    'evil｡com',
    'evil․com',
    'evil.com',
    'ｅｖｉｌ.ａｉ',
    'evil.\u200bcom',
    'evil\u00ad.ai',
    'e\u2060vil\u200d.\ufe0fai',
    'evil.\u3164ai',
    '\u202emoc.live',
    'x@evil.store',
    'Ask x@St.Mary',
    'me@J.Smith',
  ])('%j', (value) => {
    expect(reasonAgainstName(value)).toBe(LINK)
  })

  it.each(['Wm.Penn.Store', 'evil.Wm.Penn', 'Wm.Store', 'T.Co', 'Wm.Penn/claim', 'wm.penn', "St.Mary's.org"])(
    'even if it looks like an abbreviation: %j',
    (value) => {
      expect(reasonAgainstName(value)).toBe(LINK)
    },
  )
})

it.each(['Lincoln\nHigh', 'Lincoln\r\nHigh', 'Lincoln\u2028High', 'Lincoln\u2029High', 'Lincoln\u0085High'])(
  'a name is one line: %j is refused',
  (value) => {
    expect(reasonAgainstName(value)).toBe('Write it on one line')
  },
)

it.each([
  'St. Mary’s',
  "St. Mary's",
  "St.Mary's",
  'ST.MARY’S H.S.',
  'Mt.Vernon',
  'Lincoln/St.Mary’s',
  'U.S. Soccer',
  'U.S.Soccer',
  'U.S.A.',
  'A.C. Milan Jr.',
  'A.C.Milan',
  'A.C.T.',
  'P.S.118',
  'J.V. vs. Lincoln',
  'J.V.vs.Lincoln',
  'vs.Lincoln',
  'vs.St.Mary’s',
  'Lincoln v.Adams',
  'M.Ed.',
  '@ St. Mary’s',
  '@St.Mary’s',
  'No. 5 vs. Dr. Who',
  'No.1',
  'No.1 fans',
  "Dr. King's 5.5k run",
  '5.5k',
  '3.5 miles',
  '3.5mi',
  'Wm.Penn',
  'Wm. Penn',
  'J.R. Smith',
  'J.R.Smith',
  'Go Co. Ed',
  'Harbor High.',
  'Team…Fight',
  'Team...Fight',
  '5:30 p.m. game',
  'Goals (1st half)',
  '$1.50 a goal',
  'Class of ’26',
  'Grades 9-12',
  'Rock & Roll',
  'Peña Élite',
  '3-pt. shots',
  'Avg. pts./game',
  '1.2.3',
  'Section 4.10.2',
  '👩‍👩‍👧 Families',
  '🏈 Homecoming',
  '서울 팀',
])('a name that means no link is accepted: %j', (value) => {
  expect(reasonAgainstName(value)).toBeNull()
})

it.each([
  'Your account is locked, call 1-800-555-0199',
  'call 1-800-…',
  '(541) 555-0100',
  '541-555-0100',
  '541.555.0100',
  '541 555 0100',
  '541/555/0100',
  '5415550100',
  '15415550100',
  '+1 541 555 0100',
  '+44 20 7946 0958',
  '1 (800) 555–0199',
  '800-FLOWERS',
  '1 800 flowers',
  '555-0100',
  'Text 555.0100',
  '５４１-５５５-０１００',
  '541\u200b-555-0100',
  '+1(541)5550100',
  '541 - 555 - 0100',
  '541‑555‑0100',
])('a telephone number is refused: %j', (name) => {
  expect(reasonAgainstName(name)).toBe('Leave out telephone numbers')
})

it.each([
  '2025-26',
  '2025-2026',
  '5K 2026',
  'Class of 2026',
  '97701',
  '97701-1234',
  '#23',
  'No. 23',
  'Game 1-0',
  '102-98',
  '4x100 4x400',
  '2026-09-01',
  '9/1/2026',
  '10.5 miles',
  '1,000,000 steps',
  '$1,500.00',
  'Grades 9-12',
  '100 200 400',
  '1000-2000',
  'Route 101 2026',
  '800 Freestyle',
  '800-meter',
  '24/7',
  '3-point 2026-27',
  'Section 101',
  '1500 m',
  'U-12 2014',
  '5:30-7:00',
])('a year, a score, a ZIP code or a jersey number is no telephone number: %j', (name) => {
  expect(reasonAgainstName(name)).toBeNull()
})

it('a name with a character that turns text around is refused; one that only joins letters is not', () => {
  for (const name of ['A\u202egnp', 'Rosa \u2066Diaz\u2069', '\u202aRosa'])
    expect(reasonAgainstName(name)).toBe('Remove the hidden characters that reverse the text')
  expect(reasonAgainstName('نازنین‌زهرا')).toBeNull()
})

it.each([
  ['vs. https://evil.ai/x', 'vs. https: //evil. ai/x'],
  ['rob@evil.ai', 'rob@ evil. ai'],
  ['www.evil.example\nnow', 'www evil. example now'],
  ['10.0.0.1', '10. 0. 0. 1'],
  ['evil。ai', 'evil。 ai'],
  ['vs. St.Mary’s', 'vs. St.Mary’s'],
])('%j is written so that nothing makes a link of it: %j', (name, written) => {
  expect(unlinked(name)).toBe(written)
  expect(reasonAgainstName(unlinked(name))).toBeNull()
})
