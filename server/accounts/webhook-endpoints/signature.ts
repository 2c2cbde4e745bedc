/** Signatures of Standard Webhooks 1.0: HMAC-SHA256 of id, time and body. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

type Signed = { id: string; seconds: number; body: string }

const signatureWith = (secret: string, { id, seconds, body }: Signed): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/** The three headers; one signature for each secret, so that a receiver may know either while it is rotated. */
export const webhookHeaders = (secrets: readonly string[], signed: Signed): Record<string, string> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.seconds),
  'webhook-signature': secrets.map((secret) => signatureWith(secret, signed)).join(' '),
})
