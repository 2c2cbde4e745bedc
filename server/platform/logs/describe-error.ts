/** An error for the log: what kind, where, and why, without any value that somebody typed or any secret. */

type Described = {
  type: string
  message: string
  code?: string
  constraint?: string
  table?: string
  queue?: string
  at?: string[]
  cause?: Described
}

type Known = Error & { code?: unknown; constraint?: unknown; table?: unknown; queue?: unknown }

/** An error, or an object with an error's message: the job queue reports its errors as copies that are no errors. */
const isKnown = (error: unknown): error is Known =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')

const MAX_MESSAGE = 300
const MAX_FRAMES = 12
const MAX_CAUSES = 3

/** PostgreSQL's class 22, data exceptions: their messages contain the value itself. */
const isAboutValue = (code: unknown): boolean => typeof code === 'string' && /^22\w{3}$/.test(code)

/**
 * Drizzle's message contains the statement and its parameters, and so does the first part of its stack. The statement's
 * text is in the code; the parameters are personal data.
 */
function messageOf(error: Known): string {
  const { message, code } = error
  if (typeOf(error) === 'DrizzleQueryError' || message.startsWith('Failed query')) return 'a statement failed'
  if (isAboutValue(code)) return 'a value does not fit its type'
  return message.slice(0, MAX_MESSAGE)
}

const typeOf = (error: Error): string => (error instanceof Error ? error.constructor.name : 'object')

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const framesOf = ({ stack }: { stack?: unknown }): string[] =>
  (textOf(stack) ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())

export function describeError(error: unknown, depth = 0): Described {
  if (!isKnown(error)) return { type: typeof error, message: 'something that is no error was thrown' }
  const described: Described = { type: typeOf(error), message: messageOf(error) }
  const more = {
    code: textOf(error.code),
    constraint: textOf(error.constraint),
    table: textOf(error.table),
    queue: textOf(error.queue),
  }
  for (const [key, value] of Object.entries(more))
    if (value !== undefined) Object.assign(described, { [key]: value })
  const at = framesOf(error)
  if (at.length > 0) described.at = at
  if (error.cause !== undefined && depth < MAX_CAUSES) described.cause = describeError(error.cause, depth + 1)
  return described
}
