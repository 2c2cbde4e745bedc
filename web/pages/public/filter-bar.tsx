import {
  faArrowDownWideShort,
  faArrowUpWideShort,
  faList,
  faMagnifyingGlass,
  faTableCellsLarge,
} from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef, useState } from 'react'
import { templateLabels } from '#web/labels.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { type Filter, SORTS, STATUSES } from './filter.ts'

const TYPING_PAUSE_MS = 300

type Props = {
  filter: Filter
  templates: readonly (keyof typeof templateLabels)[]
  change: (changes: Partial<Filter>) => void
}

export function FilterBar({ filter, templates, change }: Props) {
  const types = [
    { value: 'all', label: 'All Types' },
    ...templates.map((value) => ({ value, label: templateLabels[value] })),
  ]
  const isDescending = filter.order === 'desc'
  const orderLabel = isDescending ? 'Sorted descending: sort ascending' : 'Sorted ascending: sort descending'
  return (
    <div className="sticky top-0 z-20 border-b border-line bg-surface shadow-(--sh1)">
      <search className="wrap grid grid-cols-2 gap-2.5 py-3 lg:flex">
        <SearchField value={filter.search} onChange={(search) => change({ search })} />
        <Select
          label="Status"
          className="lg:w-40"
          value={filter.status}
          options={STATUSES}
          onChange={(status) => change({ status })}
        />
        <Select
          label="Type"
          className="lg:w-40"
          value={filter.type}
          options={types}
          onChange={(type) => change({ type })}
        />
        <Select
          label="Sort by"
          className="lg:w-48"
          value={filter.sort}
          options={SORTS}
          onChange={(sort) => change({ sort })}
        />
        <div className="flex justify-between gap-2.5">
          <Tooltip text={orderLabel}>
            <button
              type="button"
              className={`${buttonClass()} px-3.5`}
              aria-label={orderLabel}
              onClick={() => change({ order: isDescending ? 'asc' : 'desc' })}
            >
              <Icon icon={isDescending ? faArrowDownWideShort : faArrowUpWideShort} />
            </button>
          </Tooltip>
          <div className="segment">
            <button
              type="button"
              aria-label="Grid view"
              aria-pressed={filter.view === 'grid'}
              onClick={() => change({ view: 'grid' })}
            >
              <Icon icon={faTableCellsLarge} />
            </button>
            <button
              type="button"
              aria-label="List view"
              aria-pressed={filter.view === 'list'}
              onClick={() => change({ view: 'list' })}
            >
              <Icon icon={faList} />
            </button>
          </div>
        </div>
      </search>
    </div>
  )
}

/** Searches when the typing pauses. A changed address (Back, Clear Filters) changes the field. */
function SearchField({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (text.trim() !== value) setText(value)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <div className="affix icon-affix col-span-2 lg:flex-1">
      <span aria-hidden="true">
        <Icon icon={faMagnifyingGlass} />
      </span>
      <input
        type="search"
        className="input"
        aria-label="Search campaigns and organizations"
        placeholder="Search campaigns, organizations..."
        maxLength={200}
        value={text}
        onChange={(event) => {
          const next = event.target.value
          setText(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onChange(next.trim()), TYPING_PAUSE_MS)
        }}
      />
    </div>
  )
}
