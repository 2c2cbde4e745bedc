/** A campaign's picture: the part that is moved into the frame, by any input, is the part that is saved. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolationsInBothSchemes } from './accessibility.ts'
import { activeCampaign, type Campaign } from './campaign.ts'
import { pressEditCampaign } from './edit-campaign.ts'
import { apiOf, enterAs, expect, test } from './fixtures.ts'
import { toast } from './wizard.ts'

let page: Page
let campaign: Campaign

test.beforeAll(async ({ browser }, { project }) => {
  const { viewport, hasTouch, isMobile, baseURL } = project.use
  const use = {
    viewport: viewport ?? null,
    ...(hasTouch && { hasTouch }),
    ...(isMobile && { isMobile }),
    ...(baseURL && { baseURL }),
  }
  const coach = await enterAs(browser, use, 'coach@demo.test')
  page = await enterAs(browser, use, 'rep@demo.test')
  campaign = await activeCampaign(coach, page, `Picture ${project.name} ${Date.now()}`)
  await coach.context().close()
})
test.afterAll(() => page.context().close())

const RED = '#c00000'
const GREEN = '#008000'
const BLUE = '#0000c0'
const YELLOW = '#e0e000'

/** 1350 by 600 pixels, each quarter in its own color; at the closest zoom 540 by 240 of them are shown. */
async function quarters(): Promise<Buffer> {
  const quarter = async (color: string) =>
    sharp({ create: { width: 675, height: 300, channels: 3, background: color } })
      .png()
      .toBuffer()
  const [red, green, blue, yellow] = await Promise.all([RED, GREEN, BLUE, YELLOW].map(quarter))
  return sharp({ create: { width: 1350, height: 600, channels: 3, background: '#ffffff' } })
    .composite([
      { input: red, left: 0, top: 0 },
      { input: green, left: 675, top: 0 },
      { input: blue, left: 0, top: 300 },
      { input: yellow, left: 675, top: 300 },
    ])
    .png()
    .toBuffer()
}

async function openCrop(): Promise<Locator> {
  await page.goto(`/dashboard/campaigns/${campaign.id}`)
  await pressEditCampaign(page)
  const drawer = page.getByRole('dialog', { name: 'Edit Campaign Details' })
  const buffer = await quarters()
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'quarters.png', mimeType: 'image/png', buffer })
  const crop = page.getByRole('dialog', { name: 'Choose what is shown' })
  await expect(picture(crop)).toBeVisible()
  return crop
}
const slider = (crop: Locator, name: string) => crop.getByRole('slider', { name })
const picture = (crop: Locator) => crop.getByRole('group', { name: /^The picture as it is shown/ })

/** Its size, and its color if it is a single one. */
async function saved(crop: Locator) {
  await crop.getByRole('button', { name: 'Use this picture' }).click()
  await expect(toast(page, 'Picture saved')).toBeVisible()
  const api = await apiOf(page.request)
  const detail = (await api('GET', `/api/dashboard/campaigns/${campaign.id}`)) as unknown as {
    campaign: { imageUrl: string }
  }
  const { imageUrl } = detail.campaign
  const image = sharp(await (await page.request.get(imageUrl)).body())
  const { channels } = await image.stats()
  const isOneColor = channels.every(({ stdev }) => stdev < 4)
  const [, width, height] = /-(\d+)x(\d+)\//.exec(imageUrl) ?? []
  const nearest = (mean: number) => (mean > 128 ? 1 : mean > 64 ? 0.5 : 0)
  return {
    size: `${width}x${height}`,
    color: isOneColor ? channels.slice(0, 3).map(({ mean }) => nearest(mean)) : 'several',
  }
}
const IS = { red: [1, 0, 0], yellow: [1, 1, 0], green: [0, 0.5, 0], several: 'several' }

test('the whole picture is saved when it has the page’s shape and nothing is changed', {
  tag: '@phone',
}, async () => {
  const crop = await openCrop()
  await expect(slider(crop, 'Zoom')).toHaveAttribute('aria-valuetext', '0%')
  await expect(slider(crop, 'Left to right')).toHaveAttribute('aria-valuetext', '50%')
  await expectNoViolationsInBothSchemes(page, { within: ['.dialog'] })
  expect(await saved(crop)).toEqual({ size: '1350x600', color: IS.several })
})

test('the part chosen with the sliders alone is the part that is saved', { tag: '@phone' }, async () => {
  const crop = await openCrop()
  await slider(crop, 'Zoom').press('End')
  await slider(crop, 'Left to right').press('End')
  await slider(crop, 'Top to bottom').press('End')
  await expect(slider(crop, 'Top to bottom')).toHaveAttribute('aria-valuetext', '100%')
  expect(await saved(crop)).toEqual({ size: '540x240', color: IS.yellow })
})

test('the part chosen with the keyboard alone is the part that is saved', { tag: '@phone' }, async () => {
  const crop = await openCrop()
  await picture(crop).focus()
  for (let press = 0; press < 11; press += 1) await page.keyboard.press('+')
  await expect(slider(crop, 'Zoom')).toHaveAttribute('aria-valuetext', '100%')
  await page.keyboard.press('-')
  await expect(slider(crop, 'Zoom')).not.toHaveAttribute('aria-valuetext', '100%')
  await page.keyboard.press('=')
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowDown')
  }
  await expect(slider(crop, 'Left to right')).toHaveAttribute('aria-valuetext', '100%')
  await expect(slider(crop, 'Top to bottom')).toHaveAttribute('aria-valuetext', '0%')
  expect(await saved(crop)).toEqual({ size: '540x240', color: IS.green })
})

test('the part chosen by dragging and the wheel is the part that is saved', { tag: '@desk' }, async () => {
  const crop = await openCrop()
  const { x, y, width, height } = (await picture(crop).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.wheel(0, -1_000)
  await expect(slider(crop, 'Zoom')).toHaveAttribute('aria-valuetext', '100%')
  await expect(slider(crop, 'Left to right')).toHaveAttribute('aria-valuetext', /^(49|50)%$/)
  await page.mouse.down()
  await page.mouse.move(x + width * 2, y + height * 2, { steps: 4 })
  await expect(slider(crop, 'Left to right')).toHaveAttribute('aria-valuetext', '0%')
  await expect(slider(crop, 'Top to bottom')).toHaveAttribute('aria-valuetext', '0%')
  await page.mouse.up()
  expect(await saved(crop)).toEqual({ size: '540x240', color: IS.red })
})

test('two fingers that move apart zoom, and one drags', { tag: '@phone' }, async () => {
  const crop = await openCrop()
  const { x, y, width, height } = (await picture(crop).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const middle = { x: x + width / 2, y: y + height / 2 }
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  const apart = (by: number) => [
    { x: middle.x - by, y: middle.y },
    { x: middle.x + by, y: middle.y },
  ]
  await touch('touchStart', ...apart(20))
  await touch('touchMove', ...apart(80))
  await expect(slider(crop, 'Zoom')).toHaveAttribute('aria-valuetext', '100%')
  await touch('touchEnd')
  await touch('touchStart', middle)
  await touch('touchMove', { x: middle.x + 40, y: middle.y })
  await touch('touchMove', { x: middle.x + width * 2, y: middle.y + height * 2 })
  await expect(slider(crop, 'Left to right')).toHaveAttribute('aria-valuetext', '0%')
  await touch('touchEnd')
  expect(await saved(crop)).toEqual({ size: '540x240', color: IS.red })
})
