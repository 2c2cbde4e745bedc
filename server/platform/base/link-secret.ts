import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** The secret of a link in a mail. It is in the mail only: what is stored is a hash (R44). */
export const newLinkSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

export const hashOfLink = (secret: string): Buffer => createHash('sha256').update(secret).digest()
