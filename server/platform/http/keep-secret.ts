import type { Context } from 'hono'

/** For an answer whose address is a secret: it is not cached or indexed, and no other site learns its address. */
export function keepSecret(c: Context): void {
  c.header('cache-control', 'private, no-store')
  c.header('referrer-policy', 'no-referrer')
  c.header('x-robots-tag', 'noindex, nofollow')
}
