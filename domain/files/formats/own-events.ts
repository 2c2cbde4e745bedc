import type { Format } from './format.ts'

const OWN = /^(starts|ends) \((.+)\)$/i
/** "Starts (America/New_York)": how this program's own file of events names a day with its time, and in which zone (R72). */
export const zoneInName = (name: string): string | null => OWN.exec(name.trim())?.[2] ?? null

export const ownEvents: Format = {
  id: 'own-events',
  name: 'Events of this site',
  place: 'season',
  headerAt: (lines) => ((lines[0]?.cells ?? []).some((cell) => zoneInName(cell) !== null) ? 0 : null),
}
