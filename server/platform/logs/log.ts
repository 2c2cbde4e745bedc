import { type Logger, pino } from 'pino'
import type { Config } from '#server/platform/config/config.ts'

/**
 * One line of JSON for each event, for machines; on a terminal a plain line, for people. What identifies a person
 * or opens a door never reaches the log, however deep it sits in what somebody logged.
 */
const PRIVATE = [
  ...['authorization', 'cookie', 'password', 'token', 'secret', 'secretKey', 'stripePaymentMethodId'],
  ...['email', 'phone', 'firstName', 'lastName', 'name', 'address', 'to'],
]
const DEPTHS = ['', '*.', '*.*.', '*.*.*.']

export function createLog(level: Config['logLevel'], output: NodeJS.WriteStream = process.stdout): Logger {
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
    output.isTTY ? { write: (line: string) => void output.write(forPeople(line)) } : output,
  )
}

function forPeople(line: string): string {
  const { level, time, msg, ...rest } = JSON.parse(line) as { level: string; time: string; msg?: string }
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `
  return `${time.slice(11, 19)} ${mark}${msg ?? ''}${details}\n`
}
