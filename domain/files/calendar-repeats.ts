/** Which rules of repetition (RFC 5545, RRULE) are followed: those that always come to a next day, and soon. Pure. */

const WEEKDAY = '(?:MO|TU|WE|TH|FR|SA|SU)'
const NUMBERED_DAY = `(?:[+-]?[1-5])?${WEEKDAY}`
const MONTH = '(?:0?[1-9]|1[0-2])'
const DAY_OF_MONTH = '-?(?:0?[1-9]|[12]\\d|3[01])'

const some = (one: string): RegExp => new RegExp(`^${one}(?:,${one}){0,30}$`)

const VALUES: Record<string, RegExp> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^0{0,2}[1-9]\d{0,2}$/,
  COUNT: /^\d{1,5}$/,
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/,
  WKST: new RegExp(`^${WEEKDAY}$`),
  BYDAY: some(NUMBERED_DAY),
  BYMONTHDAY: some(DAY_OF_MONTH),
  BYMONTH: some(MONTH),
}

export type Rule = Readonly<Record<string, string>>

/** Null for a rule that is not followed: by the second, by the week of the year, or on days that may never come. */
export function readRule(text: string): Rule | null {
  const parts = text.trim().toUpperCase().replace(/;$/, '').split(';')
  const rule = Object.fromEntries(parts.map((part) => part.split('=', 2) as [string, string | undefined]))
  if (Object.keys(rule).length !== parts.length) return null
  const isKnown = Object.entries(rule).every(
    ([key, value]) => Object.hasOwn(VALUES, key) && VALUES[key]?.test(value ?? ''),
  )
  return isKnown && comesAgain(rule as Rule) ? (rule as Rule) : null
}

/** Every seventh day may never be a Monday, and a 31st may never be in June. */
function comesAgain({ FREQ, INTERVAL = '1', BYDAY, BYMONTHDAY, BYMONTH }: Rule): boolean {
  const isEvery = Number(INTERVAL) === 1
  if (FREQ === 'DAILY') return !BYMONTHDAY && !isNumbered(BYDAY) && (isEvery || !(BYDAY || BYMONTH))
  if (FREQ === 'WEEKLY') return !BYMONTHDAY && !isNumbered(BYDAY) && (isEvery || !BYMONTH)
  if (BYDAY && BYMONTHDAY) return false
  if (FREQ === 'MONTHLY') return !BYMONTH
  return FREQ === 'YEARLY' && isEvery && (!(BYDAY || BYMONTHDAY) || Boolean(BYMONTH))
}
const isNumbered = (days = ''): boolean => /\d/.test(days)
