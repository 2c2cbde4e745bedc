import { z } from 'zod'
import { LINE_CHANGES } from '../line-changes.ts'
import { WHOLE_CHANGES, type WholeChange } from '../pledge-changes.ts'
import { Amount } from './fields.ts'
import { LineChangeAgreed } from './pledge.ts'

/** What a change of the pledge as a whole would come to now (R14). */
export const WholeChangePreview = z.object({
  kind: z.enum(WHOLE_CHANGES),
  earned: Amount,
  mostBefore: Amount,
  most: Amount,
  words: z.string(),
})
export type WholeChangePreview = z.infer<typeof WholeChangePreview>

const { shape } = LineChangeAgreed

/** POST /api/pledge-links/{token}/changes: of a line, or of the pledge as a whole (R14, R58). */
export const LinkChange = z
  .object({
    ...shape,
    kind: z.enum([...LINE_CHANGES, ...WHOLE_CHANGES]),
    /** Of a line: with the maximum that was shown. */
    statisticId: shape.statisticId.optional(),
    agreedMaximum: shape.agreedMaximum.optional(),
  })
  .transform((form, { addIssue }): LineChangeAgreed | WholeChange => {
    const { kind, statisticId, pledgeAmount, maximumAmount, agreedMaximum } = form
    const refuse = (field: string, message: string) => {
      addIssue({ code: 'custom', path: [field], message })
      return z.NEVER
    }
    if (kind === 'cancel' || kind === 'card') return { kind }
    if (kind === 'lower')
      return maximumAmount === null
        ? refuse('maximumAmount', 'Enter an amount such as 200.00')
        : { kind, maximumAmount }
    if (statisticId === undefined) return refuse('statisticId', 'Choose a statistic')
    if (agreedMaximum === undefined) return refuse('agreedMaximum', 'Enter the maximum that was shown')
    if (kind !== 'stop' && !pledgeAmount) return refuse('pledgeAmount', 'Enter an amount above 0')
    return { kind, statisticId, pledgeAmount, maximumAmount, agreedMaximum }
  })
export type LinkChange = z.output<typeof LinkChange>
