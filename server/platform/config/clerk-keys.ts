/** What Clerk's keys reveal about themselves, and what is wrong with them, in words that contain no key. Pure. */
import { createPublicKey } from 'node:crypto'

export type ClerkKeys = {
  publishableKey: string
  secretKey: string
  /** The PEM for verifying session tokens, without a network call. */
  jwtKey: string
  webhookSecret: string | null
  proxyUrl: string | null
  apiUrl: string | null
}
type Place = { isLoopback: boolean; appUrl: string; isAskedFor: boolean }

export const WEBHOOK_PATH = '/api/identity/webhooks/clerk'

const PUBLISHABLE = /^pk_(test|live)_([A-Za-z0-9+/]+=*)$/
const SECRET = /^sk_(test|live)_\w+$/
/** It goes into the policy of every page, so only a host name is accepted. */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** The host in a publishable key, which serves Clerk's script and widgets; null if the key is malformed. */
export function frontendHostOf(publishableKey: string): string | null {
  const encoded = PUBLISHABLE.exec(publishableKey)?.[2]
  if (!encoded) return null
  const decoded = Buffer.from(encoded, 'base64').toString('latin1')
  const host = decoded.endsWith('$') ? decoded.slice(0, -1) : ''
  return HOST.test(host) ? host : null
}

/** Which issuers a session token may have: Clerk's own host, or the proxy in front of it. */
export function issuersOf(keys: Pick<ClerkKeys, 'publishableKey' | 'proxyUrl'>, appUrl: string): string[] {
  const host = frontendHostOf(keys.publishableKey)
  const proxy = keys.proxyUrl === null ? [] : [new URL(keys.proxyUrl, appUrl).href.replace(/\/$/, '')]
  return [...(host ? [`https://${host}`] : []), ...proxy]
}

/** A path on this site, or a full URL; `//other.example` would be another site. */
const isProxyUrl = (text: string): boolean =>
  /^\/[\w.-]+(\/[\w.-]+)*$/.test(text) || /^https:\/\/[\w.-]+(:\d+)?(\/[\w.-]+)*$/.test(text)

function isRsaPublicKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** What is wrong with the keys, in words. */
export function clerkProblems(keys: ClerkKeys, place: Place): string[] {
  const { publishableKey, secretKey, jwtKey, webhookSecret, proxyUrl } = keys
  const shown = PUBLISHABLE.exec(publishableKey)?.[1]
  const kept = SECRET.exec(secretKey)?.[1]
  const problems: string[] = []
  if (frontendHostOf(publishableKey) === null)
    problems.push(
      'CLERK_PUBLISHABLE_KEY is not a valid publishable key: a valid one starts with pk_test_ or pk_live_',
    )
  if (!kept) problems.push('CLERK_SECRET_KEY must start with sk_test_ or sk_live_')
  if (!isRsaPublicKey(jwtKey))
    problems.push('CLERK_JWT_KEY must be the PEM public key, from -----BEGIN PUBLIC KEY----- to its end')
  if (webhookSecret !== null && !/^whsec_[A-Za-z0-9+/]+=*$/.test(webhookSecret))
    problems.push('CLERK_WEBHOOK_SECRET must start with whsec_')
  if (proxyUrl !== null && !isProxyUrl(proxyUrl))
    problems.push('CLERK_PROXY_URL must be a path of this site such as /__clerk, or an https address')
  if (shown && kept && shown !== kept)
    problems.push(
      `CLERK_PUBLISHABLE_KEY is a ${shown} key and CLERK_SECRET_KEY a ${kept} key: both must be of one kind`,
    )
  if (kept === 'live' && keys.apiUrl !== null)
    problems.push(`CLERK_API_URL is ${keys.apiUrl}: a live key is sent to Clerk itself and nowhere else`)
  return place.isLoopback ? problems : [...problems, ...problemsInPublic(keys, kept, place)]
}

function problemsInPublic({ webhookSecret }: ClerkKeys, kept: string | undefined, place: Place): string[] {
  const problems: string[] = []
  if (webhookSecret === null)
    problems.push(
      `CLERK_WEBHOOK_SECRET is missing: without it, no one learns of a deleted account. Send user events to ${place.appUrl}${WEBHOOK_PATH}`,
    )
  if (kept === 'test' && !place.isAskedFor)
    problems.push(
      `APP_URL is ${place.appUrl} and the CLERK_ keys are test keys, which are for development: use live keys, or IDENTITY=clerk to keep them`,
    )
  return problems
}
