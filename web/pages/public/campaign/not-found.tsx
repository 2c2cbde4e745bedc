import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/note.tsx'

export function CampaignNotFound() {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title="Campaign Not Found"
        action={
          <Link to={paths.landing} className={buttonClass()}>
            Back to Home
          </Link>
        }
      >
        This campaign has left the field. Time to find another team to support!
      </EmptyState>
    </main>
  )
}
