import { data, Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { titled } from '#web/site/meta.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/note.tsx'

export const meta = () => titled('404 Page Not Found')

export const loader = () => data(null, { status: 404 })
export const clientLoader = () => null

export function NotFound() {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title="404 Page Not Found"
        action={
          <Link to={paths.landing} className={buttonClass()}>
            Back to Home
          </Link>
        }
      >
        Did you forget to add the page to the router?
      </EmptyState>
    </main>
  )
}

export function SomethingWrong() {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title="Something went wrong on our side"
        action={
          <a href={paths.landing} className={buttonClass()}>
            Back to Home
          </a>
        }
      >
        Nothing was changed or charged. Load the page again in a moment.
      </EmptyState>
    </main>
  )
}

export default NotFound
