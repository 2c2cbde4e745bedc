import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Count } from './count.tsx'
import { showInRow } from './show-in-row.ts'

type Tab = { value: string; label: string; count?: { value: number; of: string }; content: ReactNode }
type Props = {
  /** What they are parts of. */
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
}

/** Radix writes these into the server's HTML, where the page's security policy allows no inline styles. */
const NO_OUTLINE = { outline: undefined }
const NO_DURATION = { animationDuration: undefined }

/** Parts of one screen, one shown at a time. Tabs with their own address are links with the same class. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List className="tabs" aria-label={label} style={NO_OUTLINE}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            onFocus={(event) => showInRow(event.currentTarget)}
          >
            {tab.label}
            {tab.count && <Count {...tab.count} />}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} asChild>
          <div className="pt-5" style={NO_DURATION}>
            {tab.content}
          </div>
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
