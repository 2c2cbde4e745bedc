import { Note } from '#web/ui/note.tsx'

/** Why a change failed: somebody else was first, or the server's own message. */
export function ChangeNotes({ news, problem }: { news: readonly string[]; problem: string | undefined }) {
  if (news.length > 0) {
    return (
      <Note tone="warning" role="alert">
        <strong>This pledge changed in the meantime.</strong> {news.join(' ')} Review it, then press the
        button again.
      </Note>
    )
  }
  if (!problem) return null
  return (
    <Note tone="danger" role="alert">
      {problem}
    </Note>
  )
}
