import type { UseQueryResult } from '@tanstack/react-query'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { isMissing } from '#web/api-error.ts'
import { paths } from '#web/paths.ts'
import { PageFailed } from '#web/site/page-failed.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/note.tsx'

const WORDS = {
  title: 'Campaign Not Found',
  text: 'This campaign has left the field. Time to find another team to support!',
}

type Found = Pick<UseQueryResult, 'error' | 'refetch'>

/** The same words for a failed load, as the spec wants them; that can be tried again. */
export const CampaignNotLoaded = ({ found, ...words }: { found: Found } & Partial<typeof WORDS>) => (
  <CampaignNotFound {...words} {...(isMissing(found.error) ? {} : { onRetry: () => void found.refetch() })} />
)

/** A campaign that did not load keeps its status on the server's response; a page that failed later is found. */
export const CampaignErrors = (words: Partial<typeof WORDS>) =>
  isRouteErrorResponse(useRouteError()) ? <CampaignNotFound {...words} /> : <PageFailed />

export function CampaignNotFound({ title, text, onRetry }: Partial<typeof WORDS> & { onRetry?: () => void }) {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title={title ?? WORDS.title}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {onRetry && <Button onClick={onRetry}>Try again</Button>}
            <Link to={paths.landing} className={buttonClass()}>
              Back to Home
            </Link>
          </div>
        }
      >
        {text ?? WORDS.text}
      </EmptyState>
    </main>
  )
}
