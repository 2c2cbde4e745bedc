import { z } from 'zod'
import { Instant, id, text } from './fields.ts'

export const CommentForm = z.object({ message: text(1000, 'Write a message first') })
export const Comment = z.object({ id, message: z.string(), createdAt: Instant })
export type Comment = z.infer<typeof Comment>
