import { createTransport } from 'nodemailer'
import type { Config } from '#server/platform/config/config.ts'
import { brand } from '#web/content/brand.ts'

export type Letter = {
  messageId: string
  to: string
  /** Null: replies go to us, not to the sending address, which may read nothing. */
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** Null: such mail cannot be turned off. */
  unsubscribeUrl: string | null
}

/** Hands one mail to the mail server. Throws if it was not accepted; the row then waits for the next attempt. */
export type Mailer = { send(letter: Letter): Promise<void>; close(): void }

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** The reader's mail program shows its own button, which posts to this address (RFC 8058). */
const switchedOffBy = (url: string) => ({
  list: { unsubscribe: [[url]] },
  headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
})

/** Null: there is no mail server, and mail stays in the outbox. `connections`: the maximum number at once. */
export function createMailer(
  { mail, smtpUrl, mailFrom }: Pick<Config, 'mail' | 'smtpUrl' | 'mailFrom'>,
  connections = 1,
): Mailer | null {
  if (mail === 'outbox' || smtpUrl === null) return null
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // We alone write a mail's content: it never names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ replyTo, unsubscribeUrl, ...letter }) => {
      await transport.sendMail({
        from: mailFrom,
        ...letter,
        replyTo: replyTo ?? { name: brand.name, address: brand.contactEmail },
        ...(unsubscribeUrl ? switchedOffBy(unsubscribeUrl) : {}),
      })
    },
    close: () => transport.close(),
  }
}
