/** What is looked for in a text: runs of characters that an address, a token or a hash is made of. */
export const wordsIn = (text: string): string[] => text.match(/[\w.+@$=/-]{12,}/g) ?? []

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An address; or long, random text that is neither an id nor a word: a token, a key or a hash. */
export const isSecret = (word: string): boolean =>
  /^[^@/]+@[^@/]+\.[a-z]/i.test(word) ||
  (word.length >= 24 && !UUID.test(word) && /\d/.test(word) && /^[\w$=/+-]+$/.test(word) && isRandom(word))

/** Mixed case with digits, or nothing but hexadecimal digits. */
const isRandom = (word: string): boolean =>
  (/[a-z]/.test(word) && /[A-Z]/.test(word) && !/[-_/].*[-_/].*[-_/]/.test(word)) || /^[0-9a-f]+$/i.test(word)
