/** The 50 US states, and the places beyond them that have a ZIP code. */
const EASTERN = 'America/New_York'
const CENTRAL = 'America/Chicago'
const MOUNTAIN = 'America/Denver'
const PACIFIC = 'America/Los_Angeles'

/** Each with the time zone of most of it, and how its ZIP codes begin (USPS Publication 65). */
const STATES = {
  AL: ['Alabama', CENTRAL, '350-369'],
  AK: ['Alaska', 'America/Anchorage', '995-999'],
  AZ: ['Arizona', 'America/Phoenix', '850-865'],
  AR: ['Arkansas', CENTRAL, '716-729'],
  CA: ['California', PACIFIC, '900-961'],
  CO: ['Colorado', MOUNTAIN, '800-816'],
  CT: ['Connecticut', EASTERN, '060-069'],
  DE: ['Delaware', EASTERN, '197-199'],
  FL: ['Florida', EASTERN, '320-339 341-349'],
  GA: ['Georgia', EASTERN, '300-319 398-399'],
  HI: ['Hawaii', 'Pacific/Honolulu', '967-968'],
  ID: ['Idaho', 'America/Boise', '832-838'],
  IL: ['Illinois', CENTRAL, '600-629'],
  IN: ['Indiana', 'America/Indiana/Indianapolis', '460-479'],
  IA: ['Iowa', CENTRAL, '500-528'],
  KS: ['Kansas', CENTRAL, '660-679'],
  KY: ['Kentucky', EASTERN, '400-427'],
  LA: ['Louisiana', CENTRAL, '700-714'],
  ME: ['Maine', EASTERN, '039-049'],
  MD: ['Maryland', EASTERN, '206-219'],
  MA: ['Massachusetts', EASTERN, '010-027 055'],
  MI: ['Michigan', 'America/Detroit', '480-499'],
  MN: ['Minnesota', CENTRAL, '550-567'],
  MS: ['Mississippi', CENTRAL, '386-397'],
  MO: ['Missouri', CENTRAL, '630-658'],
  MT: ['Montana', MOUNTAIN, '590-599'],
  NE: ['Nebraska', CENTRAL, '680-693'],
  NV: ['Nevada', PACIFIC, '889-898'],
  NH: ['New Hampshire', EASTERN, '030-038'],
  NJ: ['New Jersey', EASTERN, '070-089'],
  NM: ['New Mexico', MOUNTAIN, '870-884'],
  NY: ['New York', EASTERN, '005 06390 100-149'],
  NC: ['North Carolina', EASTERN, '270-289'],
  ND: ['North Dakota', CENTRAL, '580-588'],
  OH: ['Ohio', EASTERN, '430-459'],
  OK: ['Oklahoma', CENTRAL, '730-732 734-749'],
  OR: ['Oregon', PACIFIC, '970-979'],
  PA: ['Pennsylvania', EASTERN, '150-196'],
  RI: ['Rhode Island', EASTERN, '028-029'],
  SC: ['South Carolina', EASTERN, '290-299'],
  SD: ['South Dakota', CENTRAL, '570-577'],
  TN: ['Tennessee', CENTRAL, '370-385'],
  TX: ['Texas', CENTRAL, '733 73949 750-799 885'],
  UT: ['Utah', MOUNTAIN, '840-847'],
  VT: ['Vermont', EASTERN, '050-054 056-059'],
  VA: ['Virginia', EASTERN, '201 20041 220-246'],
  WA: ['Washington', PACIFIC, '980-994'],
  WV: ['West Virginia', EASTERN, '247-268'],
  WI: ['Wisconsin', CENTRAL, '530-549'],
  WY: ['Wyoming', MOUNTAIN, '820-831 83414'],
} as const satisfies Record<string, readonly [name: string, zone: string, zips: string]>

export type StateCode = keyof typeof STATES
export const STATE_CODES = Object.keys(STATES) as [StateCode, ...StateCode[]]

/** No addresses are taken there: invoices and statements go to the 50 states (R48). */
const ELSEWHERE: Readonly<Record<string, readonly [name: string, zips: string]>> = {
  DC: ['Washington, DC', '200 202-205 569'],
  PR: ['Puerto Rico', '006-007 009'],
  VI: ['the US Virgin Islands', '008'],
  GU: ['Guam', '969'],
  AS: ['American Samoa', '96799'],
  MP: ['the Northern Mariana Islands', '96950-96952'],
  FM: ['Micronesia', '96941-96944'],
  MH: ['the Marshall Islands', '96960 96970'],
  PW: ['Palau', '96939-96940'],
  AA: ['a military or diplomatic post (APO, FPO or DPO AA)', '340'],
  AE: ['a military or diplomatic post (APO, FPO or DPO AE)', '090-098'],
  AP: ['a military or diplomatic post (APO, FPO or DPO AP)', '962-966'],
}

const isState = (code: string): code is StateCode => Object.hasOwn(STATES, code)

export const stateName = (code: string): string =>
  isState(code) ? STATES[code][0] : (ELSEWHERE[code]?.[0] ?? code)
export const zoneOfState = (code: StateCode): string => STATES[code][1]
export const STATE_ZONES: readonly string[] = [...new Set(STATE_CODES.map(zoneOfState))].sort()

/** A place with a ZIP code that is none of the 50 states; null for anything else. */
export function placeElsewhere(code: unknown): string | null {
  const place = typeof code === 'string' ? code.trim().toUpperCase() : ''
  return Object.hasOwn(ELSEWHERE, place) ? stateName(place) : null
}

/** `97701` or `97701-1234`, as the US writes it; null for anything else. */
export function zipIn(text: string): string | null {
  const [, five, four] = /^(\d{5})(?:[-–\s]?(\d{4}))?$/.exec(text.trim()) ?? []
  return five === undefined ? null : four === undefined ? five : `${five}-${four}`
}

/** Whether a ZIP code is in a list of what they begin with: `028-029 06390`. The number of digits that fit, or 0. */
export function zipFit(zip: string, list: string): number {
  const fits = list.split(' ').map((part) => {
    const [from = '', to = from] = part.split('-')
    const begin = zip.slice(0, from.length)
    return begin.length > 0 && from <= begin && begin <= to ? from.length : 0
  })
  return Math.max(...fits)
}

const PLACES: readonly (readonly [code: string, zips: string])[] = [
  ...STATE_CODES.map((code) => [code, STATES[code][2]] as const),
  ...Object.entries(ELSEWHERE).map(([code, [, zips]]) => [code, zips] as const),
]

/** The other place that a ZIP code is in, as the postal service sorts mail; null if it fits the state, or is none. */
export function otherPlaceOf({ state, zip }: { state: string; zip: string }): string | null {
  const known = zipIn(zip)
  if (known === null || !isState(state)) return null
  const [place, digits] = PLACES.map(([code, zips]) => [code, zipFit(known, zips)] as const).reduce(
    (best, one) => (one[1] > best[1] ? one : best),
  )
  return digits === 0 || place === state ? null : place
}
