import type { ComponentType, ReactNode } from 'react'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { PageFailed, SomethingWrong } from './page-failed.tsx'

type Props = { title: string; children: ReactNode }

/** In place of a signed-in page: why it is not shown, and the way back. */
export function InsteadOfPage({ title, children }: Props) {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title={title}
        action={
          <Link to={paths.dashboard} className={buttonClass()}>
            Back to Dashboard
          </Link>
        }
      >
        {children}
      </EmptyState>
    </main>
  )
}

/** For a campaign that is not theirs, or does not exist. */
export const CampaignNotFound = () => (
  <InsteadOfPage title="Campaign Not Found">
    The campaign you're looking for doesn't exist or you don't have access to it.
  </InsteadOfPage>
)

/** What everyone else sees on a representatives' page, and what they can do about it. */
export const RepresentativesOnly = ({
  children = 'If you work for the provider, ask a representative to give you the role.',
}: {
  children?: ReactNode
}) => <InsteadOfPage title="This page is for representatives">{children}</InsteadOfPage>

/** Shows `Instead` where the server answered with one of these statuses; anything else is an error, ours or the page's. */
const boundary = (Instead: ComponentType, statuses: readonly number[]) =>
  function ErrorBoundary() {
    const error = useRouteError()
    if (!isRouteErrorResponse(error)) return <PageFailed />
    return statuses.includes(error.status) ? <Instead /> : <SomethingWrong />
  }

/** Says that what the page shows does not exist for this reader. */
export const missingAs = (Missing: ComponentType) => boundary(Missing, [403, 404])

/** Says that the user may not see the page. */
export const refusedBy = (Refused: ComponentType) => boundary(Refused, [403])
