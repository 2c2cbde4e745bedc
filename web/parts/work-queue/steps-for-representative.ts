import type { QueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '#web/queries/users.ts'
import { workQueueStepsOf } from '#web/queries/work-queue.ts'
import { isRepresentative } from '#web/site/session.ts'
import { stepsShownOf } from './shown.ts'

/**
 * A representative's next steps come first on a page: rendering them on the server keeps what is below in place. Needs the
 * current user among the page's queries. Which of them are shown is in the page's address.
 */
export const stepsForRepresentative = (client: QueryClient, { url }: Request) =>
  isRepresentative(client.getQueryData(currentUserQuery.queryKey) ?? null)
    ? [workQueueStepsOf(stepsShownOf(new URL(url).searchParams))]
    : []
