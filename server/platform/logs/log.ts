import { type Logger, pino } from 'pino'
import type { Config } from '#server/platform/config/config.ts'

/**
 * One line of JSON for each event, for machines; on a terminal a plain line, for people. Personal data and secrets never
 * reach the log, however deeply nested in a logged object.
 */
const PRIVATE = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'secretKey',
  'stripePaymentMethodId',
  'email',
  'phone',
  'firstName',
  'lastName',
  'name',
  'address',
  'to',
]
const DEPTHS = ['', '*.', '*.*.', '*.*.*.']

/**
 * Personal data and secrets in any text: addresses, the password in a database address, signed tokens, and long random text
 * such as keys and hashes. Ids stay: logs are searched by them.
 */
const IN_TEXT: [RegExp, string][] = [
  [/:\/\/[^\s"/@]+@/g, '://[private]@'],
  [/[^\s"'`<>()[\]{},;:=\\/]+@[^\s"'`<>()[\]{},;:=\\/]+/g, '[private]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[private]'],
  [/\b[0-9a-f]{32,}\b/gi, '[private]'],
  [/(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{24,}/g, '[private]'],
]

/** One line of the log without anything private. */
const withoutPrivate = (line: string): string =>
  IN_TEXT.reduce((text, [found, by]) => text.replace(found, by), line)

type Output = { write(line: string): unknown; isTTY?: boolean }

export function createLog(level: Config['logLevel'], output: Output = process.stdout): Logger {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: PRIVATE.flatMap((key) => DEPTHS.map((depth) => `${depth}${key}`)),
        censor: '[private]',
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    {
      write: (line: string) => {
        const safe = withoutPrivate(line)
        output.write(output.isTTY ? forPeople(safe) : safe)
      },
    },
  )
}

function forPeople(line: string): string {
  const { level, time, msg, ...rest } = JSON.parse(line) as { level: string; time: string; msg?: string }
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `
  return `${time.slice(11, 19)} ${mark}${msg ?? ''}${details}\n`
}
