import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { likeness, wordsOf } from '#domain/likeness.ts'
import { MAX_FOUND, type SearchResult } from '#domain/schemas/search.ts'
import type { User } from '#domain/schemas/user.ts'
import { MAX_SEARCH, MIN_SEARCH, ownSearchQuery, searchQuery } from '#web/queries/search.ts'
import { isRepresentative } from '#web/site/session.ts'
import { CommandPalette, type PaletteGroup, type PaletteOption } from '#web/ui/command-palette.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { groupsOfFound } from './found.ts'
import { helpFor } from './help-for.ts'
import { screensFor } from './screens.ts'

const TYPING_PAUSE_MS = 200

type Props = { user: User; open: boolean; onOpenChange: (open: boolean) => void }

/** One field for everything that those who run campaigns look for: screens and help immediately, the rest from the server. */
export function Palette({ user, open, onOpenChange }: Props) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const typed = text.trim()
  const wanted = useDebouncedValue(typed, TYPING_PAUSE_MS)
  const isAsked = open && wanted.length >= MIN_SEARCH
  const query = isRepresentative(user) ? searchQuery : ownSearchQuery
  const search = useQuery({ ...query(wanted), enabled: isAsked, placeholderData: keepPreviousData })
  const found = isAsked && typed.length >= MIN_SEARCH ? (search.data ?? []) : []
  const groups = groupsOf(user, typed, found)
  const close = (isOpen: boolean): void => {
    if (!isOpen) setText('')
    onOpenChange(isOpen)
  }
  return (
    <CommandPalette
      open={open}
      onOpenChange={close}
      label="Find"
      placeholder={isRepresentative(user) ? 'Name, amount or number' : 'Campaign or organization'}
      value={text}
      maxLength={MAX_SEARCH}
      onValue={setText}
      groups={groups}
      status={statusOf({
        user,
        typed,
        groups,
        isWaiting: typed !== wanted || search.isFetching,
        error: search.error,
      })}
      onChoose={({ to }) => {
        close(false)
        void navigate(to)
      }}
    />
  )
}

function groupsOf(user: User, typed: string, found: readonly SearchResult[]): PaletteGroup[] {
  const words = wordsOf(typed)
  const screens = screensFor(user)
    .flatMap((group) => group.screens)
    .filter(({ label }) => words.length === 0 || likeness(words, label) > 0)
    .map(({ to, label, icon }): PaletteOption => ({ id: to, to, main: label, icon }))
  const seen = new Set(screens.map(({ to }) => to))
  const others = groupsOfFound(found).map(({ label, options }) => ({
    label,
    options: options.filter(({ to }) => !seen.has(to)),
  }))
  return [
    { label: 'Screens', options: screens },
    ...others,
    { label: 'Help', options: helpFor(typed, isRepresentative(user)) },
  ]
}

const WHAT_TO_TYPE: Record<'representative' | 'owner', string> = {
  representative:
    'Type a name, an email address, a phone number, an amount such as $25, the number on a check, slip, invoice or receipt, or a pledge reference. Supporters’ names that are shown are logged.',
  owner: 'Type the name of a campaign or an organization, or a word of the help.',
}

type Status = {
  user: User
  typed: string
  groups: readonly PaletteGroup[]
  isWaiting: boolean
  error: Error | null
}

function statusOf({ user, typed, groups, isWaiting, error }: Status): string {
  const whatToType = WHAT_TO_TYPE[isRepresentative(user) ? 'representative' : 'owner']
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  if (typed.length < MIN_SEARCH) return whatToType
  if (error) return `The search did not work: ${error.message}. Type again to retry.`
  if (isWaiting) return 'Searching...'
  if (count === 0) return `Nothing found. ${whatToType}`
  if (groups.some(({ label, options }) => label !== 'Screens' && options.length === MAX_FOUND))
    return `The best ${MAX_FOUND} of each kind. Add a word to see fewer.`
  return count === 1 ? '1 found' : `${count} found`
}
