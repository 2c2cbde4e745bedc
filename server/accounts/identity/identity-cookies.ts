/** The cookies of the identity's library: each holds a value and its signature. */
import type { Auth } from './identity-auth.ts'

const SESSION = /(?:^|\.)session_token$/

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** What a cookie says before its signature. Whoever uses it must look it up: the signature is not checked here. */
function signedValue(value: string): string {
  const text = decoded(value)
  const end = text.lastIndexOf('.')
  return end < 0 ? text : text.slice(0, end)
}

function pairOf(cookie: string): [name: string, value: string] {
  const [pair = ''] = cookie.split(';', 1)
  const at = pair.indexOf('=')
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}

/** The token of the session that this response opens; null if it opens none. */
export function openedSession(headers: Headers | null | undefined): string | null {
  const cookies = (headers?.getSetCookie() ?? []).map(pairOf)
  const value = cookies.findLast(([name, value]) => SESSION.test(name) && value !== '')?.[1]
  return value === undefined ? null : signedValue(value)
}

async function nameOf(auth: Auth, cookie: 'two_factor' | 'trust_device'): Promise<string> {
  return (await auth.$context).createAuthCookie(cookie).name
}

const cookiesIn = (headers: Headers): string[] => (headers.get('cookie') ?? '').split(';')

/** The account that an unfinished sign-in waits for; null without one. */
export async function challengedAccount(auth: Auth, headers: Headers): Promise<string | null> {
  const name = await nameOf(auth, 'two_factor')
  const value = cookiesIn(headers)
    .map(pairOf)
    .find(([one]) => one === name)?.[1]
  if (!value) return null
  const context = await auth.$context
  return (await context.internalAdapter.findVerificationValue(signedValue(value)))?.value ?? null
}

/** The same request from a device that is not trusted. */
export async function withoutTrust(auth: Auth, headers: Headers): Promise<Headers> {
  const name = await nameOf(auth, 'trust_device')
  const others = cookiesIn(headers).filter((cookie) => pairOf(cookie)[0] !== name)
  const changed = new Headers(headers)
  changed.set('cookie', others.join(';'))
  return changed
}
