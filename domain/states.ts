/** The 50 US states, without DC, each with the time zone proposed for its organizations (R22). */
const EASTERN = 'America/New_York'
const CENTRAL = 'America/Chicago'
const MOUNTAIN = 'America/Denver'
const PACIFIC = 'America/Los_Angeles'

export const STATE_ZONES = {
  AL: CENTRAL,
  AK: 'America/Anchorage',
  AZ: 'America/Phoenix',
  AR: CENTRAL,
  CA: PACIFIC,
  CO: MOUNTAIN,
  CT: EASTERN,
  DE: EASTERN,
  FL: EASTERN,
  GA: EASTERN,
  HI: 'Pacific/Honolulu',
  ID: 'America/Boise',
  IL: CENTRAL,
  IN: 'America/Indiana/Indianapolis',
  IA: CENTRAL,
  KS: CENTRAL,
  KY: EASTERN,
  LA: CENTRAL,
  ME: EASTERN,
  MD: EASTERN,
  MA: EASTERN,
  MI: 'America/Detroit',
  MN: CENTRAL,
  MS: CENTRAL,
  MO: CENTRAL,
  MT: MOUNTAIN,
  NE: CENTRAL,
  NV: PACIFIC,
  NH: EASTERN,
  NJ: EASTERN,
  NM: MOUNTAIN,
  NY: EASTERN,
  NC: EASTERN,
  ND: CENTRAL,
  OH: EASTERN,
  OK: CENTRAL,
  OR: PACIFIC,
  PA: EASTERN,
  RI: EASTERN,
  SC: EASTERN,
  SD: CENTRAL,
  TN: CENTRAL,
  TX: CENTRAL,
  UT: MOUNTAIN,
  VT: EASTERN,
  VA: EASTERN,
  WA: PACIFIC,
  WV: EASTERN,
  WI: CENTRAL,
  WY: MOUNTAIN,
} as const

type StateCode = keyof typeof STATE_ZONES
export const STATE_CODES = Object.keys(STATE_ZONES) as [StateCode, ...StateCode[]]

/** The larger cities on the other side of a line that runs through their state; in lower case. */
const OTHER_SIDE: Partial<Record<StateCode, { zone: string; cities: readonly string[] }>> = {
  FL: { zone: CENTRAL, cities: ['pensacola', 'panama city', 'fort walton beach', 'destin'] },
  ID: { zone: PACIFIC, cities: ['coeur d’alene', "coeur d'alene", 'lewiston', 'post falls', 'moscow'] },
  IN: { zone: CENTRAL, cities: ['gary', 'evansville', 'hammond', 'merrillville', 'valparaiso'] },
  KY: { zone: CENTRAL, cities: ['bowling green', 'owensboro', 'paducah', 'hopkinsville'] },
  NE: { zone: MOUNTAIN, cities: ['scottsbluff'] },
  ND: { zone: MOUNTAIN, cities: ['dickinson'] },
  OR: { zone: 'America/Boise', cities: ['ontario'] },
  SD: { zone: MOUNTAIN, cities: ['rapid city', 'spearfish'] },
  TN: { zone: EASTERN, cities: ['knoxville', 'chattanooga', 'johnson city', 'kingsport', 'bristol'] },
  TX: { zone: MOUNTAIN, cities: ['el paso'] },
}

/** The time zone that is proposed for a place (R22). */
export function proposedZone({ state, city }: { state: string; city: string }): string {
  const code = state as StateCode
  const other = OTHER_SIDE[code]
  return other?.cities.includes(city.trim().toLowerCase()) ? other.zone : STATE_ZONES[code]
}
