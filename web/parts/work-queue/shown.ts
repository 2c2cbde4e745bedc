/** Which next steps a page shows is in its address: someone who comes back to it sees the same ones. */

import type { QueryClient } from '@tanstack/react-query'
import { STEPS } from '#domain/people/work-queue.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import { type StepsRequest, workQueueStepsOf } from '#web/queries/work-queue.ts'
import { isRepresentative } from '#web/site/session.ts'

/** The page's number, counted from one, once the list is open; and the kind of step that is asked for. */
const PAGE = 'steps'
const KIND = 'kind'
/** Whose campaigns the page is about; missing: the reader's, if any are assigned to them. */
const SHOW = 'show'
const MAX_PAGES = 10_000

type StepsShown = StepsRequest & {
  /** All of a page, not only the first few. */
  isOpen: boolean
}

/** Anything unreadable falls back to the first few. */
export function stepsShownOf(params: URLSearchParams): StepsShown {
  const page = Number(params.get(PAGE))
  const kind = STEPS.find((one) => one === params.get(KIND)) ?? null
  const show = (['all', 'mine'] as const).find((one) => one === params.get(SHOW)) ?? 'mine_if_any'
  const isPage = Number.isInteger(page) && page >= 1 && page <= MAX_PAGES
  return { isOpen: isPage || kind !== null, page: isPage ? page : 1, kind, show }
}

/** The part of an address that says it. */
export function stepsParamsIn(params: URLSearchParams): URLSearchParams {
  const { isOpen, page, kind } = stepsShownOf(params)
  return new URLSearchParams({
    ...(isOpen ? { [PAGE]: String(page) } : {}),
    ...(kind ? { [KIND]: kind } : {}),
  })
}

/** The same address with these steps, and everything else on the page as it is. */
export function stepsSearch(
  params: URLSearchParams,
  { page, kind }: Pick<StepsRequest, 'page' | 'kind'>,
): string {
  const query = new URLSearchParams(params)
  query.set(PAGE, String(page))
  if (kind) query.set(KIND, kind)
  else query.delete(KIND)
  return `?${query}`
}

/**
 * A representative's next steps come first on a page: rendering them on the server keeps what is below in place. Needs the
 * current user among the page's queries. Which of them are shown is in the page's address.
 */
export const stepsForRepresentative = (client: QueryClient, { url }: Request) =>
  isRepresentative(client.getQueryData(currentUserQuery.queryKey) ?? null)
    ? [workQueueStepsOf(stepsShownOf(new URL(url).searchParams))]
    : []
