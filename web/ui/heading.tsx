import type { ComponentProps } from 'react'

/** The four heading sizes; titles of whole pages and of public sections are `.title` and `.section-title`. */
const SIZES = {
  page: 'large-[2.5]',
  section: 'large-[2]',
  card: 'large-[1.75]',
  detail: 'large-[1.5]',
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
