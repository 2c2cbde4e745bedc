import { z } from 'zod'
import { CampaignForm, END_BEFORE_START } from './campaign.ts'
import { id } from './fields.ts'

const chosen = (most: number, what: string) =>
  z.array(id).max(most, `Choose at most ${most} ${what}`).default([])
const WEEKS = 'Enter whole weeks, at most ten years'

const { name, goal, startDate, endDate } = CampaignForm.shape

/** A copy of a campaign: what is new about it, and what it takes over from the old one. */
export const CampaignCopyForm = z
  .object({
    name,
    goal,
    startDate,
    endDate,
    /** Their confirmed results become last year's. */
    statisticIds: chosen(100, 'statistics'),
    rewardIds: chosen(100, 'rewards'),
    /** Each is invited again, by email, once it is activated. */
    ambassadorIds: chosen(200, 'ambassadors'),
    /** By how many weeks the schedule is moved; null leaves it out. */
    scheduleWeeks: z
      .int(WEEKS)
      .min(-520, WEEKS)
      .max(520, WEEKS)
      .nullish()
      .transform((weeks) => weeks ?? null),
    withPicture: z.boolean('Choose true or false').default(true),
  })
  .refine((form) => form.endDate >= form.startDate, {
    path: ['endDate'],
    message: END_BEFORE_START,
    when: ({ issues }) =>
      !issues.some(({ path = [] }) => [undefined, 'startDate', 'endDate'].includes(path[0] as string)),
  })
export type CampaignCopyForm = z.output<typeof CampaignCopyForm>
