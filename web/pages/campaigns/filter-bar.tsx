import {
  faArrowDownWideShort,
  faArrowUpWideShort,
  faList,
  faSliders,
  faTableCellsLarge,
} from '@fortawesome/free-solid-svg-icons'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { templateLabels } from '#web/labels.ts'
import { SearchBox } from '#web/parts/forms/search-box.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Tooltip, TooltipProvider } from '#web/ui/tooltip.tsx'
import { addressOf, changed, type Filter, SORTS, STATUSES } from './filter.ts'

type Template = keyof typeof templateLabels
export type Change = (changes: Partial<Filter>, how?: 'typed') => void
type Props = { filter: Filter; templates: readonly Template[]; change: Change }

const VIEWS = [
  { value: 'grid', label: 'Grid view', icon: faTableCellsLarge },
  { value: 'list', label: 'List view', icon: faList },
] as const

/** Sticky only where enough room remains for what it filters. */
const BAR =
  'filter-bar @container border-b border-line bg-surface [box-shadow:var(--sh1)] [@media(min-height:37.5rem)]:sticky [@media(min-height:37.5rem)]:top-0 [@media(min-height:37.5rem)]:z-20'
const FORM =
  'wrap grid grid-cols-[minmax(0,1fr)_auto] gap-2.5 py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto] lg:@min-[60rem]:grid-cols-[minmax(0,1fr)_10rem_10rem_12rem_auto]'
/** On a phone one row stays: the choices are in a sheet below it, opened on request. */
const CHOICES =
  'col-span-full grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-2.5 pb-1 md:contents max-md:noscript:grid'
const VIEW =
  'grid min-h-[2.8125rem] w-[2.875rem] place-items-center focus-visible:outline-offset-[-4px] aria-[current=true]:bg-ink aria-[current=true]:text-page forced-colors:aria-[current=true]:bg-[Highlight] forced-colors:aria-[current=true]:text-[HighlightText] forced-colors:aria-[current=true]:forced-color-adjust-none'

/** A real form and real links: they request the same address with and without a script. On a phone one row, and a sheet. */
export function FilterBar({ filter, templates, change }: Props) {
  const isDescending = filter.order === 'desc'
  const orderLabel = isDescending ? 'Sorted descending: sort ascending' : 'Sorted ascending: sort descending'
  const [isOpen, setOpen] = useState(false)
  const chosen = chosenIn(filter)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() })
  }
  return (
    <div className={BAR}>
      <search>
        <form
          action={paths.campaigns}
          method="get"
          className={FORM}
          onSubmit={submit}
          onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        >
          <SearchBox
            value={filter.search}
            onChange={(search) => change({ search }, 'typed')}
            className="md:col-span-full lg:@min-[60rem]:col-auto"
          />
          <button
            type="button"
            className={`${buttonClass()} px-3.5! whitespace-nowrap md:hidden noscript:hidden`}
            aria-expanded={isOpen}
            aria-controls="filters"
            onClick={() => setOpen((open) => !open)}
          >
            <Icon icon={faSliders} />
            Filters{chosen > 0 && ` (${chosen})`}
          </button>
          <div id="filters" className={`${CHOICES} ${isOpen ? 'max-md:grid' : 'max-md:hidden'}`}>
            <Choice name="status" label="Status" options={STATUSES} filter={filter} change={change} />
            <Choice
              name="type"
              label="Type"
              options={typesOf(filter, templates)}
              filter={filter}
              change={change}
            />
            <Choice name="sort" label="Sort by" options={SORTS} filter={filter} change={change} />
            <div className="flex justify-between gap-2.5">
              <TooltipProvider>
                <Tooltip text={orderLabel}>
                  <Link
                    to={addressOf(changed(filter, { order: isDescending ? 'asc' : 'desc' }))}
                    preventScrollReset
                    className={`${buttonClass()} px-3.5!`}
                    aria-label={orderLabel}
                  >
                    <Icon icon={isDescending ? faArrowDownWideShort : faArrowUpWideShort} />
                  </Link>
                </Tooltip>
              </TooltipProvider>
              {/* biome-ignore lint/a11y/useSemanticElements: two links, and nothing to fill in */}
              <div
                className="inline-flex overflow-hidden rounded-control border-[1.5px] border-control bg-surface"
                role="group"
                aria-label="View"
              >
                {VIEWS.map(({ value, label, icon }) => (
                  <Link
                    key={value}
                    to={addressOf(changed(filter, { view: value }))}
                    preventScrollReset
                    className={VIEW}
                    aria-label={label}
                    aria-current={filter.view === value}
                  >
                    <Icon icon={icon} />
                  </Link>
                ))}
              </div>
            </div>
            <button
              type="button"
              className={`${buttonClass({ full: true })} col-span-full md:hidden noscript:hidden`}
              onClick={() => setOpen(false)}
            >
              Done
            </button>
          </div>
          {filter.order !== 'desc' && <input type="hidden" name="order" value={filter.order} />}
          {filter.view !== 'grid' && <input type="hidden" name="view" value={filter.view} />}
          <noscript className="col-span-full">
            <button type="submit" className={buttonClass({ full: true })}>
              Search
            </button>
          </noscript>
        </form>
      </search>
    </div>
  )
}

/** How many of the choices behind the button differ from the defaults. */
const chosenIn = ({ status, type, sort, order }: Filter): number =>
  [status !== 'active', type !== 'all', sort !== 'pledged' || order !== 'desc'].filter(Boolean).length

type ChoiceProps = Pick<Props, 'filter' | 'change'> & {
  name: 'status' | 'type' | 'sort'
  label: string
  options: readonly { value: string; label: string }[]
}

function Choice({ name, label, options, filter, change }: ChoiceProps) {
  return (
    <select
      className="input min-w-0 text-ellipsis"
      name={name}
      aria-label={label}
      value={filter[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** The types found, and the chosen one even if none of it were found. */
function typesOf({ type }: Filter, templates: readonly Template[]) {
  const found = (Object.keys(templateLabels) as Template[]).filter(
    (template) => template === type || templates.includes(template),
  )
  return [
    { value: 'all', label: 'All Types' },
    ...found.map((value) => ({ value, label: templateLabels[value] })),
  ]
}
