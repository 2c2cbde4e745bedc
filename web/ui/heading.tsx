import type { ComponentProps } from 'react'

/** The four heading sizes; titles of whole pages and of public sections are `.title` and `.section-title`. */
const SIZES = {
  page: 'text-[2.5rem]',
  section: 'text-[2rem]',
  card: 'text-[1.75rem]',
  detail: 'text-[1.5rem]',
} as const

type Props = ComponentProps<'h2'> & {
  /** Its level in the page's outline, whatever its size. */
  level: 1 | 2 | 3 | 4
  size?: keyof typeof SIZES
}

export function Heading({ level, size = 'section', className = '', ...rest }: Props) {
  const Tag = `h${level}` as const
  return <Tag {...rest} className={`${SIZES[size]} ${className}`.trim()} />
}
