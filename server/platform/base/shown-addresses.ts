import { domainToUnicode } from 'node:url'
import { isLookAlike } from '#domain/people/email.ts'

const KEPT = /(?<=@)[a-z0-9.-]*xn--[a-z0-9.-]*[a-z0-9]/g

function shown(domain: string): string {
  const written = domainToUnicode(domain)
  return isLookAlike(written) ? domain : written
}

/** Addresses are kept with their domain in ASCII; what people read has it in their own letters. */
export const withShownAddresses = (text: string): string =>
  text.includes('xn--') ? text.replace(KEPT, shown) : text
