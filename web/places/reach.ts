/** What cannot be a phone number, with an example to go by. Only forms say so: the API takes any text. */

/** As people write it, with a country code or an extension. */
const PHONE = /^\+?[\d\s().\-–/]+((ext|x|#)[.:\s]*\d{1,6})?$/i
/** A local number, up to the longest that exists. */
const DIGITS = { fewest: 7, most: 15 }

/** Undefined where it will do; an empty one is for the form to judge. */
export function phoneProblem(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const count = typed.replace(/(ext|x|#).*$/i, '').replaceAll(/\D/g, '').length
  const isNumber = PHONE.test(typed) && count >= DIGITS.fewest && count <= DIGITS.most
  return isNumber ? undefined : 'Enter a phone number such as (541) 555-0142'
}
