import { z } from 'zod'
import { STATISTIC_TYPES } from '../statistic-types.ts'
import { amount } from './fields.ts'

/**
 * What the page of a mailed link asks in a browser in which nothing was begun: how much was pledged for this statistic. It is
 * typed: a mail scanner that presses every button answers nothing (R58, R59).
 */
export const MailQuestion = z.object({
  name: z.string(),
  unitName: z.string().nullable(),
  type: z.enum(STATISTIC_TYPES),
})
export type MailQuestion = z.infer<typeof MailQuestion>

export const MailAnswer = z.object({ amount: amount('Enter an amount such as 4.00') })
export type MailAnswer = z.output<typeof MailAnswer>
