/** What a person could guess about a password from its shape, or from its owner's address. Pure. */

/** Fewer characters than this outside of patterns are quickly tried. */
const LEAST_FREE = 4
/** From this length on, equal or consecutive characters are a pattern. */
const RUN = 3
/** Of a local part: "al" is in many words. */
const LEAST_OWN = 4

const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890']

function stepOf(one: string, next: string): string | null {
  const step = (next.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0)
  if (Math.abs(step) <= 1) return `code ${step}`
  for (const row of KEYBOARD) {
    const from = row.indexOf(one)
    const to = row.indexOf(next)
    if (from >= 0 && to >= 0 && Math.abs(to - from) === 1) return `key ${to - from}`
  }
  return null
}

/** How many characters are left without runs such as "aaaa", "1234", "dcba" or "asdf". */
function charactersOutsideRuns(characters: readonly string[]): number {
  let free = 0
  let start = 0
  while (start < characters.length) {
    let end = start + 1
    const step = stepOf(characters[start] as string, characters[end] ?? '')
    if (step !== null && characters[end] !== undefined) {
      end += 1
      while (
        end < characters.length &&
        stepOf(characters[end - 1] as string, characters[end] as string) === step
      )
        end += 1
    }
    const length = end - start
    if (length < RUN) {
      free += 1
      start += 1
    } else start = end
  }
  return free
}

/** Why it is too easy to guess, or null. `email`: of the account, where that is known. */
export function reasonAgainstPassword(password: string, email: string | null): string | null {
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size < LEAST_FREE || /^(.{1,4})\1+.{0,2}$/u.test(plain))
    return 'That password repeats itself, so it is easy to guess: choose another one'
  if (charactersOutsideRuns([...plain]) < LEAST_FREE)
    return 'That password is a simple sequence, so it is easy to guess: choose another one'
  const local = email?.toLowerCase().split('@')[0] ?? ''
  const owns = [email?.toLowerCase() ?? '', local, local.split('+')[0] ?? ''].filter(
    (own) => own.length >= LEAST_OWN,
  )
  return owns.some((own) => plain.replaceAll(own, '').length < LEAST_FREE && plain.includes(own))
    ? 'That password is your email address, or almost: choose another one'
    : null
}
