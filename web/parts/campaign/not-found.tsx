import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/note.tsx'

const WORDS = {
  title: 'Campaign Not Found',
  text: 'This campaign has left the field. Time to find another team to support!',
}

export function CampaignNotFound({ title, text }: Partial<typeof WORDS>) {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title={title ?? WORDS.title}
        action={
          <Link to={paths.landing} className={buttonClass()}>
            Back to Home
          </Link>
        }
      >
        {text ?? WORDS.text}
      </EmptyState>
    </main>
  )
}
