/**
 * What follows the provider's own name on a bank statement. The whole line has 22 characters; the provider's prefix may
 * take ten of them, and an asterisk and a space come between: ten are always left.
 */
const MAX_CHARACTERS = 10

/** The team's name as banks print it: plain capitals and allowed characters only. Null if no letter is left. */
export function statementSuffix(teamName: string): string | null {
  const plain = teamName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[<>\\'"*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  const cut = plain.length <= MAX_CHARACTERS ? plain : cutAtWord(plain)
  return /[A-Z]/.test(cut) ? cut : null
}

/** Cuts at a word if the whole words use at least half the room. */
function cutAtWord(text: string): string {
  const cut = text.slice(0, MAX_CHARACTERS)
  const end = text[MAX_CHARACTERS] === ' ' ? MAX_CHARACTERS : cut.lastIndexOf(' ')
  return (end >= MAX_CHARACTERS / 2 ? cut.slice(0, end) : cut).trim()
}
