import { frontendHostOf } from '#server/platform/config/clerk-keys.ts'
import type { PublicConfig } from '#web/page-data.ts'

/** Headers of every HTML answer: only this site's own files, and the inline scripts of the page itself, by their hash. */

/** The style element that Radix's select adds when it opens, by its hash. */
const SELECT_STYLE = "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='"

/** The two style attributes that it renders on the server: any other is refused. */
const SELECT_ATTRIBUTES =
  "'sha256-1OjyRYLAOH1vhXLUN4bBHal0rWxuwBDBP220NNc0CNU=' 'sha256-uHMRMH/uk4ERGIkgk2bUAqw+i1tFFbeiOQTApmnK3t4='"

/** What a page may access beyond this site: a configured hosted service, and nothing else. */
type Opening = {
  script: string
  connect: string
  frame: string
  image?: string
  style?: string
  worker?: string
  /** Its script adds style elements of any text. */
  addsStyles?: true
}

/** With what its form for organizations' accounts needs, as its documentation lists it: an empty style element, by its hash. */
const STRIPE: Opening = {
  script: 'https://js.stripe.com https://*.js.stripe.com https://connect-js.stripe.com',
  connect: 'https://api.stripe.com https://js.stripe.com https://*.js.stripe.com',
  frame:
    'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://connect-js.stripe.com',
  image: 'https://*.stripe.com',
  style: "'sha256-0hAheEzaMe6uXIKV4EehS9pu1am1lj/KnnzrOYqckXk='",
}

/** Its script, and what that requests; not all of googleapis.com for scripts, where anybody can store one. */
const GOOGLE: Opening = {
  script: 'https://maps.googleapis.com https://maps.gstatic.com',
  connect: 'https://*.googleapis.com https://*.gstatic.com',
  frame: '',
}

/**
 * Its script and widgets from the host that the key names, or from a proxy; and its bot check. The widgets write their styles
 * at run time, for which Clerk's documentation asks for inline styles. A directive that names a hash would not allow them.
 */
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
    script: [host, test].filter(Boolean).join(' '),
    connect: host,
    frame: test,
    image: 'https://img.clerk.com',
    worker: 'blob:',
    addsStyles: true,
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

const contentSecurityPolicy = (scripts: readonly string[], openings: readonly Opening[]): string =>
  [
    "default-src 'self'",
    allow(
      'script-src',
      ["'self'", ...scripts],
      openings.map(({ script }) => script),
    ),
    allow(
      'style-src',
      ["'self'", SELECT_STYLE],
      openings.map(({ style }) => style),
    ),
    ...(openings.some(({ addsStyles }) => addsStyles) ? ["style-src-elem 'self' 'unsafe-inline'"] : []),
    `style-src-attr 'unsafe-hashes' ${SELECT_ATTRIBUTES}`,
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
  scripts: readonly string[],
  isDevelopment: boolean,
  openings: readonly Opening[],
): Record<string, string> =>
  isDevelopment ? ALWAYS : { ...ALWAYS, 'content-security-policy': contentSecurityPolicy(scripts, openings) }
