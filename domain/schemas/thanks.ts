import { z } from 'zod'
import { id } from './fields.ts'

/** Asked for by the supporter; shown or hidden: what a representative decided. */
export const THANKS = ['asked', 'shown', 'hidden'] as const

/** PUT /api/pledges/{id}/thanks: by the supporter. */
export const ThanksChoice = z.object({ thankByName: z.boolean('Choose whether to be thanked by name') })
export type ThanksChoice = z.output<typeof ThanksChoice>

/** POST /api/campaigns/{id}/thanks/searches: those that wait, or those that were decided, newest first. */
export const ThanksSearch = z.object({
  which: z.enum(['waiting', 'decided'], 'Choose waiting or decided'),
  limit: z.number().int().min(1).max(100).default(20),
  /** The last pledge of the page before. */
  cursor: z.uuid('Not a cursor').nullable().default(null),
})
export type ThanksSearch = z.output<typeof ThanksSearch>

/** `name`: as the campaign's page shows it, or would. */
export const Thanks = z.object({ pledgeId: id, name: z.string(), isShown: z.boolean() })
export type Thanks = z.infer<typeof Thanks>

/** `next`: the cursor of the page after this one; null at the end. */
export const ThanksPage = z.object({
  items: z.array(Thanks),
  count: z.number(),
  next: z.string().nullable(),
})
export type ThanksPage = z.infer<typeof ThanksPage>

/** GET /api/campaigns/{id}/thanks: names that were checked, as the campaign's page shows them, one for each supporter. */
export const ThankYouList = z.object({ names: z.array(z.string()), count: z.number() })
export type ThankYouList = z.infer<typeof ThankYouList>

/** PUT /api/campaigns/{id}/thanks/{pledgeId}: by a representative. */
export const ThanksDecision = z.object({
  isShown: z.boolean('Choose whether to show the name'),
  /** The name that was checked: if it is another one now, it has to be checked again (409). */
  name: z.string().min(1).max(200),
})
export type ThanksDecision = z.output<typeof ThanksDecision>

/** How many there are of each, for representatives. */
export const ThanksCounts = z.object({ waiting: z.number(), decided: z.number() })
export type ThanksCounts = z.infer<typeof ThanksCounts>
