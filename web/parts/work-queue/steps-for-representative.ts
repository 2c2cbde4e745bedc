import type { QueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '#web/queries/users.ts'
import { workQueueStepsQuery } from '#web/queries/work-queue.ts'
import { isRepresentative } from '#web/site/session.ts'

/**
 * A representative's next steps come first on a page: rendering them on the server keeps what is below in place. Needs the
 * current user among the page's queries.
 */
export const stepsForRepresentative = (client: QueryClient) =>
  isRepresentative(client.getQueryData(currentUserQuery.queryKey) ?? null) ? [workQueueStepsQuery] : []
