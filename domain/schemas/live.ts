import { z } from 'zod'
import { CampaignDetail } from './campaign.ts'

/** The first event of a stream: the state that its changes start from. */
export const LiveHello = z.object({ revision: z.string() })
export type LiveHello = z.infer<typeof LiveHello>

const changed = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), gone: z.array(z.string()) }).optional()
const { shape } = CampaignDetail

/** What changed in a campaign's public response: whole values, and of the long lists only the rows. */
export const LiveChange = z.object({
  /** A page with a state other than this one fetches the whole response again. */
  from: z.string(),
  to: z.string(),
  values: z
    .object({
      campaigns: shape.campaigns,
      organizations: shape.organizations,
      statistics: shape.statistics,
      rewards: shape.rewards,
      commentsCount: shape.commentsCount,
      pledgesCount: shape.pledgesCount,
      ambassadorsCount: shape.ambassadorsCount,
    })
    .partial(),
  lists: z.object({
    events: changed(shape.events.element),
    results: changed(shape.results.element),
    pledges: changed(shape.pledges.element),
    comments: changed(shape.comments.element),
  }),
})
export type LiveChange = z.infer<typeof LiveChange>
