import {
  faBullhorn,
  faFileInvoiceDollar,
  faHandHoldingDollar,
  faUsers,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SearchResult } from '#domain/schemas/search.ts'
import type { User } from '#domain/schemas/user.ts'
import { usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { MAX_SEARCH, MIN_SEARCH, searchQuery } from '#web/queries/search.ts'
import { CommandPalette, type PaletteGroup, type PaletteOption } from '#web/ui/command-palette.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { screensFor } from './screens.ts'

const TYPING_PAUSE_MS = 200

const GROUPS: Record<SearchResult['kind'], { label: string; icon: IconDefinition }> = {
  invoice: { label: 'Invoices', icon: faFileInvoiceDollar },
  pledge: { label: 'Pledges', icon: faHandHoldingDollar },
  campaign: { label: 'Campaigns', icon: faBullhorn },
  organization: { label: 'Organizations', icon: faUsers },
}

/** Where each is worked on. */
function addressOf({ kind, id, pledgeId, title }: SearchResult): string {
  if (kind === 'campaign') return paths.manage(id)
  if (kind === 'organization') return paths.organization(id)
  return kind === 'invoice' ? `${paths.pledge(pledgeId ?? id)}#${title}` : paths.pledge(id)
}

function noteOf({ kind, of, state, amount }: SearchResult): string {
  const open = kind === 'invoice' && state === 'open' && amount !== null ? `${usd(amount)} open` : null
  return [open ?? (state ? spelled(state) : null), of].filter(Boolean).join(' · ')
}

const optionOf = (result: SearchResult): PaletteOption => ({
  id: addressOf(result),
  main: result.kind === 'pledge' ? `Pledge ${result.title}` : result.title,
  note: noteOf(result),
  icon: GROUPS[result.kind].icon,
})

type Props = { user: User; open: boolean; onOpenChange: (open: boolean) => void }

/** One field for everything that those who run campaigns look for: screens immediately, the rest from the server. */
export function Palette({ user, open, onOpenChange }: Props) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const typed = text.trim()
  const wanted = useDebouncedValue(typed, TYPING_PAUSE_MS)
  const isAsked = open && wanted.length >= MIN_SEARCH
  const search = useQuery({ ...searchQuery(wanted), enabled: isAsked, placeholderData: keepPreviousData })
  const found = isAsked && typed.length >= MIN_SEARCH ? (search.data ?? []) : []
  const groups = groupsOf(user, typed, found)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const close = (isOpen: boolean): void => {
    if (!isOpen) setText('')
    onOpenChange(isOpen)
  }
  return (
    <CommandPalette
      open={open}
      onOpenChange={close}
      label="Find"
      placeholder="Campaign, organization, invoice number"
      value={text}
      maxLength={MAX_SEARCH}
      onValue={setText}
      groups={groups}
      status={statusOf({
        typed,
        count,
        isWaiting: typed !== wanted || search.isFetching,
        error: search.error,
      })}
      onChoose={({ id }) => {
        close(false)
        void navigate(id)
      }}
    />
  )
}

function groupsOf(user: User, typed: string, found: readonly SearchResult[]): PaletteGroup[] {
  const letters = typed.toLowerCase()
  const screens = screensFor(user)
    .flatMap((group) => group.screens)
    .filter(({ label }) => label.toLowerCase().includes(letters))
    .map(({ to, label, icon }): PaletteOption => ({ id: to, main: label, icon }))
  const seen = new Set(screens.map(({ id }) => id))
  const others = Object.entries(GROUPS).map(([kind, { label }]) => ({
    label,
    options: found
      .filter((one) => one.kind === kind)
      .map(optionOf)
      .filter(({ id }) => !seen.has(id)),
  }))
  return [{ label: 'Screens', options: screens }, ...others]
}

type Status = { typed: string; count: number; isWaiting: boolean; error: Error | null }

function statusOf({ typed, count, isWaiting, error }: Status): string {
  if (typed.length < MIN_SEARCH)
    return 'Type a name, an invoice number such as INV-2026-000042, or a pledge reference.'
  if (error) return `The search did not work: ${error.message}. Type again to retry.`
  if (isWaiting) return 'Searching...'
  if (count === 0) return 'Nothing found. Check the spelling, or the number.'
  return count === 1 ? '1 found' : `${count} found`
}
