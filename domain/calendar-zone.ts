/** The zone that a calendar file names, as one of the world's list (IANA). Pure: Intl knows the zones. */

/** What Outlook and Exchange call the zones of the United States. */
const OF_WINDOWS: Record<string, string> = {
  'Eastern Standard Time': 'America/New_York',
  'US Eastern Standard Time': 'America/Indiana/Indianapolis',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Alaskan Standard Time': 'America/Anchorage',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
}

const isKnown = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Also at the end of a longer name, as some programs write it: `/example.org/2024/America/New_York`. Null: none. */
export function calendarZone(name: string): string | null {
  const text = name.trim()
  if (OF_WINDOWS[text]) return OF_WINDOWS[text]
  const city = /(?:^|\/)((?:[A-Z][A-Za-z]+\/)(?:[A-Z][A-Za-z_]+\/)?[A-Z][A-Za-z_-]+)$/.exec(text)?.[1]
  const zone = [text, city].find((one) => one && isKnown(one))
  return zone ?? null
}
