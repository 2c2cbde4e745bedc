import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** What a link in a mail opens with. It is in the mail and nowhere else: what is kept is a hash (R44). */
export const newLinkSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

export const hashOfLink = (secret: string): Buffer => createHash('sha256').update(secret).digest()
