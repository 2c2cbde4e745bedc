/** An email address as a file or a person writes it, also at a domain with letters beyond ASCII. Pure. */
import { isLookAlike, keptEmail } from '../email.ts'

const NOT_ONE = 'Not an email address'
const LOOK_ALIKE = 'The domain mixes alphabets, so it may imitate another one'

/** The address as it is kept, or null; and why it is none, or what to look out for. */
export function readAddress(written: string): { email: string | null; reason: string | null } {
  const email = keptEmail(written)
  if (email === null) return { email, reason: NOT_ONE }
  const domain = written.trim().normalize('NFKC').split('@').at(-1) ?? ''
  return { email, reason: isLookAlike(domain) ? LOOK_ALIKE : null }
}
