import { z } from 'zod'
import { Instant, id, optionalText, text } from './fields.ts'

export const CommentForm = z.object({ message: text(1000, 'Write a message first') })
export const Comment = z.object({ id, message: z.string(), createdAt: Instant })
export type Comment = z.infer<typeof Comment>

/** What is wrong with a message, if the person reporting it wants to say so. */
export const CommentReportForm = z.object({ reason: optionalText(300) })
export const CommentReportReceipt = z.object({ id, reported: z.literal(true) })
export type CommentReportReceipt = z.infer<typeof CommentReportReceipt>

/** A message with its open reports, for the person who decides about it. */
export const ReportedComment = Comment.extend({
  reports: z.number(),
  /** The newest ones. */
  reasons: z.array(z.string()),
})
export type ReportedComment = z.infer<typeof ReportedComment>

/** A message in the list of all campaigns that the reader manages. */
export const QueuedComment = ReportedComment.extend({
  campaignId: id,
  campaignName: z.string(),
  organizationName: z.string(),
  timeZone: z.string(),
})
export type QueuedComment = z.infer<typeof QueuedComment>
