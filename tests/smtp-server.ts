/** A minimal SMTP server that receives mail, and refuses what it is told to. */
import { createServer, type Socket } from 'node:net'

export type SmtpServer = {
  url: string
  /** The mails that it accepted, with their headers. */
  received: string[]
  /** What it was told of each mail before its content: from whom, and to whom. */
  envelopes: string[]
  stop(): Promise<void>
}

/**
 * `refusalOf`: its answer for a recipient instead of accepting the mail, such as `550 no such mailbox`. `beforeTaking`:
 * what it does with a mail before it says that it accepted it.
 */
export async function startSmtpServer(
  refusalOf: (to: string) => string | null,
  beforeTaking: () => Promise<unknown> = async () => undefined,
): Promise<SmtpServer> {
  const received: string[] = []
  const envelopes: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let data: string | null = null
    let pending = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string): void => {
      if (data === null) {
        if (/^(MAIL|RCPT)/i.test(line)) envelopes.push(line)
        if (/^EHLO/i.test(line)) say('250-test\r\n250 SMTPUTF8')
        else if (/^DATA/i.test(line)) {
          data = ''
          say('354 go on')
        } else say(refusalOf(/^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? '') ?? '250 fine')
      } else if (line === '.') {
        received.push(data)
        data = null
        void beforeTaking().then(() => say('250 taken'))
      } else data += `${line}\n`
    }
    say('220 test ESMTP')
    socket.on('error', () => undefined)
    socket.setEncoding('utf8').on('data', (chunk) => {
      pending += chunk
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        hear(line)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received,
    envelopes,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
