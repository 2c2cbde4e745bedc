import { frontendHostOf } from '#server/platform/config/clerk-keys.ts'
import type { PublicConfig } from '#web/context.ts'

/** Headers of every HTML answer: only this site's own files, and scripts and styles that carry the page's nonce. */

/** The two inline styles that Radix's select renders on the server, by their hash: any other is refused. */
const SELECT_STYLES =
  "'sha256-1OjyRYLAOH1vhXLUN4bBHal0rWxuwBDBP220NNc0CNU=' 'sha256-uHMRMH/uk4ERGIkgk2bUAqw+i1tFFbeiOQTApmnK3t4='"

/** What a page may access beyond this site: a configured hosted service, and nothing else. */
type Opening = {
  script: string
  connect: string
  frame: string
  image?: string
  worker?: string
  /** Style elements that a hosted script creates without the page's nonce, by their hash. */
  style?: string
}

const STRIPE: Opening = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  connect: 'https://api.stripe.com https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}

/** Its script, and what that requests; not all of googleapis.com for scripts, where anybody can store one. */
const GOOGLE: Opening = {
  script: 'https://maps.googleapis.com https://maps.gstatic.com',
  connect: 'https://*.googleapis.com https://*.gstatic.com',
  frame: '',
}

/** Styles that the code field adds: the caret of the six digits, and how browsers autofill them. */
const CODE_STYLES =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-KQDhUccuEkZUQDnfbVDeY+ev2LZ+73AQR7ro4JppAY8='"

/** Its script and widgets from the host that the key names, or from a proxy; and its bot check. */
function clerkOpening({
  publishableKey,
  proxyUrl,
}: {
  publishableKey: string
  proxyUrl: string | null
}): Opening {
  const own = proxyUrl === null ? `https://${frontendHostOf(publishableKey)}` : ''
  const host = proxyUrl?.startsWith('https://') ? new URL(proxyUrl).origin : own
  const test = 'https://challenges.cloudflare.com'
  return {
    ...{ script: [host, test].filter(Boolean).join(' '), connect: host, frame: test },
    ...{ image: 'https://img.clerk.com', worker: 'blob:', style: CODE_STYLES },
  }
}

export const openingsFor = ({
  cards,
  places,
  identity,
}: Pick<PublicConfig, 'cards' | 'places' | 'identity'>): readonly Opening[] => [
  ...(identity.provider === 'clerk' ? [clerkOpening(identity)] : []),
  ...(cards.provider === 'stripe' ? [STRIPE] : []),
  ...(places.provider === 'google' && places.key !== null ? [GOOGLE] : []),
]

/** One directive: this site, plus what is opened. */
const allow = (name: string, own: readonly string[], opened: readonly (string | undefined)[]): string =>
  [name, ...own, ...opened.filter(Boolean)].join(' ')

const contentSecurityPolicy = (nonce: string, openings: readonly Opening[]): string =>
  [
    "default-src 'self'",
    allow(
      'script-src',
      ["'self'", `'nonce-${nonce}'`],
      openings.map(({ script }) => script),
    ),
    allow(
      'style-src',
      ["'self'", `'nonce-${nonce}'`],
      openings.map(({ style }) => style),
    ),
    `style-src-attr 'unsafe-hashes' ${SELECT_STYLES}`,
    allow(
      'img-src',
      ["'self'", 'data:'],
      openings.map(({ image }) => image),
    ),
    allow(
      'worker-src',
      ["'self'"],
      openings.map(({ worker }) => worker),
    ),
    "font-src 'self'",
    allow(
      'connect-src',
      ["'self'"],
      openings.map(({ connect }) => connect),
    ),
    allow(
      'frame-src',
      ["'self'"],
      openings.map(({ frame }) => frame),
    ),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** In development Vite adds its own scripts and styles; the policy would only block them. */
export const pageSecurity = (
  nonce: string,
  isDevelopment: boolean,
  openings: readonly Opening[],
): Record<string, string> =>
  isDevelopment ? ALWAYS : { ...ALWAYS, 'content-security-policy': contentSecurityPolicy(nonce, openings) }
