/** What counts as a link in a name (R44). */
import { describe, expect, it } from 'vitest'
import { reasonAgainstName, unlinked } from './links.ts'

const LINK = 'Leave out links and email addresses, and put a space after a period'

describe('a name with something that can be opened is refused', () => {
  it.each([
    ...['Win a prize at https://evil.test/x', 'visit WWW.evil', 'evil.com', 'Boosters (evil.co.uk)'],
    ...['Go to my-page.xyz!', 'Refund at paypal-refund.store', 'evil.ai', 'bit.to/x', 'evil.page/claim'],
    ...['evil.bank', 'Evil.Bank', 'EVIL.BANK', 'xn--e1afmkfd.xn--p1ai', 'почта.рф', 'ई.भारत', '❤️.ws'],
    ...['203.0.113.9/x', 'Scores at 203.0.113.9', '203．0．113．9'],
    ...['evil。com', 'evil．com', 'evil｡com', 'evil․com', 'evil.com', 'ｅｖｉｌ.ａｉ'],
    ...['evil.\u200bcom', 'evil\u00ad.ai', 'e\u2060vil\u200d.\ufe0fai', 'evil.\u3164ai', '\u202emoc.live'],
    ...['x@evil.store', 'Ask x@St.Mary', 'me@J.Smith'],
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
  ...['St. Mary’s', "St. Mary's", "St.Mary's", 'ST.MARY’S H.S.', 'Mt.Vernon', 'Lincoln/St.Mary’s'],
  ...['U.S. Soccer', 'U.S.Soccer', 'U.S.A.', 'A.C. Milan Jr.', 'A.C.Milan', 'A.C.T.', 'P.S.118'],
  ...['J.V. vs. Lincoln', 'J.V.vs.Lincoln', 'vs.Lincoln', 'vs.St.Mary’s', 'Lincoln v.Adams', 'M.Ed.'],
  ...['@ St. Mary’s', '@St.Mary’s', 'No. 5 vs. Dr. Who', 'No.1', 'No.1 fans', "Dr. King's 5.5k run"],
  ...['5.5k', '3.5 miles', '3.5mi', 'Wm.Penn', 'Wm. Penn', 'J.R. Smith', 'J.R.Smith', 'Go Co. Ed'],
  ...['Harbor High.', 'Team…Fight', 'Team...Fight', '5:30 p.m. game', 'Goals (1st half)', '$1.50 a goal'],
  ...['Class of ’26', 'Grades 9-12', 'Rock & Roll', 'Peña Élite', '3-pt. shots', 'Avg. pts./game', '1.2.3'],
  ...['Section 4.10.2', '👩‍👩‍👧 Families', '🏈 Homecoming', '서울 팀'],
])('a name that means no link is accepted: %j', (value) => {
  expect(reasonAgainstName(value)).toBeNull()
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
