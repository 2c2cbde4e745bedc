import { z } from 'zod'

/** Nobody's domain (RFC 2606). */
const STAND_IN = '@address.invalid'
const known = z.email()

/**
 * The library accepts no letters beyond ASCII in an address, nor an ending such as `.xn--p1ai`. It is called with an address
 * that stands for such a one; what is stored and mailed is the real one.
 */
export const libraryAddress = (email: string): string =>
  known.safeParse(email).success && !email.endsWith(STAND_IN)
    ? email
    : `${Buffer.from(email).toString('hex')}${STAND_IN}`

export const realAddress = (given: string): string =>
  given.endsWith(STAND_IN) ? Buffer.from(given.slice(0, -STAND_IN.length), 'hex').toString() : given
