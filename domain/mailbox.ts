/** One mailbox is one person, however its address is spelled: what limits and counts go by (R57, R59). Pure. */

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * Mail still goes to the address as it was typed, and accounts stay apart by it. Mirrored by `mailbox_of` in SQL, which a test
 * compares.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const plus = local.indexOf('+')
  const name = plus > 0 ? local.slice(0, plus) : local
  return GMAIL.has(domain) ? `${name.replaceAll('.', '') || name}@gmail.com` : `${name}@${domain}`
}
