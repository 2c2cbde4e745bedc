/** An error for the log: what kind, where, and why, without any value that somebody typed or any secret. */

type Described = {
  type: string
  message: string
  code?: string
  constraint?: string
  table?: string
  at?: string[]
  cause?: Described
}

type Known = Error & { code?: unknown; constraint?: unknown; table?: unknown; severity?: unknown }

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
  if (typeOf(error) === 'DrizzleQueryError') return 'a statement failed'
  if (isAboutValue(code)) return 'a value does not fit its type'
  return message.slice(0, MAX_MESSAGE)
}

const typeOf = (error: Error): string => error.constructor.name

const framesOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown' }
  const known = error as Known
  const described: Described = { type: typeOf(known), message: messageOf(known) }
  const more = {
    code: textOf(known.code),
    constraint: textOf(known.constraint),
    table: textOf(known.table),
  }
  for (const [key, value] of Object.entries(more))
    if (value !== undefined) Object.assign(described, { [key]: value })
  const at = framesOf(error)
  if (at.length > 0) described.at = at
  if (error.cause !== undefined && depth < MAX_CAUSES) described.cause = describeError(error.cause, depth + 1)
  return described
}
