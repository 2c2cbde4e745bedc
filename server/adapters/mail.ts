import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'

export type Letter = {
  messageId: string
  to: string
  /** Null: an answer goes to the sender. */
  replyTo: string | null
  subject: string
  text: string
  html: string
}

/** Hands one mail to the mail server. Throws when it was not taken; the row then waits for the next try. */
export type Mailer = { send(letter: Letter): Promise<void>; close(): void }

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** Null: there is no mail server, and mail stays in the outbox. */
export function createMailer({
  mail,
  smtpUrl,
  mailFrom,
}: Pick<Config, 'mail' | 'smtpUrl' | 'mailFrom'>): Mailer | null {
  if (mail === 'outbox' || smtpUrl === null) return null
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // What a mail holds is ours alone: it never names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ replyTo, ...letter }) => {
      await transport.sendMail({ from: mailFrom, ...letter, ...(replyTo ? { replyTo } : {}) })
    },
    close: () => transport.close(),
  }
}
