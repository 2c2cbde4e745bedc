/** What cannot be a phone number or ZIP code, with an example to go by. Only forms say so: the API takes any text (R48). */

/** Addresses are in the US. */
const ZIP = /^\d{5}(-?\d{4})?$/
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

export function zipProblem(text: string): string | undefined {
  const typed = text.trim()
  return typed === '' || ZIP.test(typed) ? undefined : 'Enter a ZIP code such as 97701'
}

/** By field, for a form that has both. */
export function reachProblems({ phone, zip }: { phone: string; zip: string }): Record<string, string> {
  const found = { phone: phoneProblem(phone), zip: zipProblem(zip) }
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
