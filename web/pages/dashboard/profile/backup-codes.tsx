import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Note } from '#web/ui/note.tsx'

/** Shown only once: only their hashes are stored. */
export function BackupCodeList({ codes, onDone }: { codes: readonly string[]; onDone?: () => void }) {
  return (
    <div className="grid gap-4">
      <Note tone="warning">
        Write down these backup codes and keep them somewhere safe. Each one signs you in once if you don’t
        have your phone. They are not shown again.
      </Note>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-2 min-[22.5rem]:grid-cols-2" aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')}>Copy codes</CopyButton>
        {onDone && <Button onClick={onDone}>I saved them</Button>}
      </div>
    </div>
  )
}
