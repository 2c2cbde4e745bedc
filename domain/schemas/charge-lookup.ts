import { z } from 'zod'
import { amount, day, email } from './fields.ts'

/** POST /api/charge-lookups: what is on the bank's statement. Answered by email only (R28, R44). */
export const ChargeLookup = z.object({
  email: email(),
  amount: amount('Enter the amount, such as 12.50').refine(
    (value) => value > 0,
    'Enter the amount, such as 12.50',
  ),
  chargedOn: day('Enter the day of the charge'),
  last4: z
    .string('Enter the last four digits of the card or bank account')
    .trim()
    .regex(/^\d{4}$/, 'Enter only the last four digits of the card or bank account'),
})
export type ChargeLookup = z.output<typeof ChargeLookup>
