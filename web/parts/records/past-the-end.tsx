import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/note.tsx'

type Props = {
  /** Of the whole list, if known: past its end the server may not count it. */
  count?: number
  pageSize?: number
  onPage: (page: number) => void
}

/**
 * A page without rows says nothing about the list: its last row was dealt with, or its address was shared before. It
 * leads to the page that is the last one now.
 */
export function PastTheEnd({ count = 0, pageSize = 1, onPage }: Props) {
  const last = Math.max(1, Math.ceil(count / pageSize))
  return (
    <EmptyState
      title="This page is empty"
      action={
        <Button onClick={() => onPage(last)}>
          {last === 1 ? 'Go to the first page' : `Go to page ${last}`}
        </Button>
      }
    >
      The list ends before this page.
    </EmptyState>
  )
}
