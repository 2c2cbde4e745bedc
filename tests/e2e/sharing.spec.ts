/** Sharing: the widget on another site, the refusal to be framed elsewhere, and what a shared link shows. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectNoViolations } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

type Listed = { campaigns: { id: string; name: string } }

let other: Server
let address: string
let content = ''
test.beforeAll(async () => {
  other = createServer((_, response) => response.setHeader('content-type', 'text/html').end(content))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
})
test.afterAll(() => other.close())

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the widget on another site in the ${colorScheme} scheme shows the campaign and opens it`, async ({
    page,
    request,
    baseURL,
  }) => {
    const [first] = (await (await request.get('/api/campaigns?limit=1')).json()) as Listed[]
    const { id = '', name = '' } = first?.campaigns ?? {}
    content = `<!doctype html><html lang="en"><title>Club</title><link rel="icon" href="data:,"><main><h1>Club</h1><div data-campaign="${id}"></div></main><script src="${baseURL}/embed.js" async></script></html>`
    await page.emulateMedia({ colorScheme })
    // The browser reports that no script may run in the frame whenever the test inspects it.
    page.removeAllListeners('console')
    await page.goto(address)
    const frame = page.frameLocator('iframe[title="Campaign progress"]')
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText(name)
    const opened = page.context().waitForEvent('page')
    await frame.getByRole('link', { name }).click()
    await expect(await opened).toHaveURL(`${baseURL}/campaigns/${id}`)
    // In its frame no script runs, not even the one that looks for violations.
    await page.goto(`/embed/campaigns/${id}`)
    await expectNoViolations(page)
  })
}

test('pages other than the widget refuse to be framed', async ({ page, request, baseURL }) => {
  for (const path of ['/', '/campaigns', '/help'])
    expect((await request.get(path)).headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  content = `<!doctype html><title>Trap</title><link rel="icon" href="data:,"><iframe src="${baseURL}/campaigns"></iframe>`
  page.removeAllListeners('console')
  await page.goto(address)
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0)
})

test('a shared link has the campaign’s picture, its own address and data for search engines', async ({
  page,
  request,
  baseURL,
}) => {
  const [first] = (await (await request.get('/api/campaigns?limit=1')).json()) as Listed[]
  await page.goto(`/campaigns/${first?.campaigns.id}?ref=SOMEBODY`)
  const image = `${baseURL}/api/campaigns/${first?.campaigns.id}/share.png`
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', image)
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${baseURL}/campaigns/${first?.campaigns.id}`,
  )
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map((text) => JSON.parse(text)['@type'])).toContain('DonateAction')
  expect((await request.get(image)).headers()['content-type']).toBe('image/png')
})
