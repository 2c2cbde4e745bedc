/** Where a push message may be sent: to a browser's push service, and nowhere else (R64). */

/** The push services of Chrome and its relatives, Firefox, Safari and Edge. PUSH_HOSTS adds others. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

type PushTargets = {
  /** More hosts; each allows its subdomains too. */
  hosts: readonly string[]
  /** The origin of a push service on this machine, for trying it out; null on a public site. */
  standIn: string | null
}

/**
 * A visitor supplies the address that this server then calls: it must be https on the usual port, without a password, at a
 * host on the list. So it can be neither an address in a private network nor a host that resolves to one.
 */
export function isPushEndpoint(text: string, { hosts, standIn }: PushTargets): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  if (url.username !== '' || url.password !== '') return false
  if (standIn !== null && url.origin === standIn) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  return [...PUSH_HOSTS, ...hosts].some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}
