// Shows push messages about results (R64). It handles no requests: pages always come from the network. It keeps only what
// our server knows this browser by (web/parts/alerts/push.ts), to report a renewed subscription.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const ICONS = { icon: '/icon-192.png', badge: '/badge-96.png' }
const OFF = [{ action: 'off', title: 'Turn off' }]

self.addEventListener('push', (event) => {
  const { title, body, path, off, id } = event.data.json()
  // A message that is sent again replaces itself.
  const shown = { ...ICONS, body, tag: id, data: { path, off }, actions: OFF }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  const { title, data } = event.notification
  event.notification.close()
  event.waitUntil(event.action === 'off' ? turnOff(title, data) : open(data.path))
})

const KNOWN = '/push-subscription'

/** What our server knows this browser by is kept: some browsers do not say which subscription has ended. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function renew({ oldSubscription, newSubscription }) {
  const cache = await caches.open('push')
  const kept = await (await cache.match(KNOWN))?.json()
  const old = kept ?? oldSubscription?.toJSON()
  if (!old) return
  const applicationServerKey = kept?.pushKey ?? oldSubscription.options.applicationServerKey
  const { pushManager } = self.registration
  const renewed =
    newSubscription ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  const device = named(renewed.toJSON())
  const { ok } = await fetch('/api/alert-devices/renewals', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ old: named(old), device }),
  })
  // Otherwise our server still has the old one, and the next page reports the new one (web/parts/alerts/push.ts).
  if (ok) await cache.put(KNOWN, new Response(JSON.stringify({ ...device, pushKey: kept?.pushKey })))
}

const named = ({ endpoint, keys: { p256dh, auth } }) => ({ endpoint, keys: { p256dh, auth } })

/** The page of the pledge: the window that has it, or a new one. */
async function open(path) {
  const url = new URL(path, self.location.origin).href
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((client) => client.url === url)
  await (shown ? shown.focus() : self.clients.openWindow(url))
}

async function turnOff(title, data) {
  const isOff = await fetch(data.off, { method: 'POST' }).then(
    // A link that is unknown by now has nothing left to turn off.
    ({ ok, status }) => ok || status === 404,
    () => false,
  )
  const again = 'Turn them on again on your pledge’s page.'
  await self.registration.showNotification(isOff ? 'Notifications are off' : 'Not turned off yet', {
    ...ICONS,
    body: isOff ? `${title}. ${again}` : 'Check your connection, then tap “Turn off” again.',
    tag: 'off',
    data: isOff ? { path: data.path } : data,
    actions: isOff ? [] : OFF,
  })
}
