import { Link } from 'react-router'
import { signedInBrowserLoader, signedInLoader } from '#web/page-data.ts'
import { paths } from '#web/paths.ts'
import { commentQueueQuery } from '#web/queries/comments.ts'
import { privateMeta } from '#web/site/meta.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Queue } from './queue.tsx'

const queries = () => [commentQueueQuery('reported'), commentQueueQuery('newest')]
export const loader = signedInLoader(queries)
export const clientLoader = signedInBrowserLoader(queries)
export const meta = () => privateMeta('Messages')

/** Messages of support of every campaign that the reader manages: reported ones first (R43). */
export default function Messages() {
  return (
    <main id="main" className="wrap grid gap-8 py-8 lg:py-10">
      <div>
        <Breadcrumbs>
          <Link to={paths.dashboard}>Dashboard</Link>
        </Breadcrumbs>
        <h1 className="mt-2">Messages</h1>
        <p className="quiet mt-2 max-w-[60ch]">
          What supporters wrote on the pages of your campaigns. Their names are never shown. A message that is
          hidden disappears for everyone; you can show it again on the campaign’s page.
        </p>
      </div>
      <Queue
        show="reported"
        title="Reported"
        empty={{
          title: 'No reported messages',
          text: 'When someone reports a message, it is listed here first.',
        }}
      />
      <Queue
        show="newest"
        title="Newest"
        empty={{ title: 'No messages yet', text: 'Messages appear here as supporters write them.' }}
      />
    </main>
  )
}
