/** Months by their names. Pure. */

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `July`, for `07`. */
export const monthName = (month: string): string => MONTHS[Number(month) - 1] ?? ''
