/** What this browser can do about push messages, and how it is asked. Nothing is asked before a tap. */
import type { PushDeviceForm } from '#domain/schemas/alert.ts'
import { api } from '#web/query-client.ts'

export type PushSupport = 'ready' | 'denied' | 'home-screen' | 'unsupported'

/** On an iPhone or iPad, whose browsers can only once the page is on the home screen. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone() ? 'home-screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

const WORKER = '/service-worker.js'

const current = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker?.getRegistration('/'))?.pushManager?.getSubscription()) ?? null

/** Null where the browser gave no keys: nothing can be encrypted for it. */
function deviceOf(subscription: PushSubscription): PushDeviceForm | null {
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) return null
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}

const subscribeWith = async (applicationServerKey: string): Promise<PushSubscription> =>
  (await navigator.serviceWorker.ready).pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Asks the person and the browser; null where either said no. @throws where the browser's push service does not answer. */
export async function subscribe(pushKey: string): Promise<PushDeviceForm | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(WORKER)
  const known = await (await navigator.serviceWorker.ready).pushManager.getSubscription()
  const key = known?.options.applicationServerKey
  // Made for an earlier key of ours: it accepts no messages from us anymore.
  const isOurs = key !== null && key !== undefined && base64url(key) === pushKey
  if (known && !isOurs) await known.unsubscribe()
  const device = deviceOf(known && isOurs ? known : await subscribeWith(pushKey))
  if (device) await keepFor(device, pushKey)
  return device
}

const CACHE = 'push'
const KNOWN = '/push-subscription'

/** Kept for renewals: some browsers do not say which subscription has ended. */
async function keepFor(device: PushDeviceForm, pushKey: string): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.put(KNOWN, new Response(JSON.stringify({ ...device, pushKey })))
}

/**
 * Reports this browser's subscription if it is not the one our server has: the service worker reports a renewal only once,
 * and the phone may have been offline then. If this fails, the next page tries again.
 */
export async function reportRenewal(): Promise<void> {
  const kept = await (await (await caches.open(CACHE)).match(KNOWN))?.json()
  if (!kept?.pushKey || pushSupport() !== 'ready' || Notification.permission !== 'granted') return
  const { pushKey, ...old } = kept
  const device = deviceOf((await current()) ?? (await subscribeWith(pushKey)))
  if (!device || device.endpoint === old.endpoint) return
  await api.write('POST', '/api/alert-devices/renewals', { old, device })
  await keepFor(device, pushKey)
}

const NAME_BYTES = 8

/** By what name the server knows this browser; null where it has not subscribed. */
export async function ownDeviceName(): Promise<string | null> {
  const subscription = await current().catch(() => null)
  if (!subscription) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return [...new Uint8Array(hash).subarray(0, NAME_BYTES)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
