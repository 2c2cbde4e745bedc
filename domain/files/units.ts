/** Units that are not to be mixed up: kilometers are no miles, and seconds no minutes. Pure. */

const UNITS: readonly (readonly string[])[] = [
  ['second', 'seconds', 'sec', 'secs', 's'],
  ['minute', 'minutes', 'min', 'mins'],
  ['hour', 'hours', 'hr', 'hrs', 'h'],
  ['kilometer', 'kilometers', 'kilometre', 'kilometres', 'km', 'kms'],
  ['mile', 'miles', 'mi'],
  ['yard', 'yards', 'yd', 'yds'],
  ['meter', 'meters', 'metre', 'metres'],
  ['foot', 'feet', 'ft'],
  ['k', 'thousand', 'thousands'],
]
const unitOf = (word: string): number => UNITS.findIndex((words) => words.includes(word.toLowerCase()))

/** Whether a figure in this unit is none of the statistic's: what it counts says another one. "5k" may be 5 or 5,000. */
export function isOtherUnit(
  unit: string,
  { name, unitName }: { name: string; unitName: string | null },
): boolean {
  const given = unitOf(unit)
  if (given < 0) return false
  if (unit.toLowerCase() === 'k') return true
  const own = `${name} ${unitName ?? ''}`
    .split(/[^\p{Letter}]+/u)
    .map(unitOf)
    .filter((one) => one >= 0)
  return own.length > 0 && !own.includes(given)
}
