import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useContext } from 'react'
import { Icon } from './icon.tsx'
import { Layer } from './layer.ts'

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement
  /** Above the items, such as whose menu it is. */
  head?: ReactNode
  children: ReactNode
}

/** Further actions. Opens on press, Enter, Space and arrows; letters find an item. */
export function Menu({ trigger, head, children }: MenuProps) {
  const layer = useContext(Layer)
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          className="z-60 min-w-55 rounded-stat border border-line bg-surface p-1.5 text-ink shadow-2"
          align="end"
          sideOffset={8}
          collisionPadding={8}
        >
          {head && <Radix.Label className="fine quiet px-3.5 py-2">{head}</Radix.Label>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const ITEM =
  'menu-item flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-badge px-3.5 no-underline outline-none data-highlighted:bg-ink data-highlighted:text-page'

type ItemProps = {
  icon?: IconDefinition
  /** What it does; without it, `link` leads somewhere. */
  onSelect?: () => void
  /** Wraps the words: a link from any router. */
  link?: (inside: ReactNode, className: string) => ReactElement
  children: ReactNode
}

export function MenuItem({ icon, onSelect, link, children }: ItemProps) {
  const inside = (
    <>
      {icon && <Icon icon={icon} />}
      {children}
    </>
  )
  if (link) return <Radix.Item asChild>{link(inside, ITEM)}</Radix.Item>
  return (
    <Radix.Item className={ITEM} onSelect={onSelect}>
      {inside}
    </Radix.Item>
  )
}
