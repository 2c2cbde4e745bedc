import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMailer } from './mail.ts'

/** The smallest SMTP server that receives a mail and refuses one address. */
const received: string[] = []
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  let data: string | null = null
  let pending = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 test ESMTP')
  socket.setEncoding('utf8').on('data', (chunk) => {
    pending += chunk
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end)
      pending = pending.slice(end + 2)
      if (data !== null) {
        if (line === '.') {
          received.push(data)
          data = null
          say('250 taken')
        } else data += `${line}\n`
      } else if (/^DATA/i.test(line)) {
        data = ''
        say('354 go on')
      } else say(/^RCPT TO:<nobody/i.test(line) ? '550 no such mailbox' : '250 fine')
    }
  })
})

let smtpUrl = ''
beforeEach(async () => {
  received.length = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

const LETTER = {
  ...{ messageId: '<0190@pledgeraiser>', to: 'ada@example.org', replyTo: null, subject: 'Łions win' },
  ...{ text: 'Hello', html: '<p>Hello</p>', unsubscribeUrl: null },
}
const mailer = (url: string | null = smtpUrl) =>
  createMailer({ mail: 'smtp', smtpUrl: url, mailFrom: 'Pledgeraiser <no-reply@example.org>' })

describe('mail sent by SMTP', () => {
  it('has both bodies and the given Message-ID', async () => {
    const made = mailer()
    await made?.send(LETTER)
    made?.close()
    expect(received.length).toBe(1)
    expect(received[0]).toContain('Message-ID: <0190@pledgeraiser>')
    expect(received[0]).toContain('From: Pledgeraiser <no-reply@example.org>')
    expect(received[0]).not.toContain('Reply-To')
    expect(received[0]).toMatch(/text\/plain[\s\S]*Hello[\s\S]*text\/html[\s\S]*<p>Hello<\/p>/)
  })

  it('has a Reply-To if one is given', async () => {
    const made = mailer()
    await made?.send({ ...LETTER, replyTo: 'dana@example.org' })
    made?.close()
    expect(received.at(-1)).toContain('Reply-To: dana@example.org')
  })

  it('has one-click unsubscribe headers if it can be unsubscribed from (RFC 8058)', async () => {
    const made = mailer()
    const url = `https://example.org/unsubscribe/${'a'.repeat(43)}`
    await made?.send({ ...LETTER, unsubscribeUrl: url })
    await made?.send(LETTER)
    made?.close()
    const [can, cannot] = received.map((mail) => mail.replace(/\n[ \t]+/g, ' '))
    expect(can).toContain(`List-Unsubscribe: <${url}>`)
    expect(can).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(cannot).not.toContain('List-Unsubscribe')
  })

  it('fails if the server refuses it', async () => {
    const made = mailer()
    await expect(made?.send({ ...LETTER, to: 'nobody@example.org' })).rejects.toThrow('550')
    made?.close()
  })
})

it('the outbox needs no SMTP server', () => {
  expect(createMailer({ mail: 'outbox', smtpUrl: null, mailFrom: 'x' })).toBeNull()
})
