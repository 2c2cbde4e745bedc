import { faCircleHalfStroke, faMoon, faSun } from '@fortawesome/free-solid-svg-icons'
import { Art } from './art.tsx'
import { Buttons } from './buttons.tsx'
import { Choices } from './choices.tsx'
import { Dates, Fields, Files, Icons, Lists } from './fields.tsx'
import { Colors, Depth, Type } from './foundations.tsx'
import { Empty, Loading, Notes, Statuses } from './messages.tsx'
import { Lanes, Plates, TilesShown } from './money.tsx'
import { Overlays } from './overlays.tsx'
import type { Shown } from './schemes.tsx'
import { Tables } from './tables.tsx'
import { Ways } from './ways.tsx'

export const PAGE_SCHEMES = [
  { value: 'system', label: 'The page as the system is', icon: faCircleHalfStroke },
  { value: 'light', label: 'The page in light', icon: faSun },
  { value: 'dark', label: 'The page in dark', icon: faMoon },
] as const

type Section = { id: string; title: string; note?: string; Content: Shown }

export const SECTIONS: readonly Section[] = [
  {
    id: 'color',
    title: 'Color',
    note: 'Each token on the grounds that it is used on, with its contrast.',
    Content: Colors,
  },
  { id: 'type', title: 'Type', Content: Type },
  { id: 'depth', title: 'Space, shape and depth', Content: Depth },
  {
    id: 'buttons',
    title: 'Buttons',
    note: 'One primary in a view. Hover, focus and press them.',
    Content: Buttons,
  },
  { id: 'choices', title: 'Amounts and choices', Content: Choices },
  { id: 'fields', title: 'Fields', Content: Fields },
  {
    id: 'lists',
    title: 'Lists to choose from',
    note: 'A short list, and a list that is searched.',
    Content: Lists,
  },
  { id: 'icons', title: 'Pictures of statistics', Content: Icons },
  { id: 'dates', title: 'Dates and times', Content: Dates },
  { id: 'files', title: 'Files, and forms that cannot be sent', Content: Files },
  {
    id: 'status',
    title: 'Status',
    note: 'A glyph and a word on its own wash, never color alone.',
    Content: Statuses,
  },
  { id: 'notes', title: 'Notes', Content: Notes },
  { id: 'empty', title: 'Nothing here yet', Content: Empty },
  { id: 'loading', title: 'Loading', Content: Loading },
  {
    id: 'money',
    title: 'Money, kept apart',
    note: 'Pledged outlined, earned in stripes, collected solid; never stacked, never summed.',
    Content: Lanes,
  },
  { id: 'plates', title: 'Plates and counting', Content: Plates },
  { id: 'tiles', title: 'Tiles', Content: TilesShown },
  { id: 'tables', title: 'Tables and pages', note: 'On a phone each row is a small card.', Content: Tables },
  {
    id: 'overlays',
    title: 'Dialogs, menus, tooltips and toasts',
    note: 'Dialogs, drawers and toasts wear the scheme of the page: choose it at the top.',
    Content: Overlays,
  },
  { id: 'ways', title: 'Tabs, ways back and more for those who ask', Content: Ways },
  {
    id: 'art',
    title: 'Template art and marks',
    Content: Art,
  },
]
