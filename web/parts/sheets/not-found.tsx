import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'

export function ReceiptNotFound({
  to = paths.pledges,
  back = 'Your Pledges',
  title = 'Receipt not found',
}: {
  to?: string
  back?: string
  title?: string
}) {
  return (
    <main id="main" className="wrap py-16">
      <EmptyState
        level={1}
        title={title}
        action={
          <Link to={to} className={buttonClass()}>
            {back}
          </Link>
        }
      >
        It doesn’t exist, or it belongs to another account.
      </EmptyState>
    </main>
  )
}

export function SheetLoading({ label }: { label: string }) {
  return (
    <main id="main" className="wrap grid gap-6 py-10" aria-busy="true" aria-label={label}>
      <Skeleton className="h-12 w-1/2" />
      <Skeleton className="h-96 max-w-[53.75rem]" />
    </main>
  )
}
