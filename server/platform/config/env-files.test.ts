import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig, SETTINGS } from './config.ts'
import { withFiles } from './env-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (text: string): string => {
  const file = join(folder, `${Math.abs(text.length)}-${text.slice(0, 3).replaceAll('/', '')}`)
  writeFileSync(file, text)
  return file
}

it('a secret setting is read from the file that its _FILE names', () => {
  const url = 'postgres://app:secret@db.internal:5432/pledges'
  const given = withFiles({
    DATABASE_URL_FILE: fileOf(`${url}\n`),
    METRICS_TOKEN_FILE: fileOf('a-long-token-of-the-operator'),
  })
  expect(readConfig(given)).toMatchObject({
    databaseUrl: url,
    metrics: { token: 'a-long-token-of-the-operator' },
  })
})

it('a file that is not there and a setting given twice are named together', () => {
  const given = {
    SMTP_URL_FILE: '/nowhere/smtp',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_SECRET_KEY_FILE: fileOf('sk_test_y'),
  }
  expect(() => withFiles(given)).toThrow(
    /SMTP_URL_FILE cannot be read: \/nowhere\/smtp[\s\S]*STRIPE_SECRET_KEY and STRIPE_SECRET_KEY_FILE are both set/,
  )
})

it('every setting that is a secret by its name can be a file', () => {
  const secret = SETTINGS.filter((name) => /SECRET|PRIVATE|TOKEN|PASSWORD/.test(name))
  expect(secret).toContain('VAPID_PRIVATE_KEY')
  const file = fileOf('x'.repeat(43))
  const read = withFiles(Object.fromEntries(secret.map((name) => [`${name}_FILE`, file])))
  expect(secret.filter((name) => read[name] === undefined)).toEqual([])
})

it('a file for a setting that is no secret is refused, and other variables are not ours', () => {
  const given = {
    MAIL_FROM_FILE: '/run/secrets/mail-from',
    SSL_CERT_FILE: '/etc/ssl/cert.pem',
    PORT_FILE: ' ',
  }
  expect(() => withFiles(given)).toThrow('MAIL_FROM_FILE is not read: set MAIL_FROM itself')
  expect(() => withFiles({ ...given, MAIL_FROM_FILE: undefined })).not.toThrow()
})
