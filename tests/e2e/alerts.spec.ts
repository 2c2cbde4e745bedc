/** Alerts on a phone: asked for with one tap, shown by the service worker, and off from the message itself (R64). */
import type { CDPSession, Page, Request, Worker } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { alive, apiOf, enterAs, expect, test } from './fixtures.ts'

/** Chromium's push service is on the network; what the page does with its answer is what is tested. */
function pretendToSubscribe(): void {
  let current: object | null = null
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer
  const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
    const endpoint = sessionStorage.getItem('endpoint') ?? 'https://fcm.googleapis.com/fcm/send/of-a-test'
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    current = {
      endpoint,
      options: { applicationServerKey: bytes(applicationServerKey) },
      toJSON: () => ({ endpoint, keys }),
    }
    return current
  }
  Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => current })
}

/** One to which a result can still add something. */
async function aPledge(page: Page): Promise<string> {
  const call = await apiOf(page.request)
  const pledges = (await call('GET', '/api/user/pledges')) as unknown as { id: string; status: string }[]
  for (const { id, status } of pledges) {
    const { earned, agreedMaximum } = await call('GET', `/api/pledges/${id}`)
    // Other files make pledges for this account, also in campaigns that they complete.
    const { isOver } = await call('GET', `/api/pledges/${id}/alerts`)
    if (status === 'active' && !isOver && Number(earned) < Number(agreedMaximum)) return id
  }
  throw new Error('every pledge of the demo has reached its maximum')
}

const isRenewal = (request: Request): boolean => request.url().endsWith('/api/alert-devices/renewals')

/** As the browser does when something comes from its push service. */
async function deliver(session: CDPSession, origin: string, data: string): Promise<void> {
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations
      if (own) resolve(own.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

/** A browser without windows grants no notifications: they are kept in a list instead of being shown. */
function pretendToBeAllowed(): void {
  Object.defineProperty(Notification, 'permission', { value: 'granted' })
  Notification.requestPermission = () => Promise.resolve('granted')
}
type Kept = { title: string; options: NotificationOptions }
type InWorker = { registration: ServiceWorkerRegistration; shown: Kept[] }

const keepNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as InWorker
    scope.shown = []
    scope.registration.showNotification = async (title, options = {}) => {
      scope.shown = [...scope.shown.filter((one) => one.options.tag !== options.tag), { title, options }]
    }
  })

const shown = (worker: Worker) =>
  worker.evaluate(() =>
    (globalThis as unknown as InWorker).shown.map(({ title, options }) => `${title}: ${options.body}`),
  )

/** As somebody who taps the button of the only notification. */
const pressTurnOff = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as InWorker
    const [kept] = scope.shown
    const close = () => {
      scope.shown = []
    }
    const notification = { title: kept?.title, data: kept?.options.data, close }
    const press = Object.assign(new Event('notificationclick'), {
      notification,
      action: 'off',
      waitUntil: () => undefined,
    })
    globalThis.dispatchEvent(press)
  })

/** As a browser that has renewed its subscription, and does not say which one it had. */
const renewSubscription = (worker: Worker) =>
  worker.evaluate(async () => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'AAAAAAAAAAAAAAAAAAAAAA',
    }
    const device = { endpoint: 'https://fcm.googleapis.com/fcm/send/renewed', keys }
    const work: Promise<unknown>[] = []
    const change = Object.assign(new Event('pushsubscriptionchange'), {
      oldSubscription: null,
      newSubscription: { toJSON: () => device },
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
    })
    globalThis.dispatchEvent(change)
    await Promise.all(work)
  })

test('alerts are turned on with one tap, renewed by the browser, shown, and turned off from the message', async ({
  browser,
  baseURL,
}) => {
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await enterAs(browser, options, 'supporter@demo.test')
  const context = page.context()
  const origin = baseURL ?? ''
  await page.addInitScript(pretendToBeAllowed)
  await page.addInitScript(pretendToSubscribe)
  const pledgeId = await aPledge(page)
  await page.goto(`/pledges/${pledgeId}`)
  const section = page.getByRole('region', { name: /^Notify me at the next/ })
  await (await alive(section.getByRole('button', { name: 'On this device' }))).click()
  await expect(section.getByRole('status')).toContainText('this device shows a notification')
  await expectNoViolations(page)

  // The button of a message carries a token that only this device's messages have; here it is unknown to the server.
  const off = `/api/alert-devices/${'A'.repeat(42)}/off`
  const message = { title: 'Fall Season', body: 'Goals: 3.', path: `/pledges/${pledgeId}`, id: 'one', off }
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const call = await apiOf(page.request)
  const known = async () =>
    (await call('GET', `/api/pledges/${pledgeId}/alerts`)).devices as unknown as string[]
  const [before] = await known()
  await renewSubscription(worker)
  expect(await known()).toHaveLength(1)
  expect(await known()).not.toContain(before)
  await keepNotifications(worker)
  const session = await context.newCDPSession(page)
  await deliver(session, `${origin}/`, JSON.stringify(message))
  await expect.poll(() => shown(worker)).toEqual(['Fall Season: Goals: 3.'])

  await pressTurnOff(worker)
  await expect
    .poll(() => shown(worker))
    .toEqual([expect.stringContaining('Notifications are off: Fall Season.')])

  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByRole('button', { name: 'By email' })).toBeVisible()
  await context.close()
})

test('a renewed subscription that our server did not hear of is told by the next page', async ({
  browser,
}) => {
  const page = await enterAs(browser, { viewport: { width: 390, height: 844 } }, 'supporter@demo.test')
  await page.addInitScript(pretendToBeAllowed)
  await page.addInitScript(pretendToSubscribe)
  const pledgeId = await aPledge(page)
  await page.goto(`/pledges/${pledgeId}`)
  const section = page.getByRole('region', { name: /^Notify me at the next/ })
  await (await alive(section.getByRole('button', { name: 'On this device' }))).click()
  await expect(section.getByRole('button', { name: 'Turn off' })).toBeVisible()
  const call = await apiOf(page.request)
  const known = async () => JSON.stringify((await call('GET', `/api/pledges/${pledgeId}/alerts`)).devices)
  const before = await known()

  await page.addInitScript(() =>
    sessionStorage.setItem('endpoint', 'https://fcm.googleapis.com/fcm/send/later'),
  )
  // The browser logs the request that fails.
  page.removeAllListeners('console')
  await page.route('**/api/alert-devices/renewals', (route) => route.abort(), { times: 1 })
  await Promise.all([page.waitForEvent('requestfailed', isRenewal), page.goto('/privacy')])
  expect(await known()).toBe(before)
  await Promise.all([page.waitForEvent('requestfinished', isRenewal), page.goto('/privacy')])
  expect(await known()).not.toBe(before)
  await page.context().close()
})

test('a browser that blocks notifications, or cannot show any, is told what to do and offered email', async ({
  browser,
}) => {
  const page = await enterAs(browser, { viewport: { width: 390, height: 844 } }, 'supporter@demo.test')
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }))
  await page.goto(`/pledges/${await aPledge(page)}`)
  const section = page.getByRole('region', { name: /^Notify me at the next/ })
  await expect(section).toContainText('This browser blocks notifications')
  await expect(section.getByRole('button', { name: 'On this device' })).toBeHidden()
  await (await alive(section.getByRole('button', { name: 'By email' }))).click()
  await expect(section.getByRole('status')).toContainText('we email s•••@demo.test')
  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByRole('button', { name: 'By email' })).toBeVisible()
  await page.context().close()
})
