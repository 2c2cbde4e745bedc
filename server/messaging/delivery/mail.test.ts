import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SmtpServer, startSmtpServer } from '#tests/smtp-server.ts'
import { brand } from '#web/content/brand.ts'
import { createMailer } from './mail.ts'

let server: SmtpServer
beforeEach(async () => {
  server = await startSmtpServer((to) => (to.startsWith('nobody@') ? '550 no such mailbox' : null))
})
afterEach(() => server.stop())

const LETTER = {
  messageId: '<0190@pledgeraiser>',
  to: 'ada@example.org',
  replyTo: null,
  subject: 'Łions win',
  text: 'Hello',
  html: '<p>Hello</p>',
  unsubscribeUrl: null,
}
const mailer = () =>
  createMailer({ mail: 'smtp', smtpUrl: server.url, mailFrom: 'Pledgeraiser <no-reply@example.org>' })

describe('mail sent by SMTP', () => {
  it('has both bodies and the given Message-ID', async () => {
    const made = mailer()
    await made?.send(LETTER)
    made?.close()
    expect(server.received.length).toBe(1)
    expect(server.received[0]).toContain('Message-ID: <0190@pledgeraiser>')
    expect(server.received[0]).toContain('From: Pledgeraiser <no-reply@example.org>')
    expect(server.received[0]).toMatch(/text\/plain[\s\S]*Hello[\s\S]*text\/html[\s\S]*<p>Hello<\/p>/)
  })

  it('sends replies to our contact address, whatever address it comes from (R44)', async () => {
    const made = mailer()
    await made?.send(LETTER)
    made?.close()
    expect(server.received.at(-1)).toContain(`Reply-To: ${brand.name} <${brand.contactEmail}>`)
  })

  it('has another Reply-To if one is given', async () => {
    const made = mailer()
    await made?.send({ ...LETTER, replyTo: 'dana@example.org' })
    made?.close()
    expect(server.received.at(-1)).toContain('Reply-To: dana@example.org')
  })

  it('has one-click unsubscribe headers if it can be unsubscribed from (RFC 8058)', async () => {
    const made = mailer()
    const url = `https://example.org/unsubscribe/${'a'.repeat(43)}`
    await made?.send({ ...LETTER, unsubscribeUrl: url })
    await made?.send(LETTER)
    made?.close()
    const [can, cannot] = server.received.map((mail) => mail.replace(/\n[ \t]+/g, ' '))
    expect(can).toContain(`List-Unsubscribe: <${url}>`)
    expect(can).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(cannot).not.toContain('List-Unsubscribe')
  })

  it('goes to addresses in the letters of any language (RFC 6531)', async () => {
    const made = mailer()
    await made?.send({ ...LETTER, to: 'jürgen@xn--mller-kva.de', replyTo: 'ann@xn--mller-kva.de' })
    await made?.send({ ...LETTER, to: 'ann@xn--mller-kva.de' })
    made?.close()
    expect(server.received).toHaveLength(2)
    expect(server.envelopes).toEqual([
      'MAIL FROM:<no-reply@example.org> SMTPUTF8',
      'RCPT TO:<jürgen@müller.de>',
      'MAIL FROM:<no-reply@example.org>',
      'RCPT TO:<ann@xn--mller-kva.de>',
    ])
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
