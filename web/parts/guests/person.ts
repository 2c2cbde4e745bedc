import { reasonAgainstName } from '#domain/links.ts'
import type { WalletDetails } from '#web/parts/card/card-setup.ts'

/** What a wallet says about a person, as a guest pledge keeps it. None of it is verified. */
export const NOBODY: { firstName: string | null; lastName: string | null; zip: string | null } = {
  firstName: null,
  lastName: null,
  zip: null,
}

const MAX_NAME = 100

const MAX_ZIP = 20

/** A wallet's spelling keeps no one from pledging: long names are cut, and what cannot be a name is left out. */
const nameIn = (text: string): string | null => {
  const name = text.slice(0, MAX_NAME)
  return name === '' || reasonAgainstName(name) ? null : name
}

/** The first word is the first name. */
export function personIn({ name = '', postalCode = '' }: WalletDetails): typeof NOBODY {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return {
    firstName: nameIn(first),
    lastName: nameIn(rest.join(' ')),
    zip: postalCode.trim().slice(0, MAX_ZIP) || null,
  }
}
