import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openDatabase, sql } from '#server/platform/db/database.ts'
import { createTestDatabase } from '#tests/database.ts'
import { describeError } from './describe-error.ts'
import { createLog } from './log.ts'

function logged(isTTY: boolean, event: object): string {
  let text = ''
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  createLog('info', Object.assign(output, { isTTY })).warn(event, 'something happened')
  return text
}

describe('the log', () => {
  it('never has personal data or credentials', () => {
    const secrets = ['sam@school.org', 'Bearer abc', 'demo-password', '555-0100']
    const event = {
      email: secrets[0],
      request: {
        headers: { authorization: secrets[1] },
        body: { user: { password: secrets[2], phone: secrets[3] } },
      },
      campaignId: 'c1',
    }
    for (const isTTY of [true, false]) {
      const text = logged(isTTY, event)
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(text).toContain('c1')
      expect(text).toContain('something happened')
    }
  })

  it('is one line of JSON for programs and a plain line on a terminal', () => {
    expect(JSON.parse(logged(false, { jobs: 3 }))).toMatchObject({
      level: 'warn',
      jobs: 3,
      msg: 'something happened',
    })
    expect(logged(true, { jobs: 3 })).toMatch(/^\d\d:\d\d:\d\d WARN something happened \{"jobs":3\}\n$/)
  })

  it('holds no address, password, token or hash inside a text', () => {
    const secrets = [
      'ada@example.org',
      'hunter2',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
      'Zk3v9QwX7bT2mN8cR5yL1pHsA0dF',
      '5f4dcc3b5aa765d61d8327deb882cf99',
    ]
    const [address, password, ...tokens] = secrets
    const message = `550 <${address}> at postgres://app:${password}@db/x: ${tokens.join(' ')}`
    const id = '0192c3f2-7b1a-7c3e-9d2f-1a2b3c4d5e6f'
    const text = logged(false, { message, id, at: 'server/platform/database.ts:40:12' })
    for (const secret of secrets) expect(text).not.toContain(secret)
    for (const kept of [id, 'database.ts:40:12', '550']) expect(text).toContain(kept)
  })
})

describe('an error in the log', () => {
  it('of a failed statement has the cause, its code and the place, and no parameter', async () => {
    const database = await createTestDatabase()
    const db = openDatabase({ url: database.url, connections: 1 })
    try {
      const failed = await db
        .query(
          sql`insert into users (id, email, created_at) values (${'not-an-id'}, ${'ada'}, ${'ada-secret'})`,
        )
        .catch((error: unknown) => error)
      const text = JSON.stringify(describeError(failed))
      expect(text).toContain('22P02')
      expect(text).toContain('"at":["at ')
      for (const value of ['not-an-id', 'ada-secret', 'insert into']) expect(text).not.toContain(value)
    } finally {
      await db.close()
      await database.drop()
    }
  })

  it('of Drizzle has neither the statement nor its parameters, in the message or the stack', () => {
    class DrizzleQueryError extends Error {}
    const cause = Object.assign(new Error('connection lost'), { code: '57P01' })
    const error = new DrizzleQueryError('Failed query: select 1\nparams: Ada Love,scrypt-hash', { cause })
    const described = describeError(error)
    expect(described).toMatchObject({ message: 'a statement failed', cause: { code: '57P01' } })
    expect(JSON.stringify(described)).not.toMatch(/Ada Love|scrypt-hash|select 1/)
  })

  it('has its message, type, code and cause, whatever was thrown', () => {
    class LostError extends Error {
      readonly code = 'ECONNRESET'
    }
    const error = new Error('the mail server does not answer', { cause: new LostError('reset') })
    expect(describeError(error)).toMatchObject({
      type: 'Error',
      message: 'the mail server does not answer',
      at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
      cause: { type: 'LostError', message: 'reset', code: 'ECONNRESET' },
    })
    expect(describeError('ada@example.org')).toEqual({
      type: 'string',
      message: 'something that is no error was thrown',
    })
  })

  it('that the job queue copied into a plain object has its message, code and queue, and no parameter', () => {
    const failed = Object.assign(new Error('the connection ended'), {
      code: '57P01',
      detail: 'Key (email)=(ada) exists',
      parameters: ['ada-secret'],
    })
    const copy = {
      ...failed,
      message: failed.message,
      stack: failed.stack,
      queue: 'mails.send',
      worker: 'w1',
    }
    expect(describeError(copy)).toEqual({
      type: 'object',
      message: 'the connection ended',
      code: '57P01',
      queue: 'mails.send',
      at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
    })
    expect(describeError({ message: 'Failed query: select 1\nparams: ada' }).message).toBe(
      'a statement failed',
    )
    expect(describeError({ message: 'invalid input: "ada"', code: '22P02' }).message).toBe(
      'a value does not fit its type',
    )
    for (const other of [null, {}, { message: { email: 'ada' } }])
      expect(describeError(other)).toEqual({
        type: 'object',
        message: 'something that is no error was thrown',
      })
  })
})
