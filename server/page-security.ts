import type { PublicConfig } from '#web/context.ts'

/** Headers of every HTML answer. Only this site's own files, and scripts and styles that carry the page's nonce. */
/** The two inline styles that Radix's select renders on the server, by their hash: another one is refused. */
const SELECT_STYLES =
  "'sha256-1OjyRYLAOH1vhXLUN4bBHal0rWxuwBDBP220NNc0CNU=' 'sha256-uHMRMH/uk4ERGIkgk2bUAqw+i1tFFbeiOQTApmnK3t4='"

/** What a page may reach beyond this site: a hosted service that is configured, and nothing else. */
export type Opening = { script: string; connect: string; frame: string }

const STRIPE: Opening = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  connect: 'https://api.stripe.com https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}

/** Its script, and what that asks; not all of googleapis.com for scripts, where anybody can keep one. */
const GOOGLE: Opening = {
  script: 'https://maps.googleapis.com https://maps.gstatic.com',
  connect: 'https://*.googleapis.com https://*.gstatic.com',
  frame: '',
}

export const openingsFor = ({
  cards,
  places,
}: Pick<PublicConfig, 'cards' | 'places'>): readonly Opening[] => [
  ...(cards.provider === 'stripe' ? [STRIPE] : []),
  ...(places.provider === 'google' && places.key !== null ? [GOOGLE] : []),
]

/** One directive: this site, and what is opened. */
const allow = (name: string, own: readonly string[], opened: readonly string[]): string =>
  [name, ...own, ...opened.filter(Boolean)].join(' ')

const contentSecurityPolicy = (nonce: string, openings: readonly Opening[]): string =>
  [
    "default-src 'self'",
    allow(
      'script-src',
      ["'self'", `'nonce-${nonce}'`],
      openings.map(({ script }) => script),
    ),
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-hashes' ${SELECT_STYLES}`,
    "img-src 'self' data:",
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

/** In development Vite adds scripts and styles of its own; the policy would only hide what it is meant to show. */
export const pageSecurity = (
  nonce: string,
  isDevelopment: boolean,
  openings: readonly Opening[],
): Record<string, string> =>
  isDevelopment ? ALWAYS : { ...ALWAYS, 'content-security-policy': contentSecurityPolicy(nonce, openings) }
