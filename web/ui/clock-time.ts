/** A time of day is `18:30`, as forms and the API have it. */
const ISO = /^([01]\d|2[0-3]):([0-5]\d)$/
const TYPED = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(a|p)?\.?\s*m?\.?$/i

const two = (value: number): string => String(value).padStart(2, '0')

/** What the user typed: `7p`, `730pm`, `7:30 PM`, `19:30`. Without a or p it is on a 24-hour clock. Null: not a time. */
export function parseTime(text: string): string | null {
  const [, hours, minutes = '0', half] = TYPED.exec(text.trim()) ?? []
  if (hours === undefined) return null
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (minute > 59 || hour > 23) return null
  if (half === undefined) return `${two(hour)}:${two(minute)}`
  if (hour < 1 || hour > 12) return null
  return `${two((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${two(minute)}`
}

/** `18:30` as `6:30 PM`; anything else is unchanged. */
export function typedTime(time: string): string {
  const [, hours, minutes] = ISO.exec(time) ?? []
  if (hours === undefined) return time
  const hour = Number(hours)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}
