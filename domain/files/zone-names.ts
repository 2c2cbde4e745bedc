/** What programs call the time zones, as the world's list (IANA) calls them. Pure: Intl knows the zones. */
import { isTimeZone } from '../places/zone.ts'

const table = (zones: Record<string, string>): ReadonlyMap<string, string> => new Map(Object.entries(zones))

/** "Eastern Standard Time" of Windows and Exchange, without "Standard Time". */
const OF_WINDOWS = table({
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  alaskan: 'America/Anchorage',
  hawaiian: 'Pacific/Honolulu',
  'us mountain': 'America/Phoenix',
  'us eastern': 'America/Indiana/Indianapolis',
  aleutian: 'America/Adak',
  samoa: 'Pacific/Apia',
  'utc-11': 'Pacific/Pago_Pago',
  'west pacific': 'Pacific/Port_Moresby',
  atlantic: 'America/Halifax',
  'sa western': 'America/La_Paz',
  newfoundland: 'America/St_Johns',
  'canada central': 'America/Regina',
  yukon: 'America/Whitehorse',
  'pacific standard time (mexico)': 'America/Tijuana',
  'eastern standard time (mexico)': 'America/Cancun',
  'central standard time (mexico)': 'America/Mexico_City',
  'mountain standard time (mexico)': 'America/Mazatlan',
  gmt: 'Europe/London',
  greenwich: 'Atlantic/Reykjavik',
  'w. europe': 'Europe/Berlin',
  romance: 'Europe/Paris',
  'central europe': 'Europe/Budapest',
  'central european': 'Europe/Warsaw',
  'e. europe': 'Europe/Chisinau',
  fle: 'Europe/Kyiv',
  gtb: 'Europe/Bucharest',
  turkey: 'Europe/Istanbul',
  israel: 'Asia/Jerusalem',
  egypt: 'Africa/Cairo',
  russian: 'Europe/Moscow',
  'south africa': 'Africa/Johannesburg',
  arabian: 'Asia/Dubai',
  india: 'Asia/Kolkata',
  china: 'Asia/Shanghai',
  singapore: 'Asia/Singapore',
  taipei: 'Asia/Taipei',
  tokyo: 'Asia/Tokyo',
  korea: 'Asia/Seoul',
  'aus eastern': 'Australia/Sydney',
  'e. australia': 'Australia/Brisbane',
  'cen. australia': 'Australia/Adelaide',
  'w. australia': 'Australia/Perth',
  tasmania: 'Australia/Hobart',
  'new zealand': 'Pacific/Auckland',
  'e. south america': 'America/Sao_Paulo',
  argentina: 'America/Argentina/Buenos_Aires',
  'sa pacific': 'America/Bogota',
})

/** As Outlook displays them, behind "(UTC-05:00)"; also as people write them. */
const DISPLAYED = table({
  'eastern time': 'America/New_York',
  'central time': 'America/Chicago',
  'mountain time': 'America/Denver',
  'pacific time': 'America/Los_Angeles',
  arizona: 'America/Phoenix',
  alaska: 'America/Anchorage',
  'alaska time': 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
  'hawaii time': 'Pacific/Honolulu',
  'aleutian islands': 'America/Adak',
  'indiana (east)': 'America/Indiana/Indianapolis',
  saskatchewan: 'America/Regina',
  'atlantic time (canada)': 'America/Halifax',
  newfoundland: 'America/St_Johns',
  'baja california': 'America/Tijuana',
  'guadalajara, mexico city, monterrey': 'America/Mexico_City',
  'dublin, edinburgh, lisbon, london': 'Europe/London',
  'coordinated universal time': 'UTC',
  'amsterdam, berlin, bern, rome, stockholm, vienna': 'Europe/Berlin',
  'brussels, copenhagen, madrid, paris': 'Europe/Paris',
  'osaka, sapporo, tokyo': 'Asia/Tokyo',
  'chennai, kolkata, mumbai, new delhi': 'Asia/Kolkata',
  'auckland, wellington': 'Pacific/Auckland',
  'beijing, chongqing, hong kong, urumqi': 'Asia/Shanghai',
  seoul: 'Asia/Seoul',
  'kuala lumpur, singapore': 'Asia/Singapore',
  'canberra, melbourne, sydney': 'Australia/Sydney',
})

/** Used only where the file itself does not define them: CST is also China's, and MST is two zones. */
const ABBREVIATED = table({
  EST: 'America/New_York',
  EDT: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  MDT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  AKST: 'America/Anchorage',
  AKDT: 'America/Anchorage',
  HST: 'Pacific/Honolulu',
})

const LONGEST = 200
const BEFORE = /^\((?:utc|gmt)(?: ?[+-]\d{1,2}:?\d{2})?\) ?/
const UNIVERSAL = /^(?:utc|gmt|z|etc\/(?:utc|gmt))$/i

/** "America/New_York" by itself, or at the end of a path: "/example.org/2024/America/New_York". */
function listed(name: string): string | null {
  if (UNIVERSAL.test(name)) return 'UTC'
  const pieces = name.split('/')
  const ends = [name, pieces.slice(-3).join('/'), pieces.slice(-2).join('/')]
  return ends.find((end) => end.includes('/') && isTimeZone(end)) ?? null
}

function spoken(name: string): string | null {
  const text = name.toLowerCase().replaceAll('\\', '').replace(/\s+/g, ' ').replace(BEFORE, '').trim()
  const windows = text.replace(/ (?:standard|daylight) time$/, '')
  const isOfWindows = windows !== text || text.includes('(mexico)') || text === 'utc-11'
  const shown = text.replace(/ \((?:us (?:&|and) canada|us|usa)\)$/, '')
  return (isOfWindows && OF_WINDOWS.get(windows)) || (DISPLAYED.get(shown) ?? null)
}

/** The zone that a name says; null for "Customized Time Zone", "Mars" and other names that say none. */
export function zoneNamed(name: string): string | null {
  const text = name.trim().replace(/^"|"$/g, '').trim()
  if (text === '' || text.length > LONGEST) return null
  return [text, text.replace(/ \d{1,2}$/, '')].map((one) => listed(one) ?? spoken(one)).find(Boolean) ?? null
}

/** EST, PDT. */
export const zoneAbbreviated = (name: string): string | null =>
  ABBREVIATED.get(name.trim().toUpperCase()) ?? null
