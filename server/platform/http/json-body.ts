import { DomainError } from '#domain/errors.ts'

/** Shorter bodies can't contain enough to matter. */
const CHECKED_FROM = 50_000
/** The largest request of our pages is a schedule of some thousand fields. */
const MAX_VALUES = 20_000
const MAX_DEPTH = 64

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58]
const OPENS = new Set([91, 123])
const CLOSES = new Set([93, 125])

/** Counts names and values outside of strings, without building any of them. */
function refuseCrowded(text: string): void {
  let values = 0
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === BACKSLASH) index += 1
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    else if (code === COMMA || code === COLON) values += 1
    else if (OPENS.has(code)) depth += 1
    else if (CLOSES.has(code)) depth -= 1
    if (values > MAX_VALUES || depth > MAX_DEPTH)
      throw new DomainError('malformed', 'The body has too many fields: send it in parts')
  }
}

/** Parses a JSON body. Throws a 400 for invalid JSON, and for a body so large that parsing would block the server. */
export function parseJsonBody(text: string): unknown {
  if (text.length >= CHECKED_FROM) refuseCrowded(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('malformed', 'The body is not valid JSON')
  }
}
