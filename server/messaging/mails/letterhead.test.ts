import { expect, it } from 'vitest'
import { layOut, link, paragraph } from './layout.ts'
import { withLetterhead } from './letterhead.ts'

const mail = layOut('Your receipt', [paragraph('Thank you'), link('See it', 'https://pledges.example/p/1')])
const look = { name: 'Fox & Hound <Club>', logoUrl: null, firstColor: '#f59e0b', secondColor: '#1c1917' }

it('a mail about a campaign is headed by its organization, and still says who sends it (R63)', () => {
  const html = withLetterhead(mail.html, look)
  expect(html).toContain('background:#f59e0b;color:#000000')
  expect(html).toContain('>FH</td>')
  expect(html).toContain('Fox &amp; Hound &lt;Club&gt;</td>')
  expect(html).toContain('Pledgeraiser: you pay only for results actually achieved.')
  expect(withLetterhead(mail.html, undefined)).toBe(mail.html)
})

it('a logo is the picture on the site, with the initials where pictures are blocked (R63)', () => {
  expect(withLetterhead(mail.html, { ...look, logoUrl: '/logos/a.png' })).toContain(
    '<img src="https://pledges.example/logos/a.png" width="40" height="40" alt="FH"',
  )
})
