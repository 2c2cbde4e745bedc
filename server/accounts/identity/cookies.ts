/** The cookies of the identity's library: each holds a value and its signature. */
import type { Auth } from './auth.ts'

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

/** A name without a value is no cookie; a value may be in quotes. */
function pairOf(cookie: string): [name: string, value: string] {
  const [pair = ''] = cookie.split(';', 1)
  const at = pair.indexOf('=')
  if (at < 0) return ['', '']
  const value = pair.slice(at + 1).trim()
  return [pair.slice(0, at).trim(), value.replace(/^"(.*)"$/, '$1')]
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

const MAX_CHALLENGES = 5

/** The accounts that unfinished sign-ins wait for: usually one, but a request may name several. */
export async function challengedAccounts(auth: Auth, headers: Headers): Promise<string[]> {
  const name = await nameOf(auth, 'two_factor')
  const values = cookiesIn(headers)
    .map(pairOf)
    .flatMap(([one, value]) => (one === name && value !== '' ? [value] : []))
  if (values.length > MAX_CHALLENGES) return []
  const { internalAdapter } = await auth.$context
  const found = await Promise.all(
    values.map((value) => internalAdapter.findVerificationValue(signedValue(value))),
  )
  return [...new Set(found.flatMap((one) => one?.value ?? []))]
}

/** The same request from a device that is not trusted. */
export async function withoutTrust(auth: Auth, headers: Headers): Promise<Headers> {
  const name = await nameOf(auth, 'trust_device')
  const others = cookiesIn(headers).filter((cookie) => pairOf(cookie)[0] !== name)
  const changed = new Headers(headers)
  changed.set('cookie', others.join(';'))
  return changed
}
