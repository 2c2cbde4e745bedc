import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

function logged(isTTY: boolean, event: object): string {
  let text = ''
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  createLog('info', Object.assign(output, { isTTY }) as unknown as NodeJS.WriteStream).warn(
    event,
    'something happened',
  )
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
})
