/** What a wallet says about a person, as a guest pledge keeps it (R59). None of it is verified. */
import type { WalletDetails } from '#web/parts/card/card-setup.ts'

export const NOBODY: { firstName: string | null; lastName: string | null; zip: string | null } = {
  ...{ firstName: null, lastName: null, zip: null },
}

const MAX_NAME = 100
const MAX_ZIP = 20

/** The first word is the first name. Long names are cut: a wallet's spelling keeps no one from pledging. */
export function personIn({ name = '', postalCode = '' }: WalletDetails): typeof NOBODY {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return {
    firstName: first.slice(0, MAX_NAME) || null,
    lastName: rest.join(' ').slice(0, MAX_NAME) || null,
    zip: postalCode.trim().slice(0, MAX_ZIP) || null,
  }
}
