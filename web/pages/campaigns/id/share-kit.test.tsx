import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ShareKit, widgetTag } from './beside.tsx'

const id = '0199a4c2-1111-7222-8333-444455556666'
const appUrl = 'https://pledges.example'
const html = (code?: string) =>
  renderToStaticMarkup(<ShareKit campaignId={id} appUrl={appUrl} {...(code ? { code } : {})} />)
const links = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)

test('the share kit links to the flyer and both QR codes without a script', () => {
  expect(html()).toContain('<summary>Flyer, QR code and widget</summary>')
  expect(links(html())).toEqual(
    ['flyer.pdf', 'qr.svg', 'qr.png'].map((file) => `/api/campaigns/${id}/${file}`),
  )
})

test('every link of an ambassador’s share kit has their referral code', () => {
  expect(links(html('ABCDEFGH')).every((href) => href?.endsWith('?ref=ABCDEFGH'))).toBe(true)
  expect(widgetTag({ campaignId: id, appUrl, code: 'ABCDEFGH' })).toContain('data-ref="ABCDEFGH"')
})

test('the share kit shows the widget’s tag to copy', () => {
  expect(widgetTag({ campaignId: id, appUrl })).toBe(
    `<div data-campaign="${id}"></div>\n<script src="https://pledges.example/embed.js" async></script>`,
  )
  expect(html()).toContain('&lt;script src=&quot;https://pledges.example/embed.js&quot; async&gt;')
})
