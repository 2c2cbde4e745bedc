/** Headers of every HTML answer. Only this site's own files, and scripts and styles that carry the page's nonce. */
/** The two inline styles that Radix's select renders on the server, by their hash: another one is refused. */
const SELECT_STYLES =
  "'sha256-1OjyRYLAOH1vhXLUN4bBHal0rWxuwBDBP220NNc0CNU=' 'sha256-uHMRMH/uk4ERGIkgk2bUAqw+i1tFFbeiOQTApmnK3t4='"

const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-hashes' ${SELECT_STYLES}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
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
export const pageSecurity = (nonce: string, isDevelopment: boolean): Record<string, string> =>
  isDevelopment ? ALWAYS : { ...ALWAYS, 'content-security-policy': contentSecurityPolicy(nonce) }
