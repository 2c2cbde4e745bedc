/** Codes of Node.js and of PostgreSQL for a connection that was lost or cannot be opened. */
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // A session or the whole server was ended, is starting, or accepts no more connections.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // A server became read-only: it is a standby now, and the primary is elsewhere.
  '25006',
])
/** PgBouncer's code when it cannot reach the server; PostgreSQL's own for a mistake of ours. */
const PROTOCOL_VIOLATION = '08P01'
const POOLER =
  /query_wait_timeout|query timeout|server_login|server login|pgbouncer|connect to server|server conn|shut/i
/** pg has no codes for these. */
const MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/

/** The server's disk is full, its memory used up, a file unreadable, or it canceled the statement itself. */
const UNABLE = /^(53|58|57014$)/

/** Whether the server could not do what it was asked for, whatever that was. */
export function isUnable(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return isConnectionLost(error) || (typeof code === 'string' && UNABLE.test(code))
}

/** Whether a statement failed because its connection was lost or could not be opened; it can be sent again soon. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code === PROTOCOL_VIOLATION) return POOLER.test(error.message)
  return (code !== undefined && CODES.has(code)) || MESSAGES.test(error.message)
}
