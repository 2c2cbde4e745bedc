import { readFileSync } from 'node:fs'
import { SETTINGS } from './config.ts'
import { ConfigError } from './config-error.ts'

/** Secret settings: each can be a file instead, `NAME_FILE`, as container platforms mount secrets. */
const SECRETS = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'APPLE_PAY_DOMAIN_ASSOCIATION',
  'CLERK_SECRET_KEY',
  'CLERK_WEBHOOK_SECRET',
  'CLERK_JWT_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'VAPID_PRIVATE_KEY',
]

type Variables = Record<string, string | undefined>

/**
 * The environment with the contents of those files. @throws {ConfigError} naming every file that cannot be read, and every
 * setting that is given both ways or is never a file.
 */
export function withFiles(variables: Variables): Variables {
  const problems = SETTINGS.filter(
    (name) => !SECRETS.includes(name) && variables[`${name}_FILE`]?.trim(),
  ).map((name) => `${name}_FILE is not read: set ${name} itself`)
  const read: Variables = {}
  for (const name of SECRETS) {
    const file = variables[`${name}_FILE`]?.trim()
    if (!file) continue
    if (variables[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set: keep one`)
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch {
      problems.push(`${name}_FILE cannot be read: ${file}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return { ...variables, ...read }
}
