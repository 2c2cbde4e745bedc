/** What the database keeps secret is encrypted with a key from outside it: SECRET_KEY, or a file in the data folder. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export type Sealing = {
  /** AES-256-GCM with the first key. `use` is bound to it: a sealed value opens only for the use it was sealed for. */
  seal(use: string, text: string): string
  /** @throws {WrongKey} if no key opens it. */
  open(use: string, sealed: string): string
  /** Whether the first key sealed it: nothing needs to be done before the others are removed. */
  isCurrent(sealed: string): boolean
}

export class WrongKey extends Error {
  readonly code = 'EKEY'
  constructor() {
    super(
      'The secrets in this database were sealed with another SECRET_KEY. Set the one of the server it comes from (or copy ' +
        'that server’s secret-key file into DATA_DIR). If it is lost: npm run rotate-keys -- --lost',
    )
  }
}

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

type Key = { id: string; bytes: Buffer }

/** The text may be anything long enough: the key is derived from it. */
const keyOf = (text: string): Key => {
  const bytes = Buffer.from(hkdfSync('sha256', text, 'pledgeraiser', 'sealed values', 32))
  return { bytes, id: createHash('sha256').update('id').update(bytes).digest('hex').slice(0, 8) }
}

/**
 * The first key seals; all of them open. `readKeys` is called when a key is needed and none is known, and again for a value
 * sealed with an unknown key; `makeKey` if there is none to seal with.
 */
export function createSealing(readKeys: () => readonly string[], makeKey?: () => string): Sealing {
  let keys: readonly Key[] = []
  const read = () => {
    keys = readKeys().map(keyOf)
    return keys
  }
  const first = (): Key => {
    const [key] = keys.length > 0 ? keys : read()
    if (key) return key
    if (!makeKey) throw new WrongKey()
    keys = [keyOf(makeKey())]
    return keys[0] as Key
  }
  return {
    seal: (use, text) => {
      const key = first()
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(use))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${key.id}.${sealed.toString('base64url')}`
    },
    open: (use, text) => {
      const [version, id, data = ''] = text.split('.')
      const isOf = (key: Key) => key.id === id
      const key = keys.find(isOf) ?? read().find(isOf)
      if (version !== VERSION || !key) throw new WrongKey()
      const sealed = Buffer.from(data, 'base64url')
      const cipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, NONCE_BYTES))
      cipher.setAAD(Buffer.from(use)).setAuthTag(sealed.subarray(-TAG_BYTES))
      const opened = [cipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]
      return Buffer.concat(opened).toString('utf8')
    },
    isCurrent: (sealed) => sealed.split('.')[1] === first().id,
  }
}

/** For a database that is opened only to read rows. */
export const noSealing: Sealing = createSealing(() => [])
